import { expect, test } from "vitest";
import { withContrast } from "./soften.ts";

test("dots that blurring made pale become paper, letters become black, and between them nothing jumps", () => {
  const darkness = [0, 0.3, 0.36, 0.5, 0.64, 0.7, 1];
  const pixels = Uint8Array.from(darkness.map((dark) => Math.round(255 * (1 - dark))));
  const { pixels: result } = withContrast({ pixels, width: darkness.length, height: 1 }, 0.35, 0.65);
  expect([...result].map((level) => Math.round(level / 10) * 10)).toEqual([260, 260, 250, 130, 10, 0, 0]);
});
