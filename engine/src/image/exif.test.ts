import { expect, test } from "vitest";
import { noExif, orientationOf, readExif, resolutionOf } from "./exif.ts";
import type { Tags } from "./tiff-directory.ts";

const [orientation, x, y, unit] = [0x112, 0x11a, 0x11b, 0x128];
const tagsOf = (entries: [number, number[]][]): Tags => new Map(entries);

test.each<[string, [number, number[]][], object | undefined]>([
  [
    "inch, which is the usual unit",
    [
      [x, [300]],
      [y, [200]],
    ],
    { x: 300, y: 200 },
  ],
  [
    "inch",
    [
      [x, [300]],
      [y, [200]],
      [unit, [2]],
    ],
    { x: 300, y: 200 },
  ],
  [
    "centimetre",
    [
      [x, [100]],
      [y, [50]],
      [unit, [3]],
    ],
    { x: 254, y: 127 },
  ],
  [
    "no unit",
    [
      [x, [300]],
      [y, [200]],
      [unit, [1]],
    ],
    undefined,
  ],
  ["inch in one direction", [[x, [300]]], undefined],
  ["inch in the other direction", [[y, [300]]], undefined],
  [
    "inch, across none",
    [
      [x, [0]],
      [y, [200]],
    ],
    undefined,
  ],
  [
    "inch, down none",
    [
      [x, [300]],
      [y, [0]],
    ],
    undefined,
  ],
  [
    "inch, across no number",
    [
      [x, [Number.NaN]],
      [y, [200]],
    ],
    undefined,
  ],
  [
    "inch, less than one",
    [
      [x, [0.5]],
      [y, [0.5]],
    ],
    { x: 0.5, y: 0.5 },
  ],
])("a resolution per %s", (_what, entries, resolution) => {
  expect(resolutionOf(tagsOf(entries))).toEqual(resolution);
});

test("an orientation is the first value of its tag, else upright", () => {
  expect(orientationOf(tagsOf([[orientation, [6, 3]]]))).toBe(6);
  expect(orientationOf(tagsOf([[orientation, []]]))).toBe(1);
  expect(orientationOf(tagsOf([]))).toBe(1);
});

/** EXIF data with an orientation of 8 and 72 by 144 pixels per inch, big-endian. */
const exif = Buffer.concat([
  Buffer.from("MM\0*\0\0\0\x08", "latin1"),
  Buffer.from([0, 3]),
  Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0]),
  Buffer.from([0x01, 0x1a, 0, 5, 0, 0, 0, 1, 0, 0, 0, 50]),
  Buffer.from([0x01, 0x1b, 0, 5, 0, 0, 0, 1, 0, 0, 0, 58]),
  Buffer.from([0, 0, 0, 0]),
  Buffer.from([0, 0, 0, 72, 0, 0, 0, 1, 0, 0, 0, 144, 0, 0, 0, 1]),
]);

test("orientation and resolution are read", () => {
  expect(readExif(exif)).toEqual({ orientation: 8, resolution: { x: 72, y: 144 } });
});

test.each([
  ["other data", Buffer.from("not EXIF data")],
  ["a header alone", exif.subarray(0, 8)],
  ["nothing", Buffer.alloc(0)],
])("%s counts as no EXIF data", (_what, bytes) => {
  expect(readExif(bytes)).toEqual(noExif);
  expect(noExif).toEqual({ orientation: 1, resolution: undefined });
});
