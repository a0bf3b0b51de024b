import { expect, test } from "vitest";
import { withLikelyShapes } from "./word-shapes.ts";

/** A word whose characters could also be those of another word. */
function corrected(word: string, possible = word): string {
  const characters = [...word].map((text, at) => ({
    text,
    confidence: 0.8,
    others: possible[at] === text ? [] : [{ text: possible[at] ?? "", confidence: 0.1 }],
    x: at * 16,
    spaceBefore: 0,
  }));
  return withLikelyShapes(characters)
    .map(({ text }) => text)
    .join("");
}

test("a digit among letters, and a letter among digits, become what looks like them", () => {
  expect(corrected("INV0ICE", "INVOICE")).toBe("INVOICE");
  expect(corrected("c0de", "code")).toBe("code");
  expect(corrected("2l.00", "21.00")).toBe("21.00");
  expect(corrected("1O/12/2026", "10/12/2026")).toBe("10/12/2026");
});

test("only where the network thought of the other character as well", () => {
  expect(corrected("MP3")).toBe("MP3");
  expect(corrected("HP0")).toBe("HP0");
  expect(corrected("20A", "20R")).toBe("20A");
});

test("numbers with several letters, and words with several digits, stay as they are", () => {
  expect(corrected("SB05", "SBO5")).toBe("SB05");
  expect(corrected("GB0123", "GBO123")).toBe("GB0123");
});
