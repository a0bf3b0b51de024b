import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PDFName, StandardFonts } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { assemble } from "../../pdf/assemble.ts";
import { choosePages } from "../../pdf/choose-pages.ts";
import { syntaxOf, workFolder } from "../../pdf/testing.ts";
import {
  added,
  aLine,
  aReading,
  aScan,
  drawnPages,
  isWhole,
  overlap,
  pictureStreams,
  type SeenWord,
  sheetHeight,
  wordsInPdfium,
  wordsInPoppler,
} from "./testing.ts";

const texts = (words: SeenWord[] | undefined) => words?.map(({ text }) => text);

/** Mean overlap of words with the boxes of the same words as they were read. */
function meanOverlap(seen: SeenWord[] | undefined, read: SeenWord[]): number {
  const boxOf = (text: string) => seen?.find((word) => word.text === text)?.box ?? [0, 0, 0, 0];
  const each = read.map(({ text, box }) => overlap(box, boxOf(text)));
  return each.reduce((sum, one) => sum + one, 0) / each.length;
}

const receipt = ["Kestrel", "Stationers", "Ltd,", "total", "£48.20", "(paid)"];

test.each([
  ["upright", { x: 60, y: 100, size: 11 }, 0.95],
  ["turned by 90 degrees", { x: 300, y: 100, size: 11, degrees: 90 }, 0.95],
  ["turned by 180 degrees", { x: 500, y: 400, size: 11, degrees: 180 }, 0.95],
  ["turned by 270 degrees", { x: 300, y: 600, size: 11, degrees: 270 }, 0.95],
  ["askew by 3 degrees", { x: 60, y: 300, size: 11, degrees: 3 }, 0.7],
  ["askew by 12 degrees the other way", { x: 60, y: 300, size: 11, degrees: -12 }, 0.55],
])("words of a line that is %s are found where they stand", async (_, place, least) => {
  const { line, words } = aLine(receipt, place);
  const out = await added(await aScan(), [aReading(1, [line], words)]);

  expect(out).toMatchObject({ pages: 1, words: 6 });
  const [inPdfium] = await wordsInPdfium(out.path);
  // Both list words that stand on their head from left to right.
  expect(texts(inPdfium)?.toSorted()).toEqual(receipt.toSorted());
  expect(meanOverlap(inPdfium, words)).toBeGreaterThan(least);
  const [inPoppler] = wordsInPoppler(out.path);
  expect(texts(inPoppler)?.toSorted()).toEqual(receipt.toSorted());
  expect(meanOverlap(inPoppler, words)).toBeGreaterThan(least);
});

test("words with wide and narrow letters have the boxes that were read, not those of their letters", async () => {
  const { line } = aLine(["WWWW", "iiii"], { x: 50, y: 50, size: 10 });
  const words: Parameters<typeof aReading>[2] = [
    { text: "WWWW", box: [50, 42, 90, 52], line: 0 },
    { text: "iiii", box: [93, 42, 102, 52], line: 0 },
  ];
  const { path } = await added(await aScan(), [aReading(1, [line], words)]);
  expect(meanOverlap((await wordsInPdfium(path))[0], words)).toBeGreaterThan(0.9);
  expect(meanOverlap(wordsInPoppler(path)[0], words)).toBeGreaterThan(0.9);
});

test.each([
  ["a converted file", async () => aScan(3)],
  ["an assembled document", async () => assembled(await aScan(3))],
])("%s looks the same with text, and its pictures stay byte for byte", async (_, make) => {
  const path = await make();
  const readings = [1, 2, 3].map((page) => {
    const { line, words } = aLine(receipt, { x: 60, y: 100 * page, size: 9 });
    return aReading(page, [line], words);
  });
  const out = await added(path, readings);

  expect(out).toMatchObject({ pages: 3, words: 18 });
  expect(await drawnPages(out.path)).toEqual(await drawnPages(path));
  const before = await readFile(path);
  const pictures = await pictureStreams(path);
  expect(pictures).toHaveLength(3);
  expect(await pictureStreams(out.path)).toEqual(pictures);
  expect((await readFile(out.path)).subarray(0, before.length).equals(before)).toBe(true);
  expect(isWhole(out.path)).toBe(true);
  expect((await wordsInPdfium(out.path)).map(texts)).toEqual([receipt, receipt, receipt]);
});

