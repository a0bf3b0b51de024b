import type { Box } from "@sheaf/contracts/reading.ts";
import { describe, expect, test } from "vitest";
import { betterReading } from "./better-reading.ts";
import type { HardReading } from "./read-hard-picture.ts";

const known = new Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZé0123456789.,:");

/** Words below each other. */
function reading(...words: [text: string, confidence: number, left?: number][]): HardReading {
  return {
    lines: words.map((_, line) => ({ baseline: [0, line * 40 + 24, 100, line * 40 + 24], size: 30 })),
    words: words.map(([text, confidence, left = 0], line) => {
      const box: Box = [left, line * 40, left + 100, line * 40 + 30];
      return { text, box, confidence, line };
    }),
  };
}
const nothing: HardReading = { lines: [], words: [] };
const texts = ({ words }: HardReading) => words.map(({ text }) => text);

describe("the better of two readings", () => {
  test("is the one of which more letters are probably right", () => {
    const first = reading(["GUARDTAN", 40], ["TO7AL", 30]);
    const second = reading(["GUARDIAN", 95], ["TOTAL", 90]);
    expect(texts(betterReading(first, second, known))).toEqual(["GUARDIAN", "TOTAL"]);
    expect(betterReading(second, first, known)).toBe(second);
  });

  test("is the first one when both are as good, and when the second found nothing", () => {
    const first = reading(["TOTAL", 60]);
    expect(betterReading(first, reading(["TOTAI", 60]), known)).toBe(first);
    expect(betterReading(reading(["TOTAL", 95]), nothing, known).words).toHaveLength(1);
    expect(betterReading(nothing, nothing, known)).toBe(nothing);
  });

  test("is the first one for a language with letters that the second reader does not know", () => {
    const first = reading(["größe", 70], ["müller", 80], ["straße", 90], ["Nr", 20]);
    expect(betterReading(first, reading(["grobe", 99], ["muller", 99], ["strabe", 99], ["Nummer", 99]), known)).toBe(
      first,
    );
  });

  test("amounts keep the pound sign that the second reader does not know", () => {
    const first = reading(["TOTAI", 20], ["£12.34", 30], ["£5.00", 30, 500]);
    const second = reading(["TOTAL", 95], ["12.34", 95], ["7.00", 95]);
    expect(texts(betterReading(first, second, known))).toEqual(["TOTAL", "£12.34", "7.00"]);
  });
});
