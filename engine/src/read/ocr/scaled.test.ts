import { expect, test } from "vitest";
import { scaled } from "./scaled.ts";

const picture = { pixels: Uint8Array.from([0, 100, 200, 0, 100, 200]), width: 3, height: 2 };

test("levels are drawn between those of the picture", () => {
  expect(scaled(picture, 2)).toEqual({
    pixels: Uint8Array.from(Array.from({ length: 4 }, () => [0, 25, 75, 125, 175, 200]).flat()),
    width: 6,
    height: 4,
  });
});

test("a picture at its own size, or of a single row, stays as it is", () => {
  expect(scaled(picture, 1)).toBe(picture);
  const row = { pixels: Uint8Array.from([1, 2, 3, 4]), width: 4, height: 1 };
  expect(scaled(row, 0.5)).toBe(row);
});
