import fc from "fast-check";
import { expect, test } from "vitest";
import { ConvertError } from "../converter.ts";
import { documentOf } from "./page-document.ts";

const page = (html: string) => ({ html, warnings: [], partAt: () => undefined, address: undefined });

/** Returns the words of a document's text, in order. */
async function wordsOf(html: string): Promise<string[]> {
  const { document } = await documentOf(page(html));
  const text = document.body.replaceAll(/<text:(?:tab|s|line-break)[^>]*>|<\/text:p>/g, " ").replaceAll(/<[^>]*>/g, "");
  return text.match(/\b[vh]\d+x\b/g) ?? [];
}

interface Node {
  tag: string;
  style: string;
  children: Node[];
  isHidden: boolean;
}

/** Elements that hold any other, so that the parser does not move their content. */
const containers = ["div", "span", "section", "b", "blockquote", "center", "fieldset"];
const visible = [
  "",
  "display:flex",
  "display:flex;flex-wrap:wrap;justify-content:center",
  "display:grid;grid-template-columns:1fr 2fr;gap:4px",
  "display:inline-block;width:50%",
  "display:inline-block;background:#06c;color:#fff",
  "float:left;width:30%",
  "float:right",
  "clear:both",
  "position:absolute;left:10px",
  "border:1px solid red;padding:4px",
  "width:200px;margin:0 auto;background:#eee",
  "display:table",
  "display:table-cell",
  "display:table-row",
  "column-count:2",
  "white-space:pre",
  "text-align:center;line-height:2",
];
const hidden = [
  "display:none",
  "visibility:hidden",
  "opacity:0",
  "max-height:0;overflow:hidden;display:block",
  "position:absolute;left:-9999px",
  "text-indent:-9999px;display:block",
  "position:absolute;width:1px;height:1px;overflow:hidden",
];

const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.record({
    tag: fc.constantFrom(...containers, "table", "ul"),
    style: fc.constantFrom(...visible),
    children: fc.oneof(
      { maxDepth: 3, depthIdentifier: "page" },
      fc.constant<Node[]>([]),
      fc.array(tie("node"), { maxLength: 3 }),
    ),
    isHidden: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  }),
}));

/** Writes a node with a word of its own before and after its children. */
function written(root: Node, hiddenBy: (word: number) => string): { html: string; words: string[] } {
  let count = 0;
  const words: string[] = [];
  const word = (isShown: boolean) => {
    const one = `${isShown ? "v" : "h"}${count++}x`;
    if (isShown) words.push(one);
    return one;
  };
  const write = (one: Node, isAround: boolean): string => {
    const isShown = isAround && !one.isHidden;
    const style = one.isHidden ? hiddenBy(count) : one.style;
    const before = word(isShown);
    const inside = one.children.map((child) => write(child, isShown)).join("");
    if (one.tag === "ul") return `<ul style="${style}"><li>${before}${inside}</li><li>${word(isShown)}</li></ul>`;
    if (one.tag !== "table") return `<${one.tag} style="${style}">${before} ${inside} ${word(isShown)}</${one.tag}>`;
    const cells = `<td>${before}</td><td rowspan=2>${inside}</td></tr><tr><td colspan=3>${word(isShown)}</td>`;
    return `<table style="${one.isHidden ? style : ""}"><tr>${cells}</tr></table>`;
  };
  return { html: write(root, true), words };
}

test("whatever the layout, every visible word is printed once and no hidden word", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(node, { minLength: 1, maxLength: 3 }), fc.nat(), async (children, seed) => {
      const root: Node = { tag: "div", style: "", children, isHidden: false };
      const { html, words } = written(root, (at) => hidden[(at + seed) % hidden.length] ?? "");
      expect((await wordsOf(`<!DOCTYPE html>${html}`)).sort()).toEqual(words.sort());
    }),
    { numRuns: 150 },
  );
});

const pieces = fc.constantFrom(
  ...[
    "<table>",
    "<tr>",
    "<td colspan=99999999999>",
    "</table>",
    "<td rowspan=0>",
    "<div style='",
    "'>",
    '"',
    "<b>",
    "</b>",
  ],
  ...[
    "<style>",
    "</style>",
    "a{",
    "}",
    "@media print{",
    "*{display:grid;grid:none/subgrid}",
    "<!--",
    "-->",
    "&#x110000;",
  ],
  ...[
    "<select><option>",
    "<svg><style>",
    "<math>",
    "</p>",
    "<frameset>",
    "<template>",
    "width:calc(1px*",
    ":not(",
    "\0",
  ],
  ...["<li value=-9>", "<ol reversed>", "font:0/0 a", "color:var(--a);--a:var(--a)", "<img src=data:,>", "words "],
);

test("a page of damaged pieces becomes a document or is refused", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 60 }), async (parts) => {
      try {
        const { document } = await documentOf(page(parts.join("")));
        expect(document.body.isWellFormed()).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(ConvertError);
      }
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["elements nested 100,000 deep", "<div>".repeat(100_000)],
  ["an element with 100,000 attributes", `<p ${Array.from({ length: 100_000 }, (_, at) => `a${at}=1`).join(" ")}>`],
  ["300,000 elements", "<p>x".repeat(300_000)],
  ["a stylesheet of two million selectors", `<style>${"a,".repeat(2_000_000)}b{}</style><p>x`],
  ["selectors that are compared too often", `<style>b ${"* ".repeat(9)}q{top:0}</style>${"<div>".repeat(300)}<q>x</q>`],
])("a page with %s is refused with a sentence", async (_, html) => {
  await expect(documentOf(page(html))).rejects.toMatchObject({
    reason: "too-large",
    detail: expect.stringMatching(/^is a web page .*\. Print it to PDF and replace it\.$/),
  });
});

test("a cell over a thousand million columns is one column, and brackets without end are no stylesheet", async () => {
  const { document } = await documentOf(page("<table border=1><tr><td colspan=1000000000>a<td>b</tr></table>"));
  expect(document.body.match(/<table:table-column /g)).toHaveLength(2);
  const other = await documentOf(page(`<style>p{a:${"(".repeat(100_000)}</style><p>words`));
  expect(other.warnings).toMatchObject([{ code: "layout-simplified" }]);
});
