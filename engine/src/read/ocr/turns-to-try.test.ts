import { expect, test } from "vitest";
import type { RecognisedLine } from "./hocr.ts";
import { confidenceOf, isSideways, isSure } from "./sure-words.ts";
import { turnsToTry } from "./turns-to-try.ts";

const word = (text: string, confidence: number) => ({ text, confidence, box: [0, 0, 100, 20] as const });
const line = (sure: number, unsure: number, isOnItsSide = false): RecognisedLine => ({
  baseline: isOnItsSide ? [0, 100, 0, 0] : [0, 20, 100, 20],
  size: 20,
  xHeight: 10,
  words: [
    ...Array.from({ length: sure }, () => word("word", 60)),
    ...Array.from({ length: unsure }, () => word("word", 59)),
  ],
});

async function turnsOf(lines: RecognisedLine[], answer = "", inkTiles = 13) {
  const asked: string[] = [];
  const recognise = async (_: unknown, { mode }: { mode: string }) => {
    asked.push(mode);
    return answer;
  };
  const picture = { pixels: new Uint8Array(1), width: 1, height: 1 };
  const page = { picture, toGiven: [1, 0, 0, 0, 1, 0, 0, 0, 1] as const, inkTiles, grain: 0 };
  const turns = await turnsToTry(page, lines, { recognise, languages: ["eng"], dpi: 300 });
  return asked.length > 0 ? turns : null;
}

test.each<[string, RecognisedLine[], number[] | null]>([
  ["with twenty sure words", [line(20, 0)], null],
  ["with fewer sure words", [line(19, 0)], [180]],
  ["with six sure words of ten", [line(60, 40)], null],
  ["with fewer of ten", [line(59, 41)], [180]],
  ["with three lines of ten on their side", [line(70, 0), line(30, 0, true)], null],
  ["with more lines on their side", [line(69, 0), line(31, 0, true)], [90, 270]],
  ["without words", [], [180]],
])("a page %s is tried in turns", async (_, lines, turns) => {
  expect(await turnsOf(lines)).toEqual(turns);
});

test("a page with twelve squares of ink or fewer has too little on it", async () => {
  expect(await turnsOf([], "", 12)).toBeNull();
  expect(await turnsOf([], "", 13)).toEqual([180]);
});

test.each([
  ["Rotate: 90\nOrientation confidence: 2.00", [90]],
  ["Rotate: 270\nOrientation confidence: 12", [270]],
  ["Rotate: 0\nOrientation confidence: 2.00", []],
  ["Rotate: 90\nOrientation confidence: 1.99", [180]],
  ["Rotate: 45\nOrientation confidence: 9.00", []],
  ["Rotate: 90", [180]],
  ["Orientation confidence: 9.00", []],
])("Tesseract's answer %j gives the turns %j", async (answer, turns) => {
  expect(await turnsOf([line(1, 0)], answer)).toEqual(turns);
});

test.each([
  ["ab", 60, true],
  ["ab", 59, false],
  ["a", 90, false],
  ["a-b", 90, false],
  ["12", 90, true],
])("%s of confidence %i is sure: %s", (text, confidence, sure) => {
  expect(isSure(word(text, confidence))).toBe(sure);
});

test.each<[string, Partial<RecognisedLine>, boolean]>([
  ["along its diagonal", { baseline: [0, 50, 50, 0] }, false],
  ["more up than across", { baseline: [0, 51, 50, 0] }, true],
  ["more down than across", { baseline: [0, 0, 50, 51] }, true],
  ["to the left", { baseline: [50, 0, 0, 49] }, false],
  ["with words one and a half times as high as wide", { words: [{ ...word("abc", 90), box: [0, 10, 20, 40] }] }, false],
  ["with higher words", { words: [{ ...word("abc", 90), box: [0, 10, 20, 41] }] }, true],
  [
    "with words at different heights",
    {
      words: [
        { ...word("ab", 90), box: [5, 10, 25, 20] },
        { ...word("c", 90), box: [5, 31, 25, 41] },
      ],
    },
    true,
  ],
  [
    "with words beside each other",
    {
      words: [
        { ...word("ab", 90), box: [5, 10, 15, 41] },
        { ...word("c", 90), box: [16, 10, 26, 41] },
      ],
    },
    false,
  ],
  ["with two letters", { words: [{ ...word("ab", 90), box: [0, 10, 20, 80] }] }, false],
])("a line %s runs up or down: %s", (_, about, sideways) => {
  expect(isSideways({ ...line(1, 0), ...about })).toBe(sideways);
});

test("the confidence is the mean of all words", () => {
  expect(confidenceOf([line(1, 1), line(2, 0)])).toBe(59.75);
  expect(confidenceOf([line(0, 0)])).toBeNull();
});
