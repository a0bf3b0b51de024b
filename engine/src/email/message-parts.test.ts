import { describe, expect, test } from "vitest";
import { shownMailboxes } from "./addresses.ts";
import { isBlankBody } from "./blank-body.ts";
import { htmlCharset, htmlWords } from "./html-words.ts";
import { type Attachment, contentOf, headOf } from "./message.ts";
import { whySetAside } from "./set-aside.ts";

const attachment = (given: Partial<Attachment>): Attachment => ({
  name: "a.pdf",
  type: "",
  contentId: "",
  sizeBytes: 10,
  pieces: () => [],
  isLink: false,
  isDamaged: false,
  ...given,
});

describe("people", () => {
  test.each([
    ["Anna", "a@x.example", "Anna <a@x.example>"],
    ["", "a@x.example", "a@x.example"],
    ["Anna", "", "Anna"],
    ["A@X.example", "a@x.example", "a@x.example"],
    ["Anna <A@x.example>", "a@x.example", "Anna <A@x.example>"],
    ["", "", ""],
  ])("with the name %j and the address %j are shown as %j", (name, address, shown) => {
    expect(shownMailboxes([{ name, address }])).toBe(shown);
  });

  test("are counted beyond the first hundred", () => {
    const shown = (count: number) =>
      shownMailboxes(Array.from({ length: count }, () => ({ name: "A", address: "" }))).split("; ");
    expect(shown(0)).toEqual([""]);
    expect(shown(100)).toEqual(Array(100).fill("A"));
    expect(shown(101).slice(99)).toEqual(["A", "and 1 more"]);
    expect(shown(103).slice(99)).toEqual(["A", "and 3 more"]);
  });
});

describe("the words of HTML", () => {
  test.each([
    ["a<!-- b -->c<!-- d", "ac"],
    ["<style>a</style>b<SCRIPT x>c</script >d<title>e", "bd"],
    ["a\n  b<br>c</p><P class='x'>d<b>e</b>", "a b\nc\n\nde"],
    ["&amp;&LT;&nbsp;&shy;|&unknown;", "&< |&unknown;"],
    ["&#65;&#x42;&#67 &#x1F600;", "ABC 😀"],
    ["&#1114111;|&#1114112;|&#x10ffff;|&#x110000;", "\u{10ffff}||\u{10ffff}|"],
  ])("of %j are %j", (html, words) => expect(htmlWords(html)).toBe(words));

  test("state their encoding in the first 4 kB", () => {
    const meta = '<meta http-equiv=x content="text/html; charset=windows-1251">';
    expect(htmlCharset(Buffer.from(meta))).toBe("windows-1251");
    expect(htmlCharset(Buffer.from("<META CHARSET = 'utf-8'>"))).toBe("utf-8");
    expect(htmlCharset(Buffer.from("<p>charset=utf-8"))).toBe(undefined);
    const late = (at: number) => htmlCharset(Buffer.from(`${" ".repeat(at)}<meta charset=utf-8>`));
    expect(late(4077)).toBe("utf-8");
    expect(late(4078), "cut off").toBe("utf-");
    expect(late(4096)).toBe(undefined);
  });
});

test.each([
  ["text", " \n", true],
  ["text", "x", false],
  ["text", "<img src=x>", false],
  ["html", "<p> &nbsp;</p>", true],
  ["html", "<p>x</p>", false],
  ["html", "<p><IMG src=x></p>", false],
  ["html", "<image>", true],
] as const)("whether the text of the kind %s %j shows nothing: %s", (kind, content, expected) => {
  expect(isBlankBody({ kind, content })).toBe(expected);
});

describe("an attachment", () => {
  const usedIds = new Set(["logo@x"]);
  const picture = { name: "a.png", type: "image/png" };
  const small = "is a small picture, such as a logo.";
  const signature = "is a digital signature, not a document.";
  const report = "is a report of a mail server, not a document.";

  test.each([
    [{}, null],
    [{ sizeBytes: 0 }, "is empty."],
    [{ sizeBytes: 0, isLink: true }, null],
    [{ type: "application/x-ole-object" }, "is an object in the text of the email, not a file."],
    [{ type: "application/pkcs7-signature" }, signature],
    [{ type: "application/x-pkcs7-signature" }, signature],
    [{ type: "application/pgp-keys" }, signature],
    [{ type: "text/x-calendar" }, "is a calendar entry, not a document."],
    [{ type: "text/directory" }, "is a business card, not a document."],
    [{ type: "message/delivery-status" }, report],
    [{ type: "text/rfc822-headers" }, report],
    [{ type: "application/applefile" }, "is a file that macOS keeps for itself, not a document."],
    [{ name: "smime.p7s" }, signature],
    [{ ...picture, sizeBytes: 20 * 1024 - 1 }, small],
    [{ ...picture, sizeBytes: 20 * 1024 }, null],
    [{ ...picture, sizeBytes: 50_000, contentId: "Logo@X" }, "is shown in the text of the email."],
    [{ ...picture, sizeBytes: 50_000, contentId: "other" }, null],
    [{ ...picture, sizeBytes: 50_000, contentId: "" }, null],
    [{ contentId: "logo@x" }, null],
  ] as [Partial<Attachment>, string | null][])("with %j is set aside, because it %s", (given, words) => {
    expect(whySetAside(attachment(given), usedIds)).toBe(words);
  });

  test("without a Content-ID is not shown, even by a reference that is empty", () => {
    expect(whySetAside(attachment({ ...picture, sizeBytes: 50_000 }), new Set([""]))).toBe(null);
  });

  test("has its content in pieces, of which the first, up to 16 kB, is the head", () => {
    const pieces = () => [Buffer.alloc(16_385, "a"), Buffer.from("bc"), Buffer.from("d")];
    const one = attachment({ sizeBytes: 16_388, pieces });
    expect(contentOf(one).equals(Buffer.concat(pieces()))).toBe(true);
    expect(headOf(one)).toHaveLength(16_384);
    expect(headOf(attachment({ pieces: () => [Buffer.from("a"), Buffer.from("b")] })).toString()).toBe("a");
    expect(headOf(attachment({}))).toHaveLength(0);
  });
});
