import type { CellPosition, SheetCell, SheetContents } from "./measure-sheet.ts";
import type { CellFormat } from "./workbook-parts.ts";

/** Columns of the nearest filled cells on both sides. 0 and undefined stand for the edges of the sheet. */
export interface Neighbours {
  before: number;
  next: number | undefined;
}

/**
 * Calls `visit` for each filled cell with its neighbours.
 * @returns a function to be called with each filled cell, row by row, and with undefined at the end
 */
export function neighbourTracker<Cell extends CellPosition>(
  visit: (cell: Cell, neighbours: Neighbours) => void,
): (cell: Cell | undefined) => void {
  let last: { cell: Cell; before: number } | undefined;
  return (cell) => {
    const isSameRow = last !== undefined && cell?.row === last.cell.row;
    if (last) visit(last.cell, { before: last.before, next: isSameRow ? cell?.column : undefined });
    last = cell && { cell, before: isSameRow && last ? last.cell.column : 0 };
  };
}

/**
 * Visits the filled cells of a sheet with their neighbours.
 * @param eachCell visits all cells row by row, empty ones included
 */
export function eachFilledCell(
  eachCell: SheetContents["eachCell"],
  visit: (cell: SheetCell & Required<Pick<SheetCell, "content">>, neighbours: Neighbours) => void,
): void {
  const next = neighbourTracker(visit);
  eachCell(({ content, ...cell }) => content && next({ ...cell, content }));
  next(undefined);
}

/**
 * @param width of a column, in points
 * @returns width in points of the empty cells into which a text overflows, without its own cell
 */
export function overflowWidth(
  column: number,
  { before, next }: Neighbours,
  alignment: CellFormat["alignment"],
  width: (column: number) => number,
): number {
  const between = (from: number, to: number) => {
    let points = 0;
    for (let one = from + 1; one < to; one++) points += width(one);
    return points;
  };
  const right = () => (next === undefined ? Number.POSITIVE_INFINITY : between(column, next));
  const left = () => between(before, column);
  if (alignment === "left") return right();
  return alignment === "right" ? left() : 2 * Math.min(left(), right());
}
