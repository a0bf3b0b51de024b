import { expect, test } from "vitest";
import { fontFor, relativeWidth } from "./fonts.ts";

test.each([
  ["Arial", "Liberation Sans"],
  ["'Helvetica Neue', Georgia", "Liberation Sans"],
  ['"Web Font", Georgia, Arial', "Liberation Serif"],
  ["COURIER NEW", "Liberation Mono"],
  ["Arial Narrow", "Liberation Sans Narrow"],
  ["Arial Black", "Liberation Sans"],
  ["Calibri", "Carlito"],
  ["Cambria", "Caladea"],
  ["Verdana", "DejaVu Sans"],
  ["Web Font", undefined],
  ["", undefined],
  [undefined, undefined],
  ["Arial".padEnd(1_000), "Liberation Sans"],
  ["Arial".padEnd(1_001), undefined],
])("for the fonts %j stands %s", (list, font) => {
  expect(fontFor(list)).toBe(font);
});

test("letters of a font that is not measured are as wide as those of Liberation Sans", () => {
  expect(["Liberation Sans", "Other", "DejaVu Sans"].map(relativeWidth)).toEqual([1, 1, 1.17]);
});
