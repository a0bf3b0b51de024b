import { expect, test } from "vitest";
import type { RecognisedLine } from "./hocr.ts";
import { scoreOf } from "./sure-words.ts";

const across: RecognisedLine = {
  baseline: [0, 100, 300, 100],
  size: 30,
  xHeight: 16,
  words: [
    { text: "Invoice", confidence: 90, box: [0, 70, 120, 100] },
    { text: "x", confidence: 95, box: [130, 70, 140, 100] },
    { text: "nnnnn", confidence: 20, box: [150, 70, 250, 100] },
  ],
};

test("the letters of sure words count, those of lines that run up or down the picture do not", () => {
  expect(scoreOf([across])).toBe(7);
  expect(scoreOf([{ ...across, baseline: [100, 300, 100, 0] }])).toBe(0);
});

test("Tesseract states a sideways line as if it ran across: the place of its words tells", () => {
  const words: RecognisedLine["words"] = [
    { text: "28", confidence: 90, box: [0, 0, 30, 40] },
    { text: "High", confidence: 90, box: [0, 50, 30, 120] },
    { text: "St", confidence: 90, box: [0, 130, 30, 170] },
  ];
  expect(scoreOf([{ ...across, words }])).toBe(0);
});

test("letters too few to be wide run across", () => {
  const words: RecognisedLine["words"] = [{ text: "11", confidence: 90, box: [0, 0, 12, 40] }];
  expect(scoreOf([{ ...across, words }])).toBe(2);
});
