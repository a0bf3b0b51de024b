import { cellAt, cellBelow, type PrintedPage, type Row } from "./printed-page.ts";

/** A place where the value of a label may stand: a part of a row's text. */
export interface LabelledText {
  row: Row;
  /** Where the text begins in the row's text. */
  start: number;
  text: string;
}

const longestValue = 60;

/**
 * Finds what stands after each label on its row, and what stands below it in its column.
 * @param labels a global pattern
 */
export function* textsOf(page: PrintedPage, labels: RegExp): Generator<LabelledText> {
  for (const row of page.rows) {
    for (const match of row.text.matchAll(labels)) {
      const label = match[0];
      const start = match.index + label.length;
      yield { row, start, text: row.text.slice(start, start + longestValue) };
      const cell = cellAt(row, match.index);
      const below = cell && cellBelow(page, row, cell);
      if (!below) continue;
      yield { row: below.row, start: below.cell.start, text: below.cell.text.slice(0, longestValue) };
    }
  }
}
