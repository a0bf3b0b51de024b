import { describe, expect, test } from "vitest";
import type { GreyPicture } from "../ocr/grey-picture.ts";
import { cutWords } from "./cut-words.ts";
import { lineHeight } from "./line-picture.ts";

/** A line with a bar of ink, 10 pixels wide, for each character. */
function line(
  marks: { text: string; x: number; space?: number }[],
  width = 400,
): [Parameters<typeof cutWords>[0], GreyPicture] {
  const pixels = new Uint8Array(width * lineHeight).fill(230);
  for (const { x } of marks) {
    for (let row = 12; row < 36; row++) pixels.fill(40, row * width + x - 5, row * width + x + 5);
  }
  const characters = marks.map(({ text, x, space = 0 }) => ({
    text,
    x,
    confidence: 1,
    others: [],
    spaceBefore: space,
  }));
  return [characters, { pixels, width, height: lineHeight }];
}
const at = (text: string, from: number, step: number, space?: number) =>
  [...text].map((one, index) => ({
    text: one,
    x: from + index * step,
    ...(index === 0 && space !== undefined ? { space } : {}),
  }));
const texts = (words: ReturnType<typeof cutWords>) =>
  words.map(({ characters }) => characters.map(({ text }) => text).join(""));

describe("words of a line", () => {
  test("a wide gap divides words although the network saw no space", () => {
    expect(texts(cutWords(...line([...at("TOTAL", 20, 16), ...at("DUE", 150, 16)])))).toEqual(["TOTAL", "DUE"]);
  });

  test("a space that the network is sure of divides words that stand close", () => {
    expect(texts(cutWords(...line([...at("TOTAL", 20, 16), ...at("DUE", 104, 16, 0.9)])))).toEqual(["TOTAL", "DUE"]);
  });

  test("letters set wide apart stay one word", () => {
    expect(texts(cutWords(...line(at("INVOICE", 20, 40))))).toEqual(["INVOICE"]);
  });

  test("a word's ends are those of its ink", () => {
    const [first, second] = cutWords(...line([...at("AB", 20, 16), ...at("CD", 200, 16)]));
    expect([first?.left, first?.right]).toEqual([15, 41]);
    expect([second?.left, second?.right]).toEqual([195, 221]);
  });

  test("one character, none, and a picture without ink are no problem", () => {
    expect(texts(cutWords(...line(at("7", 50, 16))))).toEqual(["7"]);
    expect(cutWords([], line([])[1])).toEqual([]);
    const [characters] = line(at("AB", 20, 16));
    expect(texts(cutWords(characters, line([])[1])).join("")).toBe("AB");
  });
});
