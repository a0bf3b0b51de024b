import { describe, expect, test } from "vitest";
import { xmlGuard } from "./xml-guard.ts";

const guarded = (xml: string | Buffer) => {
  const guard = xmlGuard();
  guard.feed(typeof xml === "string" ? Buffer.from(xml) : xml);
  return guard;
};
const faultOf = (xml: string | Buffer) => guarded(xml).fault();
const isWellFormed = (xml: string | Buffer) => guarded(xml).isWellFormed();

describe("a document type", () => {
  test.each([
    "<!DOCTYPE a><a/>",
    "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b 'c'>]><a/>",
    "<!-- words --><!doctype a><a/>",
    "<a><!ENTITY b 'c'></a>",
    "<?a ?><!DOCTYPE a>",
    "<![CDATA[ ]]><!DOCTYPE a>",
    "<!-><!DOCTYPE a>",
  ])("is found in %j", (xml) => {
    expect(faultOf(xml)).toBe("doctype");
  });

  test.each([
    "<!-- <!DOCTYPE a> --><a/>",
    "<!-- - > -> <!DOCTYPE a> --><a/>",
    "<a><![CDATA[<!DOCTYPE a>]]></a>",
    "<a><![CDATA[ ]> ] ]> <!DOCTYPE a>]]></a>",
    "<?a <!DOCTYPE a>?><a/>",
    '<a b="<!DOCTYPE a>"/>',
    "<a b='>\"<!DOCTYPE a>'/>",
    "<a>!DOCTYPE a</a>",
  ])("is none in %j", (xml) => {
    expect(faultOf(xml)).toBeUndefined();
  });

  test("is the fault, whatever comes after it", () => {
    const guard = guarded("<!DOCTYPE a>");
    guard.feed(Buffer.from("<a>".repeat(2_000)));
    expect(guard.fault()).toBe("doctype");
    expect(guard.isWellFormed()).toBe(false);
  });
});

describe("an encoding", () => {
  const declared = (encoding: string) => `<?xml version="1.0" encoding=${encoding}?><a/>`;

  test.each(['"UTF-8"', "'utf8'", '"us-ascii"', '"ISO-8859-15"', '"windows-1252"', '"UTF-16LE"', ' "utf-16"'])(
    "of %s is accepted",
    (encoding) => {
      expect(faultOf(declared(encoding))).toBeUndefined();
    },
  );

  test.each(['"UTF-7"', '"EBCDIC-CP-GB"', "'windows-874'", '"utf-8x"'])("of %s is a fault", (encoding) => {
    expect(faultOf(declared(encoding))).toBe("encoding");
  });

  test("counts in a declaration of XML alone, and in its first 200 letters", () => {
    expect(faultOf('<?xml-model encoding="UTF-7"?><a/>')).toBeUndefined();
    const far = (spaces: number) => `<?xml ${" ".repeat(spaces)}encoding="UTF-7"?><a/>`;
    expect(faultOf(far(200 - 'xml encoding="UTF-7"'.length))).toBe("encoding");
    expect(faultOf(far(201 - 'xml encoding="UTF-7"'.length))).toBeUndefined();
  });

  test("of a second declaration counts for itself", () => {
    expect(faultOf('<?xml version="1.0"?><?xml encoding="UTF-7"?><a/>')).toBe("encoding");
    expect(faultOf('<?xml encoding="UTF-8"?><a/><?b encoding="UTF-7"?>')).toBeUndefined();
  });
});

describe("the depth of elements", () => {
  const nested = (depth: number) => `${"<a>".repeat(depth)}${"</a>".repeat(depth)}`;

  test("may be 1,000, and not more", () => {
    expect(faultOf(nested(1_000))).toBeUndefined();
    expect(isWellFormed(nested(1_000))).toBe(true);
    expect(faultOf(nested(1_001))).toBe("too-deep");
  });

  test("does not grow by elements beside each other", () => {
    expect(faultOf(`<a>${"<b/>".repeat(1_500)}${"<c></c>".repeat(1_500)}</a>`)).toBeUndefined();
    expect(faultOf(`<a>${'<b c="/">'.repeat(1_000)}`)).toBe("too-deep");
    expect(faultOf(`<a>${'<b c="/" />'.repeat(1_500)}</a>`)).toBeUndefined();
  });
});

