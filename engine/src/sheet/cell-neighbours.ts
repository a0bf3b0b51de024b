import type { CellPosition, SheetCell } from "./measure-sheet.ts";
import type { CellFormat } from "./workbook-parts.ts";

/** The filled cells on both sides of one: their columns. 0 and undefined are the edges of the sheet. */
export interface Neighbours {
  before: number;
  next: number | undefined;
}

/**
 * Visits filled cells, which come row by row, with their neighbours.
 * @returns takes the next cell; undefined ends the sheet
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

/** Visits the filled cells of a sheet with their neighbours. @param eachCell row by row, empty cells among them */
export function eachFilledCell(
  eachCell: (see: (cell: SheetCell) => void) => void,
  visit: (cell: SheetCell & Required<Pick<SheetCell, "content">>, neighbours: Neighbours) => void,
): void {
  const next = neighbourTracker(visit);
  eachCell(({ content, ...cell }) => content && next({ ...cell, content }));
  next(undefined);
}

/**
 * @param width of a column, in points
 * @returns points of the empty cells that a text runs on over, its own not among them
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
