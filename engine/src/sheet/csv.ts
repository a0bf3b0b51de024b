import { readFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import type { Converter } from "../converter.ts";
import type { Office } from "../office/office.ts";
import { tooManyPages } from "../page-limit.ts";
import { decodeText, encodingWarning } from "../text/encoding.ts";
import { numericColumns, readTable, type Table } from "./csv-table.ts";
import { a4, bandCount, bandsWarning, fitOnA4, type PageFit } from "./page-fit.ts";
import { countLines, splitRow, type TextBox } from "./text-lines.ts";
import { textWidth } from "./text-width.ts";
import { writeTextSheet } from "./xlsx-writer.ts";

/** All in points. */
const fontSize = 10;
const lineHeight = 12.8;
const margin = 36;
const cellPadding = 8;
/** Distance of amounts from the column on their right. */
const amountIndent = 9;
const narrowest = 18;
/** Longer texts wrap. */
const widest = 260;
/** A row higher than a page would be clipped, so longer texts continue in another row. */
const maxLinesInRow = 30;

/** Every cell as written, columns as wide as their content, the header row on every page. */
export function csvConverter(office: Office): Converter {
  return {
    async toPdf(input, { workDir }) {
      const decoded = decodeText(await readFile(input.path));
      const table = readTable(decoded.text);
      const numeric = numericColumns(table);
      const widths = columnWidths(table).map((width, column) => width + (numeric[column] ? amountIndent : 0));
      const fit = fitOnA4(sum(widths), fontSize, 2 * margin);
      // The widest column takes less than a quarter of a page in bands, so the first one is repeated on each.
      const repeatFirstColumn = fit.how === "bands";
      const bands = repeatFirstColumn ? bandCount(widths.slice(1), fit.pageWidth, widths[0]) : 1;
      refuseTooManyPages(table, widths, fit, bands);

      const stem = parse(input.path).name;
      const xlsxPath = join(workDir, `${stem}.xlsx`);
      const pdfPath = join(workDir, "table.pdf");
      await writeTextSheet(xlsxPath, {
        name: stem,
        columns: widths.map((width, column) => ({ width, alignRight: numeric[column] ?? false })),
        rows: splitLongCells(table.rows, widths),
        header: table.header,
        fontSize,
        margin,
        fit,
        repeatFirstColumn,
      });
      await office.toPdf(xlsxPath, pdfPath);
      const warnings: Warning[] = encodingWarning(decoded);
      if (bands > 1) warnings.push(bandsWarning("The table", bands));
      return { pdfPath, warnings, origin: "own" };
    },
  };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

function columnWidths({ rows, columns, header }: Table): number[] {
  const widths = new Array<number>(columns).fill(narrowest);
  for (const [index, row] of rows.entries()) {
    // The header is bold, which is about a twelfth wider.
    const heavier = index === header ? 1.08 : 1;
    for (const [column, cell] of row.entries()) {
      const known = widths[column] ?? narrowest;
      // No character is wider than the font is high, so most cells need no measuring.
      if (known >= widest || (cell.length * fontSize < known && heavier === 1)) continue;
      const lines = cell.length > 2000 ? [cell.slice(0, 2000)] : cell.split("\n");
      const needed = Math.max(...lines.map((line) => textWidth(line, fontSize))) * heavier + cellPadding;
      widths[column] = Math.min(widest, Math.max(known, needed));
    }
  }
  return widths;
}

const textBox = (width: number): TextBox => ({ width, fontSize });
const widestBox = textBox(widest);

function* splitLongCells(rows: string[][], widths: number[]): Generator<string[]> {
  const boxes = widths.map(textBox);
  for (const row of rows) yield* splitRow(row, boxes, maxLinesInRow);
}

/** Refuses too many pages before the sheet is laid out, which would take minutes. */
function refuseTooManyPages({ rows }: Table, widths: number[], fit: PageFit, bands: number): void {
  const boxes = widths.map(textBox);
  const linesOf = (row: string[]) => row.map((cell, column) => countLines(cell, boxes[column] ?? widestBox));
  const lines = sum(rows.map((row) => Math.max(1, ...linesOf(row))));
  const pageHeight = ((fit.landscape ? a4.short : a4.long) - 2 * margin) / (fit.percent / 100);
  const pages = Math.ceil((lines * lineHeight) / pageHeight) * bands;
  if (pages > conversionLimits.pages) throw tooManyPages(pages, "Split it and replace it.");
}
