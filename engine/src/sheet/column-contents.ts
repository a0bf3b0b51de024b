import type { CellFormats } from "./cell-formats.ts";
import { numberOf } from "./cell-numbers.ts";
import { withNeighbours } from "./cell-room.ts";
import type { RowHeight } from "./measure.ts";
import { Extremes, type Shown } from "./narrow-columns.ts";
import {
  cellsOf,
  defaultHeightOf,
  hasContent,
  mergesOf,
  textOf,
  unchosenIn,
  valueIn,
  widthsOf,
} from "./sheet-measure.ts";
import { type PlacedText, tightness } from "./tight-texts.ts";

/** What decides how wide the columns of a worksheet have to be. */
export interface ColumnContents {
  /** The widest numbers of each column; not those in merged cells, or in cells that adapt to any width. */
  numbers: Map<number, Shown[]>;
  /** The same of texts in columns to which nobody gave a width; those that surely fit are left out. */
  texts: CellText[];
  /** Texts in other columns, and in merged cells, which keep their width, that may not fit. */
  tight: PlacedText[];
  /** The last one with anything in it. */
  lastColumn: number;
  /** Whether nobody gave a column its width. */
  isUnchosen(column: number): boolean;
}

/** A text, and where the start tags of its cell and its row begin in the worksheet part. */
export interface CellText extends PlacedText {
  cellAt: number;
  rowAt: number;
}

/**
 * @param xml a worksheet part, one character for each byte
 * @param formats are told which of them texts have
 * @param printArea as the workbook names it
 */
export function columnContents(
  xml: string,
  formats: CellFormats,
  shared: string[],
  printArea?: string,
): ColumnContents {
  const { looks } = formats;
  const isUnchosen = unchosenIn(xml, looks);
  const width = widthsOf(xml, looks);
  const merges = mergesOf(xml);
  const merged = new Set(merges.map(({ from }) => `${from.row}:${from.column}`));
  const heights = new Map<number, RowHeight>();
  const rooms = { columnWidth: width, heights, defaultHeight: defaultHeightOf(xml), merges, printArea };
  const isTight = tightness(looks, rooms);
  const extremes = new Extremes();
  const texts: CellText[] = [];
  const tight: PlacedText[] = [];
  const add = withNeighbours<Omit<CellText, "neighbours"> & { isFitted: boolean }>(
    ({ isFitted, ...cell }, neighbours) => {
      if (cell.text === "") return;
      const placed = { ...cell, neighbours };
      if (isFitted) texts.push(placed);
      else if (isTight(placed)) tight.push(placed);
    },
  );

  let lastColumn = 0;
  for (const { row, column, style, attributes, inner, cellAt, rowAt } of cellsOf(xml, (one) =>
    heights.set(one.row, one),
  )) {
    if (!hasContent(inner)) continue;
    lastColumn = Math.max(lastColumn, column);
    const number = numberOf(attributes, valueIn(inner));
    if (number === undefined) formats.noteText(style);
    const { adapts, fontSize, wraps } = looks.format(style);
    const isMerged = merged.size > 0 && merged.has(`${row}:${column}`);
    if (!adapts && !isMerged && number !== undefined) extremes.add(column, style, number);
    const text = !adapts && number === undefined ? textOf(attributes, inner, shared) : "";
    // No letter is wider than it is high.
    const mayNeedRoom = text.length * fontSize > width(column);
    const isFitted = !isMerged && isUnchosen(column);
    const inLines = wraps || text.includes("\n");
    add({ row, column, style, cellAt, rowAt, text: mayNeedRoom ? text : "", inLines, isFitted });
  }
  add(undefined);
  return { numbers: extremes.byColumn(), texts, tight, lastColumn, isUnchosen };
}
