import { type Neighbours, overflowWidth } from "./cell-neighbours.ts";
import type { CellRange, RowHeight } from "./measure-sheet.ts";
import { parseRanges } from "./range-references.ts";
import { countLines } from "./text-lines.ts";
import { cellMargins, textWidth } from "./text-width.ts";
import type { WorkbookStyles } from "./workbook-parts.ts";

/** A text with its cell. Rows and columns count from 1. */
export interface PlacedText {
  text: string;
  row: number;
  column: number;
  style: number;
  /** Whether it may be drawn in several lines. */
  inLines: boolean;
  neighbours: Neighbours;
}

/** The sizes that decide how much room a text has. */
export interface CellGeometry {
  columnWidth(column: number): number;
  /** Stated heights by row. Filled while the cells are read: complete up to the current row. */
  heights: Map<number, RowHeight>;
  defaultHeight: number;
  merges: CellRange[];
  /** As the workbook states it. */
  printArea: string | undefined;
}

/** Allowance for bold letters and wider fonts: better to check one text too many on the pages. */
const generous = 1.15;

/**
 * @returns a test whether a text is printed and may not fit into its cell. Whether it is clipped only the printed page
 * shows.
 */
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
    if (text.length * fontSize <= columnWidth(column)) return false; // No character is wider than the font is high.
    const span = spans.get(`${row}:${column}`);
    const width = span ? sum(column, span.to.column, columnWidth) : columnWidth(column);
    if (styles.format(style).wraps) {
      // LibreOffice keeps every stated height, custom or not; other rows follow their content.
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
