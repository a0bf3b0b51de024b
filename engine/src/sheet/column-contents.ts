import type { CellFormats } from "./cell-formats.ts";
import { numberOf } from "./cell-numbers.ts";
import { type Neighbours, withNeighbours } from "./cell-room.ts";
import { Extremes, type Shown } from "./narrow-columns.ts";
import {
  columnNumber,
  hasContent,
  mergesOf,
  rowOrCell,
  textOf,
  unchosenIn,
  valueIn,
  widthsOf,
} from "./sheet-measure.ts";

/** What decides how wide the columns of a worksheet have to be. Merged cells, and those that adapt to any width, are left out. */
export interface ColumnContents {
  /** The widest numbers of each column. */
  numbers: Map<number, Shown[]>;
  /** Texts in columns to which nobody gave a width; of those that surely fit, none. */
  texts: CellText[];
  /** The last one with anything in it. */
  lastColumn: number;
  /** Whether nobody gave a column its width. */
  isUnchosen(column: number): boolean;
}

/** A text, and where the start tags of its cell and its row begin in the worksheet part. */
export interface CellText {
  text: string;
  row: number;
  column: number;
  style: number;
  cellAt: number;
  rowAt: number;
  neighbours: Neighbours;
}

/** @param xml a worksheet part, one character for each byte @param formats are told which of them texts have */
export function columnContents(xml: string, formats: CellFormats, shared: string[]): ColumnContents {
  const { looks } = formats;
  const isUnchosen = unchosenIn(xml, looks);
  const width = widthsOf(xml, looks);
  const merged = new Set(mergesOf(xml).map(({ from }) => `${from.row}:${from.column}`));
  const extremes = new Extremes();
  const texts: CellText[] = [];
  const add = withNeighbours<Omit<CellText, "neighbours">>((cell, neighbours) => {
    if (cell.text !== "") texts.push({ ...cell, neighbours });
  });

  let [row, column, rowAt, lastColumn] = [0, 0, 0, 0];
  for (const { index, 1: rowAttributes, 2: attributes = "", 3: inner = "" } of xml.matchAll(rowOrCell)) {
    if (rowAttributes !== undefined) {
      row = Number(/\br="(\d+)"/.exec(rowAttributes)?.[1] ?? row + 1);
      [column, rowAt] = [0, index];
      continue;
    }
    const reference = /\br="([A-Z]+)/.exec(attributes)?.[1];
    column = reference === undefined ? column + 1 : columnNumber(reference);
    if (!hasContent(inner)) continue;
    lastColumn = Math.max(lastColumn, column);
    const style = Number(/\bs="(\d+)"/.exec(attributes)?.[1] ?? 0);
    const number = numberOf(attributes, valueIn(inner));
    if (number === undefined) formats.noteText(style);
    const isOut = looks.adapts(style) || (merged.size > 0 && merged.has(`${row}:${column}`));
    if (!isOut && number !== undefined) extremes.add(column, style, number);
    const isText = !isOut && number === undefined && isUnchosen(column);
    const text = isText ? textOf(attributes, inner, shared) : "";
    // No letter is wider than it is high.
    const mayNeedRoom = text.length * looks.fontSize(style) > width(column);
    add({ row, column, style, cellAt: index, rowAt, text: mayNeedRoom ? text : "" });
  }
  add(undefined);
  return { numbers: extremes.byColumn(), texts, lastColumn, isUnchosen };
}
