import type { CellFormats } from "./cell-formats.ts";
import { numberOf } from "./cell-numbers.ts";
import { withNeighbours } from "./cell-room.ts";
import type { RowHeight } from "./measure.ts";
import { Extremes, type Shown } from "./narrow-columns.ts";
import {
  columnNumber,
  defaultHeightOf,
  hasContent,
  heightIn,
  mergesOf,
  rowOrCell,
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

  let [row, column, rowAt, lastColumn] = [0, 0, 0, 0];
  for (const { index, 1: rowAttributes, 2: attributes = "", 3: inner = "" } of xml.matchAll(rowOrCell)) {
    if (rowAttributes !== undefined) {
      row = Number(/\br="(\d+)"/.exec(rowAttributes)?.[1] ?? row + 1);
      [column, rowAt] = [0, index];
      const height = heightIn(row, rowAttributes);
      if (height) heights.set(row, height);
      continue;
    }
    const reference = /\br="([A-Z]+)/.exec(attributes)?.[1];
    column = reference === undefined ? column + 1 : columnNumber(reference);
    if (!hasContent(inner)) continue;
    lastColumn = Math.max(lastColumn, column);
    const style = Number(/\bs="(\d+)"/.exec(attributes)?.[1] ?? 0);
    const number = numberOf(attributes, valueIn(inner));
    if (number === undefined) formats.noteText(style);
    const adapts = looks.format(style).adapts;
    const isMerged = merged.size > 0 && merged.has(`${row}:${column}`);
    if (!adapts && !isMerged && number !== undefined) extremes.add(column, style, number);
    const text = !adapts && number === undefined ? textOf(attributes, inner, shared) : "";
    // No letter is wider than it is high.
    const mayNeedRoom = text.length * looks.format(style).fontSize > width(column);
    const isFitted = !isMerged && isUnchosen(column);
    const inLines = looks.format(style).wraps || text.includes("\n");
    add({ row, column, style, cellAt: index, rowAt, text: mayNeedRoom ? text : "", inLines, isFitted });
  }
  add(undefined);
  return { numbers: extremes.byColumn(), texts, tight, lastColumn, isUnchosen };
}
