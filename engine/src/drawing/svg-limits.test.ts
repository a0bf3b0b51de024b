import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { emfDrawing } from "../../../fixtures/drawings.ts";
import { cleanSvg, svgText } from "./clean-svg.ts";
import { binaryDrawing, isSvg } from "./drawing-kind.ts";
import { checkReferences } from "./svg-references.ts";
import { svgSize } from "./svg-size.ts";
import { expandSymbols } from "./svg-symbols.ts";
import { readSvg } from "./svg-tree.ts";

const svg = (inside: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;
const read = (text: string) => readSvg(Buffer.from(text));
const tooLarge = expect.objectContaining({ reason: "too-large" });
const inside = (root: ReturnType<typeof read>) =>
  svgText(root)
    .replace(/^.*\n<svg[^>]*>/, "")
    .replace(/<\/svg>$/, "");

describe("a drawing is read", () => {
  test("with elements nested 200 deep, and not with more", () => {
    const nested = (depth: number) => svg(`${"<g>".repeat(depth - 1)}${"</g>".repeat(depth - 1)}`);
    expect(read(nested(200)).name).toBe("svg");
    expect(() => read(nested(201))).toThrow(tooLarge);
  });

  test("with 100 entities of 1,000 characters, and not with more", () => {
    const declared = (count: number, length: number) => {
      const entities = Array.from({ length: count }, (_, at) => `<!ENTITY e${at} "${"a".repeat(length)}">`).join("");
      return read(`<!DOCTYPE svg [${entities}]>${svg("<text>&e0;</text>")}`);
    };
    expect(inside(declared(100, 1_000))).toBe(`<text>${"a".repeat(1_000)}</text>`);
    expect(() => declared(101, 1)).toThrow(/declares entities/);
    expect(() => declared(1, 1_001)).toThrow(/declares entities/);
    expect(inside(read(`<!DOCTYPE svg [<!ENTITY e 'b'>]>${svg("<text>&e;</text>")}`))).toBe("<text>b</text>");
  });

  test.each([
    ["without elements of other namespaces", '<x:g xmlns:x="urn:x"><rect/>a</x:g><g/>', "<g/>"],
    ["without attributes of other namespaces", '<g x:a="1" xmlns:x="urn:x" b="2"/>', '<g b="2"/>'],
    ["without attributes of any other namespace", '<g x:a="1" xmlns:x="constructor"/>', "<g/>"],
    [
      "with those of XLink and XML, whatever their prefix",
      '<g l:href="#a" xmlns:l="http://www.w3.org/1999/xlink" xml:space="preserve"/>',
      '<g xlink:href="#a" xml:space="preserve"/>',
    ],
    ["with texts and sections of characters", "<text>a<![CDATA[<b>]]></text>", "<text>a&lt;b&gt;</text>"],
  ])("%s", (_, given, expected) => {
    expect(inside(read(svg(given)))).toBe(expected);
  });

  test("with the text of its HTML, and what follows it elsewhere", () => {
    const html =
      '<foreignObject><p xmlns="urn:x">a<b>c</b></p></foreignObject><x:i xmlns:x="urn:x">d</x:i><text>e</text>';
    expect(inside(read(svg(html)))).toBe("<foreignObject>ac</foreignObject><text>e</text>");
  });

  test("without a namespace", () => {
    expect(read('<svg width="9"><rect/></svg>').children).toHaveLength(1);
  });
});

describe("references", () => {
  const checked = (text: string) => {
    const { root } = cleanSvg(read(text));
    checkReferences(root);
    return root;
  };

  test("are followed a thousand times, and no further, however many elements that draws", () => {
    const chain = (uses: number) =>
      svg(Array.from({ length: uses }, (_, at) => `<use id="a${at}" href="#a${at + 1}"/>`).join(""));
    expect(checked(chain(990)).children).toHaveLength(990);
    expect(() => checked(chain(1_000))).toThrow(/more than 500,000 elements/);
    expect(() => checked(chain(1_001))).toThrow(/without end/);
  });

  test("draw 500,000 elements, and no more", () => {
    // With its 499 elements and its use, each of 999 uses draws 500; so do the root and the group.
    const drawn = (more: string) =>
      svg(`<g id="a">${"<rect/>".repeat(498)}</g>${'<use href="#a"/>'.repeat(999)}${more}`);
    expect(checked(drawn("")).children).toHaveLength(1_000);
    expect(() => checked(drawn("<rect/>"))).toThrow(/more than 500,000 elements/);
  });

  test("of a colour count, and those that lead back are removed with their attribute", () => {
    const pattern = '<pattern id="p"><rect fill="url(#p)" stroke="url(#q)"/></pattern>';
    expect(inside(checked(svg(pattern)))).toBe('<pattern id="p"><rect stroke="url(#q)"/></pattern>');
    expect(inside(checked(svg('<g id="a"><use href="#a"/></g><rect id="a"/>')))).toBe(
      '<g id="a"><use/></g><rect id="a"/>',
    );
    expect(inside(checked(svg('<rect id="a"/><g id="a"><use href="#a"/></g>')))).toContain('<use xlink:href="#a"/>');
  });
});

describe("a symbol", () => {
  const expanded = (uses: string, symbol = 'width="7" viewBox="0 0 1 1"') => {
    const root = read(svg(`<symbol id="s" ${symbol}><path/></symbol>${uses}`));
    expandSymbols(root);
    return inside(root).replace(/^<symbol.*?<\/symbol>/, "");
  };

  test.each([
    [
      "has the size of its use",
      '<use xlink:href="#s" width="4" height="3"/>',
      '<g transform="translate(0 0)"><svg width="4" viewBox="0 0 1 1" height="3"><path/></svg></g>',
    ],
    [
      "else its own size, else that of the drawing",
      '<use xlink:href="#s"/>',
      '<g transform="translate(0 0)"><svg width="7" viewBox="0 0 1 1" height="100%"><path/></svg></g>',
    ],
    [
      "stands where its use stands, after its other changes",
      '<use xlink:href="#s" x="5" y="-6" transform="scale(2)"/>',
      '<g transform="scale(2) translate(5 -6)"><svg width="7" viewBox="0 0 1 1" height="100%"><path/></svg></g>',
    ],
    [
      "is replaced in groups",
      '<g><use xlink:href="#s"/>a</g>',
      '<g><g transform="translate(0 0)"><svg width="7" viewBox="0 0 1 1" height="100%"><path/></svg></g>a</g>',
    ],
    [
      "is only replaced where it is used",
      '<use xlink:href="#t"/><use/><g xlink:href="#s"/>',
      '<use xlink:href="#t"/><use/><g xlink:href="#s"/>',
    ],
  ])("%s", (_, uses, expected) => {
    expect(expanded(uses)).toBe(expected);
  });

  test("without a view box is a group", () => {
    expect(expanded('<use xlink:href="#s"/>', "")).toBe(
      '<g transform="translate(0 0)"><g width="100%" height="100%"><path/></g></g>',
    );
  });

  test("that is used in itself is replaced once", () => {
    const root = read(
      svg('<symbol id="s"><use xlink:href="#s"/></symbol><symbol id="s"><path/></symbol><use xlink:href="#s"/>'),
    );
    expandSymbols(root);
    expect(root.children).toMatchObject([{ name: "symbol" }, { name: "symbol" }, { name: "g" }]);
  });
});

test.each([
  ['width="1pc" height="3pt"', [16, 4]],
  ['width="2em" height="2ex"', [32, 16]],
  ['width="2.54cm" height="+1e2px"', [96, 100]],
  ['width="5" height="0"', undefined],
  ['width="5" height="0" viewBox="0 0 10 20"', [5, 10]],
  ['height="5" viewBox="0 0 10 20"', [2.5, 5]],
  ['viewBox="0 0 10 0"', undefined],
  ['viewBox="0 0 10"', undefined],
  ['viewBox="0 0 10 1e999"', undefined],
  ['viewBox="0 0 1e999 10"', undefined],
  ['viewBox="5 5 10 20"', [10, 20]],
  ["", undefined],
])("the size of a drawing with %s is read", (attributes, expected) => {
  const size = svgSize(read(svg("", attributes)));
  expect(size && [size.width, size.height]).toEqual(expected?.map((one) => expect.closeTo(one)));
});

describe("a drawing in binary form", () => {
  /** The first 44 bytes of a file of Windows. */
  const head = (...words: number[]) => {
    const bytes = Buffer.alloc(44);
    for (const [at, word] of words.entries()) bytes.writeUInt16LE(word, at * 2);
    return bytes;
  };

  test.each([
    [[1, 9, 0x100], "wmf"],
    [[2, 9, 0x300], "wmf"],
    [[0, 9, 0x300], undefined],
    [[3, 9, 0x300], undefined],
    [[1, 8, 0x300], undefined],
    [[1, 9, 0x200], undefined],
    [[0xcdd7, 0x9ac6], "wmf"],
    [[0xcdd7, 0x9ac7], undefined],
  ])("begins with known words: %j", (words, kind) => {
    expect(binaryDrawing(head(...words))).toBe(kind);
  });

  test("is known from its first 44 bytes", () => {
    const emf = emfDrawing("Words");
    expect(binaryDrawing(emf.subarray(0, 44))).toBe("emf");
    expect(binaryDrawing(emf.subarray(0, 43))).toBeUndefined();
    const other = Buffer.from(emf);
    other[40] = 0;
    expect(binaryDrawing(other)).toBeUndefined();
    expect(binaryDrawing(gzipSync(emf.subarray(0, 44)))).toBe("emf");
    expect(binaryDrawing(gzipSync(emf).fill(0, 2, 3))).toBeUndefined();
  });
});

test("text is an SVG drawing by its root element where that is known", () => {
  const root = (name: string, namespace: string) => isSvg(Buffer.from("<html>"), { name, namespace } as never);
  expect(root("svg", "")).toBe(true);
  expect(root("svg", "http://www.w3.org/2000/svg")).toBe(true);
  expect(root("svg", "urn:x")).toBe(false);
  expect(root("html", "")).toBe(false);
});