async function assembled(path: string): Promise<string> {
  const outPath = join(await workFolder(), "all.pdf");
  await assemble({ sources: [{ path, title: "Scan" }], title: "Scans", outPath });
  return outPath;
}

test("a document has one font for all its text, of 1.5 kB, and a word takes no more than 12 bytes", async () => {
  const path = await aScan(4);
  const names = ["Invoice", "amount", "of", "the", "Tuesday", "delivery", "1,204.50", "VAT", "paid", "Kestrel", "and"];
  const readings = [1, 2, 3, 4].map((page) => {
    const lines = Array.from({ length: 40 }, (_, index) =>
      aLine(
        Array.from({ length: 10 }, (__, at) => names[(index * 7 + at * 3 + page) % names.length] ?? ""),
        { x: 40 + (index % 5) * 3.3, y: 60 + index * 18, size: 8 + (index % 4) },
        index,
      ),
    );
    return aReading(
      page,
      lines.map(({ line }) => line),
      lines.flatMap(({ words }) => words),
    );
  });
  const out = await added(path, readings);
  const addedBytes = (await readFile(out.path)).length - (await readFile(path)).length;
  expect(addedBytes / out.words).toBeLessThan(12);
  expect(syntaxOf(out.path).match(/\/Subtype \/Type0/g)).toHaveLength(1);
  expect(syntaxOf(out.path).match(/BT 3 Tr/g)).toHaveLength(4);

  const one = await added(path, [aReading(1, ...lineOf("x"))]);
  expect((await readFile(one.path)).length - (await readFile(path)).length).toBeLessThan(2_700);
});

function lineOf(...words: string[]): [lines: Parameters<typeof aReading>[1], words: Parameters<typeof aReading>[2]] {
  const made = aLine(words, { x: 60, y: 100, size: 11 });
  return [[made.line], made.words];
}

test("letters of other languages and characters beyond the basic plane can be found", async () => {
  const unusual = ["Straße", "Łódź", "€12", "Œuvre", "a\\b", "50%)", "(x", "😀", "𝟛𝟜", "Ω≈ç", "東京", "\u0d0dy"];
  const { path } = await added(await aScan(), [aReading(1, ...lineOf(...unusual))]);
  expect(isWhole(path)).toBe(true);
  expect(texts(wordsInPoppler(path)[0])).toEqual(unusual);
  expect(texts((await wordsInPdfium(path))[0])?.join(" ")).toBe(unusual.join(" "));
});

test("words that are written from right to left are found as they are read", async () => {
  const hebrew = ["חשבונית", "קבלה"];
  const { line, words } = aLine(hebrew.toReversed(), { x: 60, y: 100, size: 11 });
  const { path } = await added(await aScan(), [aReading(1, [line], words.toReversed())]);
  expect(texts((await wordsInPdfium(path))[0])).toEqual(hebrew);
  const inPoppler = execFileSync("pdftotext", [path, "-"]).toString();
  expect(inPoppler).toContain(hebrew.join(" "));
});

test("only pages whose words were recognised get text, without words that are hardly sure", async () => {
  const path = await aScan(4);
  const [lines, words] = lineOf("sure", "doubtful");
  const doubtful = words.map((word) => ({ ...word, confidence: word.text === "sure" ? 31 : 29 }));
  const out = await added(path, [
    aReading(1, lines, doubtful),
    { ...aReading(2, lines, words), source: "text" },
    { ...aReading(3, lines, words), source: "unread" },
    aReading(4, lines, []),
    aReading(9, lines, words),
  ]);
  expect(out).toMatchObject({ pages: 1, words: 1 });
  expect((await wordsInPdfium(out.path)).map(texts)).toEqual([["sure"], [], [], []]);
});

test("a document whose pages have no words is copied byte for byte", async () => {
  const path = await aScan();
  const out = await added(path, [aReading(1, [], [])]);
  expect(out).toMatchObject({ pages: 0, words: 0 });
  expect((await readFile(out.path)).equals(await readFile(path))).toBe(true);
});

