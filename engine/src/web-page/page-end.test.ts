import { describe, expect, test } from "vitest";
import type { Block, Box, Inline, Row, Table } from "./blocks.ts";
import { generatedText } from "./generated-content.ts";
import { pageSize } from "./page-size.ts";
import { type Element, isElement, parseHtml } from "./parse-html.ts";
import { computeStyle, rootTextStyle, type Style } from "./style.ts";
import { withoutTrailingSpace } from "./trailing-space.ts";

function styleOf(...declared: [string, string][]): Style {
  return computeStyle(new Map(declared), rootTextStyle);
}
const plain = styleOf();
const paragraph = (...inlines: Inline[]): Block => ({ kind: "paragraph", inlines, style: plain });
const text = (words: string): Block =>
  paragraph({ kind: "text", text: words, style: plain, background: undefined, href: undefined });
const box = (style: Style, ...children: Block[]): Box => ({ kind: "box", style, children, isShrunk: false });
const table = (style: Style, ...rows: Row[]): Table => ({
  kind: "table",
  style,
  rows,
  headRows: 0,
  columnCount: 1,
  columnStyles: [],
});
const row = (child: Block, { style = plain, rows = 1 } = {}): Row => ({
  style,
  cells: [{ box: box(plain, child), column: 0, columns: 1, rows }],
});
const blank = text(" \u00a0\u200b");
const words = text("Words");
const grey = styleOf(["background-color", "#ddd"]);
const nearlyWhite = styleOf(["background-color", "#f8f8f8"]);
const framed = styleOf(["border-top-style", "solid"]);

describe("blocks at the end of a page that show nothing", () => {
  test.each<[string, Block, boolean]>([
    ["white space", blank, true],
    ["a line break", paragraph({ kind: "break" }), true],
    ["words", words, false],
    [
      "a picture",
      paragraph({ kind: "picture", picture: { name: "p", width: 1, height: 1 }, width: 1, height: 1 }),
      false,
    ],
    ["the bullet of a list", { ...paragraph(), marker: "•" } as Block, false],
    ["an empty box", box(plain, blank), true],
    ["a box with words", box(plain, words), false],
    ["a box with a frame", box(framed), false],
    ["a grey box", box(grey), false],
    ["a box that is nearly white", box(nearlyWhite), true],
    ["an empty table", table(plain, row(blank)), true],
    ["a table with a frame", table(framed, row(blank)), false],
    ["a table with a grey row", table(plain, row(blank, { style: grey })), false],
    ["a table with words", table(plain, row(words)), false],
    ["boxes beside each other without words", { kind: "line", style: plain, items: [box(plain, blank)] }, true],
    [
      "boxes beside each other with words",
      { kind: "line", style: plain, items: [box(plain, blank), box(plain, words)] },
      false,
    ],
    ["a grid without words", { kind: "grid", style: plain, items: [box(plain)] }, true],
    ["a float without words", { kind: "float", box: box(plain) } as Block, true],
    ["a float with words", { kind: "float", box: box(plain, words) } as Block, false],
    ["a rule", { kind: "rule", style: plain }, false],
  ])("%s: it is left out, or not", (_, block, isLeftOut) => {
    expect(withoutTrailingSpace([words, block])).toHaveLength(isLeftOut ? 1 : 2);
    expect(withoutTrailingSpace([block, words])).toHaveLength(2);
    expect(withoutTrailingSpace([block])).toHaveLength(isLeftOut ? 0 : 1);
  });

  test("are left out of the last box, and of the last cells of a table", () => {
    expect(withoutTrailingSpace([blank, box(plain, words, blank, blank), blank])).toEqual([blank, box(plain, words)]);
    const cells = row(words);
    const [found] = withoutTrailingSpace([
      table(plain, row(box(plain, words, blank)), row(box(plain, words, blank)), row(blank), row(blank)),
    ]);
    expect(found).toEqual(table(plain, row(box(plain, words, blank)), row(box(plain, words))));
    expect(withoutTrailingSpace([table(framed, row(blank), row(blank))])).toEqual([
      table(framed, { ...cells, cells: [{ box: box(plain), column: 0, columns: 1, rows: 1 }] }),
    ]);
    const spanning = table(framed, row(words, { rows: 2 }), row(blank));
    expect((withoutTrailingSpace([spanning])[0] as Table).rows).toHaveLength(2);
  });

  test("are none on an empty page", () => {
    expect(withoutTrailingSpace([])).toEqual([]);
  });
});

describe("the size of a page", () => {
  test.each<[string, number, boolean | undefined, [width: number, height: number, margin: number]]>([
    ["is A4 for what fits", 600, undefined, [793.7, 1_122.52, 52]],
    ["is a little larger for what is a little wider", 758.67, undefined, [873.07, 1_234.772, 57.2]],
    ["is A4 on its side for what is wider", 830, undefined, [1_122.52, 793.7, 52]],
    ["is A4 on its side where that is asked for", 600, true, [1_122.52, 793.7, 52]],
    ["is A4 upright where its side is not asked for", 600, false, [793.7, 1_122.52, 52]],
    ["is twice A4 on its side at most 2.4 times", 2_037.04, undefined, [2_245.04, 1_587.4, 104]],
    ["is 2.4 times A4 for all that is wider", 9_000, undefined, [2_694.048, 1_904.88, 124.8]],
  ])("%s", (_, needed, asksLandscape, [width, height, margin]) => {
    const found = pageSize(needed, asksLandscape);
    expect([found.width, found.height, found.margin]).toEqual(
      [width, height, margin].map((one) => expect.closeTo(one, 1)),
    );
  });

  test("stands upright up to a factor of 1.2", () => {
    expect(pageSize(827.6, undefined).width).toBeLessThan(pageSize(827.6, undefined).height);
    expect(pageSize(827.7, undefined).width).toBeGreaterThan(pageSize(827.7, undefined).height);
  });
});

test.each([
  ['"a" "b"', "ab"],
  ["'it\\'s'", "it's"],
  ['"\\2022 x"', "•x"],
  ['"\\e000"', ""],
  ["attr(TITLE)", "Words"],
  ["attr(none)", ""],
  ["open-quote 'a' close-quote", "“a”"],
  ["counter(n) url(a.png)", ""],
  [`"${"a".repeat(2_001)}"`, "a".repeat(2_000)],
])("the content %s adds %s", (value, added) => {
  const root = parseHtml("<p title=Words>").childNodes.find((one): one is Element => isElement(one));
  const body = root?.childNodes.findLast((one): one is Element => isElement(one));
  const [element] = body?.childNodes ?? [];
  if (!element || !isElement(element)) throw new Error("The page has no element");
  expect(generatedText(value, element)).toBe(added);
});
