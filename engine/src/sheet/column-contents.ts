import type { CellFormats } from "./cell-formats.ts";
import { neighbourTracker } from "./cell-neighbours.ts";
import { parseNumber } from "./cell-numbers.ts";
import { createClippingTest, type PlacedText } from "./clippable-texts.ts";
import { autoWidthColumns, columnWidths } from "./column-widths.ts";
import type { RowHeight } from "./measure-sheet.ts";
import { type CellNumber, Extremes } from "./narrow-columns.ts";
import {
  cellText,
  hasContent,
  parseCells,
  parseDefaultHeight,
  parseMerges,
  statedWidths,
  storedValue,
} from "./worksheet-cells.ts";

/** The contents that decide how wide the columns of a worksheet have to be. */
export interface ColumnContents {
  /** The widest numbers of each column, without those in merged cells and in cells that adapt to any width. */
  numbers: Map<number, CellNumber[]>;
  /** Texts in columns of automatic width, without those that certainly fit. */
  texts: CellText[];
  /**
   * Texts that may be clipped: in other columns, in merged cells, which keep their width, and those with a format that
   * the workbook does not list, which cannot be wrapped.
   */
  clippable: PlacedText[];
  /** The last filled column. */
  lastColumn: number;
  /** Points of one column, as the worksheet states them. */
  columnWidth(column: number): number;
  /** Returns whether the width of a column is automatic. */
  isAutoWidth(column: number): boolean;
}

/** A text with the offsets of the start tags of its cell and row in the worksheet part. */
export interface CellText extends PlacedText {
  cellAt: number;
  rowAt: number;
}

/**
 * @param xml a worksheet part, one character for each byte
 * @param formats records which of them texts have
 * @param printArea as the workbook states it
 */
export function columnContents(
  xml: string,
  formats: CellFormats,
  shared: string[],
  printArea?: string,
): ColumnContents {
  const { styles } = formats;
  const widths = statedWidths(xml, styles);
  const isAutoWidth = autoWidthColumns(widths);
  const columnWidth = columnWidths(widths);
  const merges = parseMerges(xml);
  const merged = new Set(merges.map(({ from }) => `${from.row}:${from.column}`));
  const heights = new Map<number, RowHeight>();
  const geometry = { columnWidth, heights, defaultHeight: parseDefaultHeight(xml), merges, printArea };
  const mayBeClipped = createClippingTest(styles, geometry);
  const extremes = new Extremes();
  const texts: CellText[] = [];
  const clippable: PlacedText[] = [];
  const add = neighbourTracker<Omit<CellText, "neighbours"> & { isFitted: boolean }>(
    ({ isFitted, ...cell }, neighbours) => {
      if (cell.text === "") return;
      const placed = { ...cell, neighbours };
      if (isFitted) texts.push(placed);
      if ((!isFitted || !formats.isListed(cell.style)) && mayBeClipped(placed)) clippable.push(placed);
    },
  );

  let lastColumn = 0;
  for (const { row, column, style, attributes, inner, cellAt, rowAt } of parseCells(xml, (one) =>
    heights.set(one.row, one),
  )) {
    if (!hasContent(inner)) continue;
    lastColumn = Math.max(lastColumn, column);
    const number = parseNumber(attributes, storedValue(inner));
    if (number === undefined) formats.markAsText(style);
    const { adapts, fontSize, wraps } = styles.format(style);
    const isMerged = merged.size > 0 && merged.has(`${row}:${column}`);
    if (!adapts && !isMerged && number !== undefined) extremes.add(column, style, number);
    const text = !adapts && number === undefined ? cellText(attributes, inner, shared) : "";
    // No character is wider than the font is high.
    const mayNeedRoom = text.length * fontSize > columnWidth(column);
    const isFitted = !isMerged && isAutoWidth(column);
    const inLines = wraps || text.includes("\n");
    add({ row, column, style, cellAt, rowAt, text: mayNeedRoom ? text : "", inLines, isFitted });
  }
  add(undefined);
  return { numbers: extremes.byColumn(), texts, clippable, lastColumn, columnWidth, isAutoWidth };
}
