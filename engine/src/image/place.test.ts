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

/** Whether a scan covers its sheet in both directions, or in the one that fits tighter. */
const covers = (width: number, height: number, resolution: Resolution, orientation: Orientation = 1) => {
  const { corners } = shown(width, height, resolution, orientation);
  return corners[0] === 0 || corners[1] === 0;
};

test.each<[string, number, number, number, boolean]>([
  // A4 has 8.268 × 11.693 inches.
  ["as wide as A4", 827, 1169, 100, true],
  ["3.9 % wider", 859, 1215, 100, true],
  ["4.1 % wider", 861, 1218, 100, false],
  ["3.9 % narrower", 795, 1124, 100, true],
  ["4.1 % narrower", 793, 1121, 100, false],
  ["2.9 % taller for its width", 827, 1203, 100, true],
  ["3.1 % taller for its width", 827, 1206, 100, false],
  ["2.9 % lower for its width", 827, 1136, 100, true],
  ["3.1 % lower for its width", 827, 1133, 100, false],
])("a scan %s, of %i × %i pixels at %i an inch, covers the sheet: %s", (_what, width, height, dpi, isWhole) => {
  expect(covers(width, height, { x: dpi, y: dpi })).toBe(isWhole);
});

test("a scan of a landscape sheet covers it, turned or not", () => {
  const dpi = { x: 100, y: 100 };
  expect(shown(1169, 827, dpi)).toEqual({ sheet: "landscape", corners: [0, 0, 842, 595] });
  expect(shown(1169, 827, dpi, 6)).toEqual({ sheet: "upright", corners: [0, 0, 595, 842] });
});

test("a square picture is placed on an upright sheet", () => {
  expect(shown(500, 500).sheet).toBe("upright");
  expect(shown(10_001, 10_000).sheet).toBe("upright");
  expect(shown(10_002, 10_000).sheet).toBe("landscape");
});

test("pixels may be up to five times as wide as tall, or the other way round", () => {
  const heightFor = (x: number, y: number) => {
    const [, bottom = 0, , top = 0] = shown(500, 500, { x, y }).corners;
    return top - bottom;
  };
  const square = heightFor(20, 20);
  expect(square).toBe(375);
  expect([heightFor(300, 301) < square, heightFor(100, 20), heightFor(20, 100)]).toEqual([true, square, square]);
  expect([heightFor(99, 20) > square, heightFor(20, 99) < square]).toEqual([true, true]);
});

const corner = (orientation: Orientation) => {
  const { matrix } = placePicture({ width: 96, height: 192, orientation, resolution: undefined });
  return matrix.map(Math.round);
};

test.each<[Orientation, number[]]>([
  [1, [72, 0, 0, 144, 262, 349]],
  [2, [-72, 0, 0, 144, 334, 349]],
  [3, [-72, 0, 0, -144, 334, 493]],
  [4, [72, 0, 0, -144, 262, 493]],
  [5, [0, -72, -144, 0, 493, 334]],
  [6, [0, -72, 144, 0, 349, 334]],
  [7, [0, 72, 144, 0, 349, 262]],
  [8, [0, 72, -144, 0, 493, 262]],
])("a picture of orientation %i is turned and mirrored so", (orientation, matrix) => {
  expect(corner(orientation)).toEqual(matrix);
});
