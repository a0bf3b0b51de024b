import type { ReadingProblem } from "@sheaf/contracts/reading.ts";
import { expect, test } from "vitest";
import { cleanPicture } from "./clean-picture.ts";
import type { RecognisedLine } from "./hocr.ts";
import { type LookedAt, readabilityOf } from "./readability.ts";
import { drawnLines, someLines } from "./testing.ts";

const linesAt = (left: number, confidence: number): RecognisedLine[] =>
  someLines.map((text, index) => {
    const y = 220 + index * 64;
    const word = { text, confidence, box: [left, y - 30, left + 600, y] as const };
    return { baseline: [left, y, left + 600, y], size: 34, xHeight: 18, words: [word] };
  });

async function page(about: Partial<LookedAt> = {}): Promise<LookedAt> {
  const { pixels, width, height } = cleanPicture(await drawnLines(someLines));
  const picture = { pixels, width, height };
  const usual = { confidence: 40, contrast: 0.9, inkTiles: 100, scanScale: 1, sourceDpi: 300, skew: 0, coverage: 1 };
  return { picture, lines: linesAt(120, 40), ...usual, ...about };
}

test("a page that is read surely has no problem, whatever it looks like", async () => {
  const sure = await page({ confidence: 65, contrast: 0.1, scanScale: 0.4 });
  expect(readabilityOf(sure).problem).toBeNull();
});

test.each<[ReadingProblem, Partial<LookedAt>]>([
  ["small", { scanScale: 0.4 }],
  ["faint", { contrast: 0.15 }],
  ["no-words", { lines: [], confidence: null }],
  ["cut-off", { lines: linesAt(1, 95), confidence: 95 }],
])("the reason is told: %s", async (problem, about) => {
  expect(readabilityOf(await page(about)).problem).toBe(problem);
});

test("tiny letters are a problem even where the words are sure", async () => {
  expect(readabilityOf(await page({ confidence: 90, scanScale: 0.25 })).problem).toBe("small");
});

test("the resolution is told by the letters, and of a hard page by its scan", async () => {
  expect(readabilityOf(await page({ confidence: 90, sourceDpi: null })).dpi).toBe(18 * 14);
  expect(readabilityOf(await page({ confidence: 40, sourceDpi: 110 })).dpi).toBe(110);
});

test("an empty page has no problem", async () => {
  expect(readabilityOf(await page({ lines: [], confidence: null, inkTiles: 2 })).problem).toBeNull();
});
