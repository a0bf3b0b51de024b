import { describe, expect, test } from "vitest";
import { stripsOf } from "./strips.ts";

describe("strips of a length", () => {
  test("a short length is one strip", () => {
    expect(stripsOf(700, 736, 96)).toEqual([{ from: 0, to: 700, takenFrom: 0, takenTo: 700 }]);
  });

  test.each([737, 1_000, 1_276, 3_508, 9_999])("%i pixels are covered once, by strips that overlap", (length) => {
    const strips = stripsOf(length, 736, 96);
    expect(strips[0]?.takenFrom).toBe(0);
    expect(strips.at(-1)?.takenTo).toBe(length);
    for (const [at, { from, to, takenFrom, takenTo }] of strips.entries()) {
      expect(to - from).toBeLessThanOrEqual(736);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(length);
      expect(from).toBeLessThanOrEqual(takenFrom);
      expect(takenTo).toBeLessThanOrEqual(to);
      const next = strips[at + 1];
      if (!next) continue;
      expect(next.takenFrom).toBe(takenTo);
      expect(to - next.from).toBeGreaterThanOrEqual(95);
      // what is taken begins and ends well inside of its strip
      expect(to - takenTo).toBeGreaterThanOrEqual(47);
    }
  });
});
