import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { degrees, StandardFonts } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { aPdf, workFolder } from "../pdf/testing.ts";
import { type PageResult, readPages } from "./read-pages.ts";
import { a4, addScan, aGarbledLetter, aLetter, exchangedLetters, letter, pictureOf, writeLines } from "./testing.ts";

/** Reads the text layers of a PDF. */
async function layersOf(pdf: Buffer): Promise<PageResult[]> {
  const dir = await workFolder();
  const [path, outPath] = [join(dir, "pages.pdf"), join(dir, "result")];
  await writeFile(path, pdf);
  const pages = await readPages({ path, outPath, first: 0, end: 50, languages: [], secondMs: 0 });
  const results = (await readFile(outPath, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(results).toHaveLength(pages);
  return results;
}

const sourceOf = async (pdf: Buffer) => (await layersOf(pdf))[0]?.reading.source;

test("words have boxes around their ink, and lines a baseline and a size, from the top left corner", async () => {
  const [page] = await layersOf(await aLetter());
  const { words, lines, width, height } = page?.reading ?? { words: [], lines: [], width: 0, height: 0 };
  expect([width, height].map(Math.round)).toEqual([595, 842]);
  expect(words.map(({ text }) => text).join(" ")).toBe(letter.join(" "));
  const [first] = words;
  // "Kestrel" at 72, 72 with capitals of 8.6 points: Helvetica's capitals are 0.718 of its size high.
  expect(first?.box[0]).toBeCloseTo(73, 0);
  expect(first?.box[1]).toBeCloseTo(72 - 8.6, 0);
  expect(first?.box[3]).toBeCloseTo(72, 0);
  expect(lines).toHaveLength(letter.length);
  expect(lines[0]?.size).toBeCloseTo(12, 1);
  expect(lines[0]?.baseline[1]).toBeCloseTo(72, 1);
  expect(lines[1]?.baseline[3]).toBeCloseTo(96, 1);
});

test("a page that its file turns is read as it is shown", async () => {
  const pdf = await aPdf(async (document) => {
    const page = document.addPage(a4);
    await writeLines(page, letter);
    page.setRotation(degrees(90));
  });
  const [page] = await layersOf(pdf);
  expect([page?.reading.width, page?.reading.height].map((side) => Math.round(side ?? 0))).toEqual([842, 595]);
  // The lines run down, 72 points from the right edge, and turning the page back three quarters makes them upright.
  expect(page?.reading.lines[0]?.baseline[0]).toBeCloseTo(841.89 - 72, 0);
  expect(page?.reading.turn).toBe(270);
});

test.each([
  [90, 270],
  [180, 180],
  [270, 90],
] as const)("lines turned by %i degrees are upright after a turn of %i", async (angle, turn) => {
  const pdf = await aPdf(async (document) => {
    const page = document.addPage(a4);
    const font = await document.embedFont(StandardFonts.Helvetica);
    for (const [index, line] of letter.entries()) {
      const place = { x: 300 + (angle === 180 ? 0 : 20 * index), y: 420 + 20 * index };
      page.drawText(line, { ...place, size: 12, font, rotate: degrees(-angle) });
    }
  });
  const [page] = await layersOf(pdf);
  expect(page?.reading.turn).toBe(turn);
  expect(page?.reading.words.some(({ text }) => text === "garden")).toBe(true);
});

test("lines that run several ways propose no turn", async () => {
  const pdf = await aPdf(async (document) => {
    const page = document.addPage(a4);
    await writeLines(page, letter);
    const font = await document.embedFont(StandardFonts.Helvetica);
    for (const [index, line] of letter.entries())
      page.drawText(line, { x: 400 + 14 * index, y: 420, size: 10, font, rotate: degrees(-90) });
  });
  expect((await layersOf(pdf))[0]?.reading.turn).toBe(0);
});

test("ligatures are read as their letters", async () => {
  const pdf = await aGarbledLetter((character) => (character === "f" ? "\ufb01" : character));
  expect((await layersOf(pdf))[0]?.reading.words.map(({ text }) => text)).toContain("fior");
});

const shifted = (codes: number) => (character: string) =>
  character === " " ? " " : String.fromCharCode(character.charCodeAt(0) + codes);

test.each<[string, (character: string) => string]>([
  ["of private use", (character) => String.fromCharCode(0xe000 + character.charCodeAt(0))],
  ["partly U+FFFD", (character) => (/[aeiou]/.test(character) ? "\ufffd" : character)],
  ["apart from each other", (character) => `${character} `],
  ["shifted by three codes", shifted(3)],
  ["shifted by 29 codes", shifted(29)],
  ["exchanged", exchangedLetters(1)],
  ["exchanged in another way", exchangedLetters(2)],
])("a text layer whose letters are %s is not believed", async (_name, meaning) => {
  const [page] = await layersOf(await aGarbledLetter(meaning));
  expect(page).toMatchObject({ isFinal: false, reading: { source: "unread", words: [] } });
});

test("the same text layer with its own letters is believed", async () => {
  expect(await sourceOf(await aGarbledLetter((character) => character))).toBe("text");
});

test("invisible words under a scan, and few words on one, do not settle what the page says", async () => {
  const picture = await pictureOf(await aLetter());
  const pdf = await aPdf(async (document) => {
    await writeLines(await addScan(document, picture), letter, { isInvisible: true });
    await writeLines(await addScan(document, picture), ["Received 14 October 2026"]);
    await writeLines(await addScan(document, picture), letter);
    await addScan(document, picture);
    document.addPage(a4);
  });
  const found = (await layersOf(pdf)).map(({ isFinal, reading }) => `${reading.source} ${isFinal}`);
  expect(found).toEqual(["text false", "text false", "text true", "unread false", "blank true"]);
});