test("words of a file that is not what was written are left out, and the rest is written", async () => {
  const [lines, words] = lineOf("kept");
  const reading = aReading(1, lines, [...words, { text: "nowhere", box: [Number.NaN, 0, 1, 1], line: 0 }]);
  const out = await added(await aScan(), [reading]);
  expect(texts((await wordsInPdfium(out.path))[0])).toEqual(["kept"]);
});

test("invisible text that could not be trusted is replaced by what was read", async () => {
  const path = await aScan(1, async (document) => {
    const page = document.getPage(0);
    const font = await document.embedFont(StandardFonts.Helvetica);
    const key = page.node.newFontDictionary("F", font.ref);
    const content = `q BT 3 Tr ${key} 11 Tf 60 700 Td (Qrstuv) Tj 14 TL (Wxyz) ' [(Ab) -20 (cd)] TJ ET Q`;
    page.node.addContentStream(document.context.register(document.context.stream(content)));
  });
  expect(texts((await wordsInPdfium(path))[0])?.join("")).toContain("Qrstuv");
  const { line, words } = aLine(receipt, { x: 60, y: sheetHeight - 700, size: 11 });
  const out = await added(path, [aReading(1, [line], words)]);

  expect(texts((await wordsInPdfium(out.path))[0])).toEqual(receipt);
  expect(await drawnPages(out.path)).toEqual(await drawnPages(path));
  expect(await pictureStreams(out.path)).toEqual(await pictureStreams(path));
  expect(isWhole(out.path)).toBe(true);
});

test("text that is seen on a scan stays and is not found twice", async () => {
  const path = await aScan(1, async (document) => {
    const font = await document.embedFont(StandardFonts.Helvetica);
    document.getPage(0).drawText("RECEIVED", { x: 60, y: sheetHeight - 100, size: 11, font });
  });
  const stamp = aLine(["RECEIVED"], { x: 60, y: 100, size: 12.5 });
  const { line, words } = aLine(["Kestrel"], { x: 60, y: 120, size: 12.5 }, 1);
  const out = await added(path, [aReading(1, [stamp.line, line], [...stamp.words, ...words])]);
  expect(texts((await wordsInPdfium(out.path))[0])).toEqual(["RECEIVED", "Kestrel"]);
});

test("a page whose invisible and visible text depend on each other stays as it is", async () => {
  const path = await aScan(1, async (document) => {
    const page = document.getPage(0);
    const font = await document.embedFont(StandardFonts.Helvetica);
    const key = page.node.newFontDictionary("F", font.ref);
    const content = `q BT ${key} 11 Tf 60 700 Td 3 Tr (Hidden) Tj 0 Tr (Shown) Tj ET Q`;
    page.node.addContentStream(document.context.register(document.context.stream(content)));
  });
  const out = await added(path, [aReading(1, ...lineOf("Kestrel"))]);
  expect(out).toMatchObject({ pages: 0, words: 0 });
  expect(texts((await wordsInPdfium(out.path))[0])).toEqual(["HiddenShown"]);
});

test("a page whose content leaves a moved and clipped state behind has its text in the right place", async () => {
  const path = await aScan(1, async (document) => {
    const content = "q q 0.1 0 0 0.1 300 300 cm 0 0 10 10 re W n";
    const { node } = document.getPage(0);
    node.set(PDFName.of("Contents"), document.context.register(document.context.stream(content)));
  });
  const [lines, words] = lineOf(...receipt);
  const { path: out } = await added(path, [aReading(1, lines, words)]);
  expect(meanOverlap((await wordsInPdfium(out))[0], words as SeenWord[])).toBeGreaterThan(0.9);
});

test("a page that was turned in its document takes the words as they lie there", async () => {
  const folder = await workFolder();
  const chosen = choosePages([{ path: await aScan(), title: "Scan" }], [{ source: 0, page: 1, turn: 90 }], folder);
  const path = join(folder, "turned.pdf");
  await assemble({ ...chosen, title: "Turned", outPath: path });
  const { line, words } = aLine(receipt, { x: 700, y: 60, size: 11, degrees: 90 });
  const { path: out } = await added(path, [aReading(1, [line], words)]);
  expect(meanOverlap((await wordsInPdfium(out))[0], words)).toBeGreaterThan(0.9);
});
