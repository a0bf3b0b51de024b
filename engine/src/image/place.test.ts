import { expect, test } from "vitest";
import { transformRect } from "../pdf/geometry.ts";
import type { Orientation, Resolution } from "./picture.ts";
import { placePicture } from "./place.ts";

/** Places a picture; returns its left, bottom, right and top on the sheet, in whole points. */
function shown(width: number, height: number, resolution?: Resolution, orientation: Orientation = 1) {
  const { sheet, matrix } = placePicture({ width, height, orientation, resolution });
  const corners = transformRect(matrix, [0, 0, 1, 1]).map(Math.round);
  return { sheet: sheet.width > sheet.height ? "landscape" : "upright", corners };
}

test.each([
  ["a tall photo fills the height inside the margin", [3000, 6000], "upright", [96, 18, 499, 824]],
  ["a wide photo is placed on a landscape sheet", [6000, 3000], "landscape", [18, 96, 824, 499]],
  ["a small picture is shown at 96 dots per inch and centred", [96, 192], "upright", [262, 349, 334, 493]],
] as const)("%s", (_, [width, height], sheet, corners) => {
  expect(shown(width, height)).toEqual({ sheet, corners });
});

test("a scan of an A4 sheet covers the whole sheet", () => {
  expect(shown(2480, 3508, { x: 300, y: 300 }).corners).toEqual([0, 0, 595, 842]);
  expect(shown(1654, 2339, { x: 200, y: 200 }).corners).toEqual([0, 0, 595, 842]);
  expect(shown(2480, 3508).corners).not.toEqual([0, 0, 595, 842]); // without a resolution it may be a photo
});

test("a fax with tall pixels keeps its proportions", () => {
  const { corners } = shown(1728, 1143, { x: 204, y: 98 });
  const [left = 0, bottom = 0, right = 0, top = 0] = corners;
  expect((top - bottom) / (right - left)).toBeCloseTo(1143 / 98 / (1728 / 204), 1);
});

test.each([5, 6, 7, 8] as const)(
  "a wide picture stored with orientation %i is placed on an upright sheet",
  (orientation) => {
    expect(shown(6000, 3000, undefined, orientation)).toEqual({ sheet: "upright", corners: [96, 18, 499, 824] });
  },
);

test.each([
  ["across", { x: 19, y: 60 }],
  ["down", { x: 60, y: 19 }],
])("a picture whose resolution %s is implausible has square pixels", (_, resolution) => {
  expect(shown(3000, 3000, resolution).corners).toEqual(shown(3000, 3000).corners);
});
