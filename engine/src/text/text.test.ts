import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import type { Office } from "../office/office.ts";
import { textConverter } from "./text.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-text-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The parts of the document that is given to LibreOffice, by their names. */
const written = vi.hoisted(() => ({ path: "", parts: new Map<string, string>() }));
vi.mock("../sheet/office-package.ts", () => ({
  declaration: "<?xml?>",
  writeOfficePackage(path: string, _main: unknown, _references: unknown, parts: [string, string | Iterable<string>][]) {
    written.path = path;
    written.parts = new Map(parts.map(([name, content]) => [name, [...content].join("")]));
    return Promise.resolve();
  },
}));

const toPdf = vi.fn(() => Promise.resolve());

/** Converts a text; the document is in `written` afterwards. */
async function converted(text: string | Buffer) {
  const path = join(folder, "My report.txt");
  writeFileSync(path, text);
  const converter = textConverter({ toPdf } as unknown as Office);
  const result = await converter.toPdf(
    { path, name: "My report.txt", sizeBytes: text.length },
    {
      workDir: folder,
      outPath: join(folder, "out.pdf"),
    },
  );
  const document = written.parts.get("word/document.xml") ?? "";
  const paragraphs = [...document.matchAll(/<w:p>(.*?)<\/w:p>/gs)].map(([, paragraph = ""]) => paragraph);
  return { ...result, document, paragraphs, styles: written.parts.get("word/styles.xml") ?? "" };
}

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const properties = (...names: string[]) => `<w:pPr>${names.map((name) => `<w:${name}/>`).join("")}</w:pPr>`;

test("a text becomes a document with its own name, and each line a paragraph", async () => {
  const { paragraphs, pdfPath, origin, warnings } = await converted("one\n\n  two & <three>\n");
  expect(paragraphs).toEqual([run("one"), "", run("  two &amp; &lt;three&gt;")]);
  expect([written.path, pdfPath]).toEqual([join(folder, "My report.docx"), join(folder, "text.pdf")]);
  expect(toPdf).toHaveBeenLastCalledWith(written.path, pdfPath);
  expect([origin, warnings]).toEqual(["own", []]);
});

test("each page after the first begins with a page break, and no other line does", async () => {
  const { paragraphs } = await converted("a\nb\fc\nd\fe");
  const page = properties("pageBreakBefore");
  expect(paragraphs).toEqual([run("a"), run("b"), page + run("c"), run("d"), page + run("e")]);
});

test.each([
  ["Hebrew", "\u05e9\u05dc\u05d5\u05dd abc", true],
  ["Arabic after digits and signs", "12) \u0633\u0644\u0627\u0645", true],
  ["Latin before Hebrew", "abc \u05e9\u05dc\u05d5\u05dd", false],
  ["no letter", "12", false],
])("a line is set from right to left by its first letter: %s", async (_what, text, isBidi) => {
  expect((await converted(text)).paragraphs).toEqual([(isBidi ? properties("bidi") : "") + run(text)]);
});

test("a page may begin with a line from right to left", async () => {
  const { paragraphs } = await converted("a\f\u05e9");
  expect(paragraphs[1]).toBe(properties("pageBreakBefore", "bidi") + run("\u05e9"));
});

/** The lengths of the paragraphs that a line becomes. */
const pieces = async (line: string) => {
  const { paragraphs } = await converted(line);
  const texts = paragraphs.map((paragraph) => /<w:t [^>]*>(.*)<\/w:t>/.exec(paragraph)?.[1] ?? "");
  expect(texts.join("")).toBe(line);
  return texts.map((text) => text.length);
};