describe("UTF-16", () => {
  const wide = (xml: string) => Buffer.from(xml, "utf16le");

  test("is read for its faults, with and without a mark of its order", () => {
    for (const start of ["", "\ufeff"]) {
      expect(faultOf(wide(`${start}<a>words</a>`))).toBeUndefined();
      expect(faultOf(wide(`${start}<!DOCTYPE a><a/>`))).toBe("doctype");
      expect(faultOf(wide(`${start}<!DOCTYPE a><a/>`).swap16())).toBe("doctype");
    }
  });

  test("counts as well-formed, and bytes without zeros do not", () => {
    expect(isWellFormed(wide("<a>A & B</a>"))).toBe(true);
    expect(isWellFormed(wide("<a>A & B</a>").swap16())).toBe(true);
    expect(isWellFormed(Buffer.from([0xfe, 0xff, 0x3c]))).toBe(true);
    expect(isWellFormed(Buffer.from([0xfd, 0x3c, 0x61]))).toBe(false);
    expect(isWellFormed("<a>A & B</a>")).toBe(false);
  });

  test("is recognised in the first piece alone", () => {
    const guard = guarded("<a>");
    guard.feed(Buffer.from("\0\0</b>"));
    expect(guard.isWellFormed()).toBe(false);
    const later = guarded(wide("<a>"));
    later.feed(wide("<!DOCTYPE a>"));
    expect(later.fault()).toBe("doctype");
  });
});

describe("a reference", () => {
  test.each([
    ["&#x10FFFF;", true],
    ["&#x110000;", false],
    ["&#1114112;", false],
    ["&#xD7FF;", true],
    ["&#xd800;", false],
    ["&#xDFFF;", false],
    ["&#xE000;", true],
    ["&#9;", true],
    ["&#10;", true],
    ["&#xd;", true],
    ["&#12;", false],
    ["&#14;", false],
    ["&#31;", false],
    ["&#32;", true],
    ["&#0;", false],
    ["&#;", false],
    ["&;", false],
    ["&#xg;", false],
    ["&amp;", true],
    ["&apos;", true],
    ["&AMP;", false],
    ["&#00000065;", true],
    ["&#000000065;", true],
    ["&#0000000065;", false],
    ["&&amp;", false],
    ["&amp", false],
  ])("%s is valid: %s", (reference, isValid) => {
    expect(isWellFormed(`<a>${reference}</a>`)).toBe(isValid);
    expect(isWellFormed(`<a b="${reference}"/>`)).toBe(isValid);
  });

  test("may be cut between two pieces", () => {
    const guard = guarded("<a>&am");
    guard.feed(Buffer.from("p;</a>"));
    expect(guard.isWellFormed()).toBe(true);
  });
});

describe("characters and tags", () => {
  test.each([
    ["a control character in an attribute", '<a b="\u0008"/>', false],
    ["a tab, a line feed and a carriage return in an attribute", '<a b="\t\n\r"/>', true],
    ["a control character before the root", "\u0001<a/>", true],
    ["a control character after the root", "<a/>\u0001", true],
    ["the last control character", "<a>\u001f</a>", false],
    ["a space", "<a> </a>", true],
    ["a control character in a comment", "<a><!--\u0001--></a>", true],
    ["names that differ by a letter", "<ab></ac>", false],
    ["names of which one begins like the other", "<a></ab>", false],
    ["letters in another order", "<ab></ba>", false],
    ["equal names with attributes and spaces", "<ab c='d'></ab\n>", true],
    ["names that end at a slash", "<a><ab/c></a>", false],
    ["an end tag before any", "</a><a>", false],
    ["an end tag after the root", "<a></a></a>", false],
    ["an end at an open tag", "<a/><", false],
    ["an end in a comment", "<a/><!--", false],
    ["a comment of three hyphens", "<a/><!--->-->", true],
    ["a quote that does not end", "<a b='></a>", false],
    ["another quote within a quote", `<a b='"'></a>`, true],
    ["elements beside each other", "<a><b></b><b></b></a>", true],
    ["a slash before an attribute", '<a b="/"></a>', true],
  ])("%s: well-formed or not", (_, xml, expected) => {
    expect(isWellFormed(xml)).toBe(expected);
  });
});
