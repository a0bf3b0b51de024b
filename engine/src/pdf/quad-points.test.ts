import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import { expect, test } from "vitest";
import { normaliseQuadPoints } from "./quad-points.ts";

const [highlight, strikeOut] = [9, 12];

/** An annotation with marked texts, each with its corners; undefined for one that cannot be read. */
function normalised(kind: number, texts: (number[] | undefined)[]): (number[] | undefined)[] {
  const memory: number[] = [];
  const written = [...texts];
  const pdfium = {
    pdfium: {
      wasmExports: { malloc: () => 0, free: () => undefined },
      getValue: (address: number) => memory[address / 4],
      setValue: (address: number, value: number) => {
        memory[address / 4] = value;
      },
    },
    FPDFAnnot_GetSubtype: () => kind,
    FPDFAnnot_CountAttachmentPoints: () => texts.length,
    FPDFAnnot_GetAttachmentPoints: (_annotation: number, index: number) => {
      for (const [at, value] of (texts[index] ?? []).entries()) memory[at] = value;
      return texts[index] !== undefined;
    },
    FPDFAnnot_SetAttachmentPoints: (_annotation: number, index: number) => {
      written[index] = memory.slice(0, 8);
      return true;
    },
  };
  normaliseQuadPoints(pdfium as unknown as WrappedPdfiumModule, 1);
  return written;
}

const [lowerLeft, lowerRight, upperRight, upperLeft] = [
  [10, 20],
  [50, 20],
  [50, 30],
  [10, 30],
];
const inRows = [upperLeft, upperRight, lowerLeft, lowerRight];
const corners = (...points: (number[] | undefined)[]) => points.flatMap((point) => point ?? []);

test.each([
  ["in rows, as Acrobat writes them", inRows],
  ["in rows from below", [lowerLeft, lowerRight, upperLeft, upperRight]],
  ["counterclockwise from the lower left, as the standard requires", [lowerLeft, lowerRight, upperRight, upperLeft]],
  ["clockwise from the upper left", [upperLeft, upperRight, lowerRight, lowerLeft]],
])("corners %s are put into rows", (_how, points) => {
  expect(normalised(highlight, [corners(...points)])).toEqual([corners(...inRows)]);
});

test("corners of text that runs upwards are put into rows along it", () => {
  // The first row is on the left, and begins below.
  const rows = corners([10, 20], [10, 60], [20, 20], [20, 60]);
  expect(normalised(highlight, [rows])).toEqual([rows]);
  expect(normalised(highlight, [corners([20, 20], [20, 60], [10, 60], [10, 20])])).toEqual([rows]);
});

test("each text of the markup is changed, except one that cannot be read", () => {
  const points = corners(lowerLeft, lowerRight, upperLeft, upperRight);
  expect(normalised(strikeOut, [points, undefined, points])).toEqual([
    corners(...inRows),
    undefined,
    corners(...inRows),
  ]);
});

test.each([8, 13])("an annotation of kind %i is no text markup and stays", (kind) => {
  const points = corners(lowerLeft, lowerRight, upperLeft, upperRight);
  expect(normalised(kind, [points])).toEqual([points]);
});

const spin = ([x, y]: number[], [cos, sin]: number[]) => [
  (x ?? 0) * (cos ?? 0) - (y ?? 0) * (sin ?? 0) + 1000,
  (x ?? 0) * (sin ?? 0) + (y ?? 0) * (cos ?? 0) - 500,
];
test.each([
  [3, 4],
  [4, 3],
  [-3, 4],
  [-4, 3],
  [-3, -4],
  [-4, -3],
  [3, -4],
  [4, -3],
  [0, 1],
  [0, -1],
  [-1, 0],
])("corners of text in the direction %i, %i are put into rows along it", (...direction) => {
  const turned = (...points: (number[] | undefined)[]) =>
    corners(...points.map((point) => spin(point ?? [], direction)));
  for (const order of [
    inRows,
    [lowerLeft, lowerRight, upperLeft, upperRight],
    [lowerLeft, lowerRight, upperRight, upperLeft],
    [upperLeft, upperRight, lowerRight, lowerLeft],
  ])
    expect(normalised(highlight, [turned(...order)])).toEqual([turned(...inRows)]);
});

test("corners of slanted text keep their slant", () => {
  const slanted = [
    [30, 30],
    [70, 30],
    [10, 20],
    [50, 20],
  ];
  const [upper, upperEnd, lower, lowerEnd] = slanted;
  expect(normalised(highlight, [corners(lower, lowerEnd, upperEnd, upper)])).toEqual([corners(...slanted)]);
  expect(normalised(highlight, [corners(...slanted)])).toEqual([corners(...slanted)]);
});

test.each([9, 10, 11, 12])("the corners of an annotation of kind %i are put into rows", (kind) => {
  const points = corners(lowerLeft, lowerRight, upperLeft, upperRight);
  expect(normalised(kind, [points])).toEqual([corners(...inRows)]);
});
