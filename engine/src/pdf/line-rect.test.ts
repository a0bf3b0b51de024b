import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import { expect, test } from "vitest";
import { expandLineRect } from "./line-rect.ts";

const [line, square, polygon, polyline] = [4, 5, 7, 8];

interface Annotation {
  kind: number;
  /** Left, top, right, bottom; undefined when it cannot be read. */
  rect?: number[] | undefined;
  /** Undefined when they cannot be read. */
  points?: number[] | undefined;
  border?: number;
}

/** Returns the new rectangle; undefined when it is not changed. */
function expanded({ kind, rect, points, border }: Annotation): number[] | undefined {
  const memory: number[] = [];
  const allocated: number[] = [];
  let written: number[] | undefined;
  const put = (address: number, values: number[]) => {
    if (address + values.length * 4 > (allocated.at(-1) ?? 0)) throw new Error("Memory is written beyond its end");
    for (const [index, value] of values.entries()) memory[address / 4 + index] = value;
  };
  const pdfium = {
    pdfium: {
      wasmExports: { malloc: (bytes: number) => allocated.push(bytes) * 0, free: () => allocated.pop() },
      getValue: (address: number) => memory[address / 4],
      setValue: (address: number, value: number) => put(address, [value]),
    },
    FPDFAnnot_GetSubtype: () => kind,
    FPDFAnnot_GetRect: (_annotation: number, address: number) => {
      put(address, rect ?? []);
      return rect !== undefined;
    },
    FPDFAnnot_GetLine: (_annotation: number, start: number, end: number) => {
      put(start, points?.slice(0, 2) ?? []);
      put(end, points?.slice(2) ?? []);
      return points !== undefined;
    },
    FPDFAnnot_GetVertices: (_annotation: number, address: number, count: number) => {
      if (count > 0) put(address, points ?? []);
      return (points?.length ?? 0) / 2;
    },
    FPDFAnnot_GetBorder: (_annotation: number, across: number, down: number, width: number) => {
      put(across, [90]);
      put(down, [91]);
      put(width, [border ?? 92]);
      return border !== undefined;
    },
    FPDFAnnot_SetRect: () => {
      written = memory.slice(0, 4);
      return true;
    },
  };
  expandLineRect(pdfium as unknown as WrappedPdfiumModule, 1);
  return written;
}

const flat = [10, 20, 50, 20];
test.each<[string, Annotation, number[] | undefined]>([
  ["a line with its points on the edges", { kind: line, rect: [10, 30, 50, 20], points: [10, 20, 50, 30] }, undefined],
  ["a line beyond the left", { kind: line, rect: [11, 30, 50, 20], points: [10, 20, 50, 30] }, [0, 40, 60, 10]],
  ["a line beyond the right", { kind: line, rect: [10, 30, 49, 20], points: [10, 20, 50, 30] }, [0, 40, 60, 10]],
  ["a line below", { kind: line, rect: [10, 30, 50, 21], points: [10, 20, 50, 30] }, [0, 40, 60, 10]],
  ["a line above", { kind: line, rect: [10, 29, 50, 20], points: [10, 20, 50, 30] }, [0, 40, 60, 10]],
  [
    "a line in a larger rectangle",
    { kind: line, rect: [-90, 99, 99, 25], points: [10, 20, 50, 30] },
    [-90, 99, 99, 10],
  ],
  ["a polygon", { kind: polygon, rect: flat, points: [10, 20, 50, 40, 30, 0] }, [0, 50, 60, -10]],
  ["a polyline", { kind: polyline, rect: [0, 0, 0, 0], points: [10, 20, 50, 40] }, [0, 50, 60, 0]],
  ["a square", { kind: square, rect: flat, points: [10, 20, 50, 40] }, undefined],
  ["a polygon of one point", { kind: polygon, rect: flat, points: [10, 90] }, undefined],
  ["a line without a rectangle", { kind: line, points: [10, 20, 50, 40] }, undefined],
  ["a line without points", { kind: line, rect: flat }, undefined],
])("the rectangle of %s includes its points and arrow heads", (_what, annotation, rect) => {
  expect(expanded(annotation)).toEqual(rect);
});

test.each([
  [0, 10],
  [1, 10],
  [3, 30],
  [72, 720],
  [99, 720],
  [-5, 10],
  [Number.NaN, 10],
])("a border of %d points leaves room of %d", (border, room) => {
  const points = [0, 0, 100, 10];
  expect(expanded({ kind: line, rect: [0, 0, 0, 0], points, border })).toEqual([-room, 10 + room, 100 + room, -room]);
});