test.each([
  ["4,000 characters is whole", "x".repeat(4_000), [4_000]],
  ["4,001 characters without a space is cut", "x".repeat(4_001), [4_000, 1]],
  ["8,000 characters is cut in two", "x".repeat(8_000), [4_000, 4_000]],
  ["a space in its second half is cut after it", `${"x".repeat(3_000)} ${"y".repeat(2_000)}`, [3_001, 2_000]],
  ["a space at the limit is cut after it", `${"x".repeat(4_000)} ${"y".repeat(10)}`, [4_001, 10]],
  ["a space just in its second half is cut after it", `${"x".repeat(2_001)} ${"y".repeat(3_000)}`, [2_002, 3_000]],
  ["a space at its half is cut at the limit", `${"x".repeat(2_000)} ${"y".repeat(3_000)}`, [4_000, 1_001]],
  ["two long words", `${"x".repeat(3_000)} ${"y".repeat(3_000)} z`, [3_001, 3_002]],
])("a line of %s", async (_what, line, lengths) => {
  expect(await pieces(line)).toEqual(lengths);
});

test("a long line at the beginning of a page has one page break", async () => {
  const { document } = await converted(`a\f${"x".repeat(9_000)}`);
  expect(document.split("pageBreakBefore")).toHaveLength(2);
});

const upright = '<w:pgSz w:w="11906" w:h="16838"/>';
const across = '<w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>';

test.each([
  [80, upright, 20, 230],
  [81, upright, 18, 207],
  [100, upright, 16, 184],
  [101, across, 18, 207],
  [135, upright, 20, 230],
])("a line of %i columns decides the paper and the size of the letters", async (columns, paper, size, height) => {
  const { document, styles } = await converted(`word ${"x".repeat(columns - 5)}\nshort`);
  expect(document).toContain(paper);
  expect(document).toContain('<w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134"');
  expect(styles).toContain(`<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`);
  expect(styles).toContain(`w:line="${height}" w:lineRule="exact"`);
});

/** A text with many lines of one width and a few of another, and empty lines. */
const mixed = (many: [number, number], few: [number, number]) =>
  [many, few].map(([count, width]) => `${"x".repeat(width)}\n\n`.repeat(count)).join("");

test.each([
  ["one of 20 lines is wide", mixed([19, 70], [1, 120]), across, 18],
  ["one of 21 lines is wide", mixed([20, 70], [1, 120]), upright, 20],
  ["two of 41 lines are very wide", mixed([39, 120], [2, 300]), across, 18],
  ["one of 41 lines is a little wide", mixed([40, 70], [1, 100]), upright, 16],
])("the widest twentieth of the lines does not decide the paper: %s", async (_what, text, paper, size) => {
  const { document, styles } = await converted(text);
  expect(document).toContain(paper);
  expect(styles).toContain(`<w:sz w:val="${size}"/>`);
});

test.each(["", "\n\n", " \f "])("a text that prints nothing is refused as empty: %j", async (text) => {
  await expect(converted(text)).rejects.toMatchObject({ reason: "empty" });
});

test("a guessed encoding is warned about", async () => {
  const { warnings, paragraphs } = await converted(Buffer.from("Caf\xe9 Nero 4.20 for Zo\xeb", "latin1"));
  expect(paragraphs).toEqual([run("Café Nero 4.20 for Zoë")]);
  expect(warnings.every(({ code }) => code === "encoding-guessed")).toBe(true);
});

/** A last page with this text, after 1,999 pages. 63 lines of 80 columns are on a page. */
test.each([
  ["one line", "x", true],
  ["63 lines", "x\n".repeat(63), true],
  ["64 lines", "x\n".repeat(64), false],
  ["62 empty lines and another", `${"\n".repeat(62)}x`, true],
  ["63 empty lines and another", `${"\n".repeat(63)}x`, false],
  ["a line for 63 lines", "x".repeat(80 * 63), true],
  ["a line for 64 lines", "x".repeat(80 * 63 + 1), false],
  ["a page more", "x\fx", false],
])("a text may make 2,000 pages and no more: %s on the last page", async (_what, text, fits) => {
  const result = converted("x\f".repeat(1_999) + text);
  if (fits) await expect(result).resolves.toMatchObject({ origin: "own" });
  else {
    await expect(result).rejects.toMatchObject({
      reason: "too-large",
      detail: expect.stringContaining("would make about 2,001 pages"),
    });
  }
});
