import { type Neighbours, overflowWidth } from "./cell-neighbours.ts";
import type { CellRange, RowHeight } from "./measure-sheet.ts";
import { parseRanges } from "./range-references.ts";
import { countLines } from "./text-lines.ts";
import { cellMargins, textWidth } from "./text-width.ts";
import type { WorkbookStyles } from "./workbook-parts.ts";

/** A text in its cell. Rows and columns count from 1. */
export interface PlacedText {
  text: string;
  row: number;
  column: number;
  style: number;
  /** Whether it may take several lines. */
  inLines: boolean;
  neighbours: Neighbours;
}

/** What decides how much room a text has. */
export interface CellGeometry {
  columnWidth(column: number): number;
  /** By row, of those that state one; known as far as cells have come. */
  heights: Map<number, RowHeight>;
  defaultHeight: number;
  merges: CellRange[];
  /** As the workbook names it. */
  printArea: string | undefined;
}

/** Fonts wider than the one that is measured with, and bold letters: rather one text too many. */
const generous = 1.15;

/** @returns whether a text is printed and may not fit into its cell; that it is cut is seen on paper only */
export function createClippingTest(styles: WorkbookStyles, geometry: CellGeometry): (one: PlacedText) => boolean {
  const { columnWidth, defaultHeight, heights, printArea } = geometry;
  const spans = new Map(geometry.merges.map((span) => [`${span.from.row}:${span.from.column}`, span]));
  const areas = printArea === undefined ? undefined : parseRanges(printArea);
  const sum = (from: number, to: number, points: (index: number) => number) => {
    let total = 0;
    for (let index = from; index <= to; index++) total += points(index);
    return total;
  };
  const areaOf = ({ row, column }: PlacedText) =>
    areas?.find(
      ({ rows, columns }) =>
        (!rows || (row >= rows.from && row <= rows.to)) &&
        (!columns || (column >= columns.from && column <= columns.to)),
    );

  return (one) => {
    const { text, row, column, style, neighbours } = one;
    const area = areaOf(one);
    const height = heights.get(row);
    if ((areas && !area) || height?.height === 0 || columnWidth(column) === 0 || styles.format(style).adapts)
      return false;
    const fontSize = styles.format(style).fontSize;
    if (text.length * fontSize <= columnWidth(column)) return false; // no letter is wider than it is high
    const span = spans.get(`${row}:${column}`);
    const width = span ? sum(column, span.to.column, columnWidth) : columnWidth(column);
    if (styles.format(style).wraps) {
      // LibreOffice keeps a height that is stated, even if nobody chose it; others follow what the row holds.
      const isFixed = span !== undefined || height !== undefined;
      const room = sum(row, span?.to.row ?? row, (index) => heights.get(index)?.height ?? defaultHeight);
      return isFixed && countLines(text, { width: width / generous, fontSize }) * fontSize * generous > room;
    }
    const next = Math.min(
      neighbours.next ?? Number.POSITIVE_INFINITY,
      (area?.columns?.to ?? Number.POSITIVE_INFINITY) + 1,
    );
    const edges = { ...neighbours, next: Number.isFinite(next) ? next : undefined };
    const beside = span ? 0 : overflowWidth(column, edges, styles.format(style).alignment, columnWidth);
    const longest = Math.max(...text.split("\n").map((line) => textWidth(line, fontSize)));
    return longest * generous + cellMargins > width + beside;
  };
}
