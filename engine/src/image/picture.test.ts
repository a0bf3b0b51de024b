import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { expect, test } from "vitest";
import { asOrientation, checkSize } from "./picture.ts";

test.each([
  [1, 1],
  [2, 2],
  [8, 8],
  [0, 1],
  [9, 1],
  [-3, 1],
  [2.5, 1],
  [Number.NaN, 1],
  [undefined, 1],
])("an orientation of %s counts as %i", (stated, orientation) => {
  expect(asOrientation(stated)).toBe(orientation);
});

test.each([
  [0, 1],
  [1, 0],
  [-1, -1],
  [Number.NaN, 1],
  [1, Number.NaN],
])("a picture of %d × %d pixels is damaged", (width, height) => {
  expect(() => checkSize(width, height)).toThrow(expect.objectContaining({ reason: "damaged" }));
});

test("a picture of exactly the limit passes, one more column does not", () => {
  const width = conversionLimits.pixelsPerPicture / 1000;
  checkSize(1, 1);
  checkSize(width, 1000);
  expect(() => checkSize(width + 1, 1000)).toThrow(
    expect.objectContaining({
      reason: "too-large",
      detail: "is a picture of 300,001 × 1,000 pixels; the limit is 300 megapixels. Make it smaller and replace it.",
    }),
  );
});

test("a limit of its own for a kind of picture is stated as such", () => {
  checkSize(1000, 2000, 2_000_000);
  expect(() => checkSize(1000, 2001, 2_000_000)).toThrow(
    expect.objectContaining({
      reason: "too-large",
      detail:
        "is a picture of 1,000 × 2,001 pixels; the limit for this kind of file is 2 megapixels. " +
        "Save it as JPEG and replace it.",
    }),
  );
});
