import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodePDFRawStream, PDFContext, PDFDocument, PDFName, type PDFRawStream } from "@cantoo/pdf-lib";
import { afterAll, expect, test } from "vitest";
import type { Mark } from "./strip.ts";
import { textMark } from "./text-lines.ts";
import { openTypeface } from "./typeface.ts";
import { openPageWriter } from "./write-pages.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-typeface-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const opened = () => openTypeface(PDFContext.create());
const codes = (operators: string) => [...operators.matchAll(/<([\dA-Fa-f]*)> Tj/g)].map(([, code = ""]) => code);

test("a text is as wide as its characters together, in proportion to its size", () => {
  const { widthOf } = opened();
  expect(widthOf("11", 10, false)).toBeCloseTo(2 * widthOf("7", 10, false));
  expect(widthOf("ab", 20, false)).toBeCloseTo(2 * (widthOf("a", 10, false) + widthOf("b", 10, false)));
  expect(widthOf("1", 10, false)).toBeGreaterThan(4);
  expect(widthOf("1", 10, false)).toBeLessThan(7);
  expect(widthOf("", 10, false)).toBe(0);
  expect(widthOf("Bold words", 10, true)).not.toBe(widthOf("Bold words", 10, false));
});

test("a text of one font is shown at once, with two bytes for each character", () => {
  const { show } = opened();
  const operators = show("Aa A", 9.5, false);
  expect(operators).toMatch(/^\/F1 9\.5 Tf <[\dA-Fa-f]{16}> Tj$/);
  const code = codes(operators)[0] ?? "";
  expect(code.slice(0, 4)).toBe(code.slice(12));
  expect(show("", 10, false)).toBe("");
});

test("fonts have keys in the order of their first use", () => {
  const { show } = opened();
  expect(show("a", 10, true)).toMatch(/^\/F1 10 Tf <....> Tj$/);
  expect(show("a", 10, false)).toMatch(/^\/F2 10 Tf <....> Tj$/);
  expect(show("b", 10, true)).toMatch(/^\/F1 /);
  expect(show("日", 10, false)).toMatch(/^\/F3 /);
});

test("characters of another font are shown in it, between those of the first one", () => {
  const shown = opened().show("ab日本cd", 10, false);
  expect(shown).toMatch(/^\/F1 10 Tf <.{8}> Tj \/F2 10 Tf <.{8}> Tj \/F1 10 Tf <.{8}> Tj$/);
});

test("bold characters that only a regular font has are stroked", () => {
  const { show } = opened();
  expect(show("a日本b", 30, true)).toMatch(
    /^\/F1 30 Tf <....> Tj 2 Tr 1 w \/F2 30 Tf <.{8}> Tj 0 Tr \/F1 30 Tf <....> Tj$/,
  );
  expect(show("日", 15, false)).toMatch(/^\/F2 15 Tf/);
});

test("characters that no font has are question marks and are listed once", () => {
  const typeface = opened();
  expect(typeface.show("\u{10ffff}", 10, false)).toBe(typeface.show("?", 10, false));
  expect(typeface.widthOf("\u{10ffff}\u{10fffe}", 10, true)).toBeCloseTo(typeface.widthOf("??", 10, true));
  expect([...typeface.missing]).toEqual(["\u{10ffff}", "\u{10fffe}"]);
  expect([...opened().missing]).toEqual([]);
});

test("scripts whose letters change their form beside others are listed, and Arabic and Latin are not", () => {
  const typeface = opened();
  typeface.widthOf("abc \u0633\u0644\u0627\u0645 \u0939\u093f \u0ba4", 10, false);
  expect([...typeface.unshaped]).toEqual(["Devanagari", "Tamil"]);
});

test("marks without a form are left out, and every space is the usual one", () => {
  const { show } = opened();
  expect(show("a\u200b\u00ad\ufe0f\tb", 10, false)).toBe(show("ab", 10, false));
  expect(show("a\u00a0b\u3000c", 10, false)).toBe(show("a b c", 10, false));
  expect(show("e\u0301", 10, false)).toBe(show("\u00e9", 10, false));
});

/** The operators of each page as they are written to a file. */
async function operatorsOf(...pages: Mark[][]): Promise<{ lines: string[][]; document: PDFDocument }> {
  const { typeface, write } = openPageWriter();
  expect(typeface.missing.size).toBe(0);
  const path = join(folder, "pages.pdf");
  write(pages, path);
  const document = await PDFDocument.load(await readFile(path));
  const lines = document.getPages().map(({ node }) => {
    const content = node.lookup(PDFName.of("Contents")) as PDFRawStream;
    return Buffer.from(decodePDFRawStream(content).decode()).toString("latin1").split("\n").filter(Boolean);
  });
  return { lines, document };
}

const style = { size: 10, leading: 12, colour: "#FF0033" };

test("marks are drawn from the top of an A4 page, boxes first, then lines, then text in the order of reading", async () => {
  const [first, second] = [textMark("first", 50, 100, style, "left"), textMark("second", 10, 20, style, "left")];
  const { lines, document } = await operatorsOf(
    [
      second,
      first,
      { kind: "rule", x: 10, toX: 60, y: 41.89, width: 0.5, colour: "#003300" },
      { kind: "box", x: 10, toX: 60, y: 41.89, height: 100, colour: "#0000FF" },
    ],
    [],
  );
  expect(document.getPages().map((page) => page.getSize())).toEqual([
    ...[
      { width: 595.276, height: 841.89 },
      { width: 595.276, height: 841.89 },
    ],
  ]);
  expect(lines[0]).toEqual([
    "0 0 1 rg 10 700 50 100 re f",
    "0 0.2 0 RG 0.5 w 10 800 m 60 800 l S",
    expect.stringMatching(/^BT 1 0 0.2 rg 1 0 0.2 RG 50 741.89 Td \/F1 10 Tf <.{20}> Tj ET$/),
    expect.stringMatching(/^BT 1 0 0.2 rg 1 0 0.2 RG 10 821.89 Td \/F1 10 Tf <.{24}> Tj ET$/),
  ]);
  expect(lines[1]).toEqual([]);
});

test("a text that is aligned at the right ends there, as wide as it is in its weight", async () => {
  for (const bold of [false, true]) {
    const { lines } = await operatorsOf([textMark("Words", 500, 41.89, { ...style, bold }, "right")]);
    const x = Number(/RG ([\d.]+) 800 Td/.exec(lines[0]?.[0] ?? "")?.[1]);
    expect(x).toBeCloseTo(500 - opened().widthOf("Words", 10, bold), 4);
  }
});
