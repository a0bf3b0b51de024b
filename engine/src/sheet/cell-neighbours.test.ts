import { expect, test } from "vitest";
import { eachFilledCell, type Neighbours, neighbourTracker, overflowWidth } from "./cell-neighbours.ts";
import type { SheetCell } from "./measure-sheet.ts";

test("each cell is visited with the filled cells on both sides of it in its row", () => {
  const visited: [row: number, column: number, Neighbours][] = [];
  const next = neighbourTracker<{ row: number; column: number }>(({ row, column }, neighbours) =>
    visited.push([row, column, neighbours]),
  );
  next({ row: 1, column: 2 });
  next({ row: 1, column: 5 });
  next({ row: 2, column: 7 });
  next(undefined);
  next(undefined);
  next({ row: 2, column: 9 });
  next(undefined);
  expect(visited).toEqual([
    [1, 2, { before: 0, next: 5 }],
    [1, 5, { before: 2, next: undefined }],
    [2, 7, { before: 0, next: undefined }],
    [2, 9, { before: 0, next: undefined }],
  ]);
});

test("empty cells are no neighbours", () => {
  const content = { length: 1, text: () => "a" };
  const cells: SheetCell[] = [
    { row: 1, column: 1, style: 0, content },
    { row: 1, column: 2, style: 1 },
    { row: 1, column: 3, style: 2, content },
    { row: 1, column: 4, style: 1 },
  ];
  const visited: unknown[] = [];
  eachFilledCell(
    (visit) => cells.forEach(visit),
    (cell, neighbours) => visited.push([cell, neighbours]),
  );
  expect(visited).toEqual([
    [cells[0], { before: 0, next: 3 }],
    [cells[2], { before: 1, next: undefined }],
  ]);
});

/** Column n is n points wide. */
const overflow = (alignment: "left" | "right" | "both", neighbours: Neighbours, column = 5) =>
  overflowWidth(column, neighbours, alignment, (one) => one);

test.each([
  ["left", { before: 0, next: 8 }, 13],
  ["left", { before: 0, next: 6 }, 0],
  ["left", { before: 0, next: undefined }, Number.POSITIVE_INFINITY],
  ["right", { before: 2, next: 6 }, 7],
  ["right", { before: 4, next: undefined }, 0],
  ["right", { before: 0, next: undefined }, 10],
  ["both", { before: 3, next: 8 }, 8],
  ["both", { before: 0, next: 7 }, 12],
  ["both", { before: 3, next: undefined }, 8],
] as const)("a text aligned %s with neighbours %o overflows by %s points", (alignment, neighbours, points) => {
  expect(overflow(alignment, neighbours)).toBe(points);
});
