import { maxColumns } from "./csv-table.ts";
import type { IndexRange, SheetMeasurements } from "./measure-sheet.ts";
import { a4, bandCount, fitOnA4, smallestFont } from "./page-fit.ts";
import type { AuthorSetup, NewSetup } from "./page-setup.ts";
import { parseRanges } from "./range-references.ts";

export interface SheetLayout {
  setup: NewSetup;
  /** Pages across; more than one only where columns are laid out in bands. */
  bands: number;
  /** Estimated number of pages. */
  pages: number;
  /** Whether the stated fit was overridden because it would be unreadable. */
  isRefitted: boolean;
  /** Height of the rows on one page, repeated rows included, in unscaled points. */
  pageHeight: number;
}

/** Printed rows and columns, counted from 1. */
interface Area {
  fromRow: number;
  toRow: number;
  fromColumn: number;
  toColumn: number;
}

/** Print area and print titles of a sheet, as the workbook states them. */
export interface PrintNames {
  /** "Sheet1!$A$1:$D$20" or several ranges. */
  printArea: string | undefined;
  /** Repeated columns and rows: "Sheet1!$A:$B,Sheet1!$1:$2". */
  printTitles: string | undefined;
}

/**
 * Lays out a worksheet: as its author set it up where that is readable and complete, else fitted to the width of A4.
 */
export function layOutSheet(measured: SheetMeasurements, author: AuthorSetup, names: PrintNames): SheetLayout {
  const areas = printAreas(names.printArea, measured);
  const widths = areas.map((area) => columnsOf(area).map(measured.columnWidth));
  const width = Math.max(1, ...widths.map(total));
  const height = areas.reduce(
    (sum, { fromRow, toRow }) => sum + measured.heightTo(toRow) - measured.heightTo(fromRow - 1),
    0,
  );
  const room = (landscape: boolean) => (landscape ? a4.long : a4.short) - author.marginsAcross;
  const roomDown = (landscape: boolean) => (landscape ? a4.short : a4.long) - author.marginsDown;
  const readable = (scale: number) => scale * measured.fontSize >= smallestFont || scale >= 1;
  /** The layout at a scale, on as many pages as it takes. */
  const atScale = (setup: NewSetup, scale: number) => {
    const pageHeight = roomDown(setup.landscape) / scale;
    const pages = Math.max(1, total(areas.map((area) => pagesDown(area, measured, pageHeight))));
    return { setup, bands: 1, pages, isRefitted: false, pageHeight };
  };

  const { landscape } = author;
  if (author.fitToPage) {
    const across = author.fitToWidth === 0 ? 1 : (room(landscape) * author.fitToWidth) / width;
    const down = author.fitToHeight === 0 ? 1 : (roomDown(landscape) * author.fitToHeight) / Math.max(1, height);
    const scale = Math.min(1, across, down);
    if (readable(scale)) {
      const fitted = atScale({ landscape, fit: { width: author.fitToWidth, height: author.fitToHeight } }, scale);
      return { ...fitted, pages: author.fitToHeight || fitted.pages };
    }
  } else {
    // Manual column breaks divide the sheet into pages; the widest of these counts.
    const widest = Math.max(...widths.flatMap((one, index) => segmentWidths(one, areas[index], author.columnBreaks)));
    const chosen = author.scale / 100;
    const asSet = widest * chosen <= room(landscape) && readable(chosen);
    const onPurpose = author.scale !== 100 || author.columnBreaks.length > 0;
    // Columns that fill a page in Excel are slightly wider in LibreOffice, which would move the last one to another
    // page.
    const percent = Math.min(author.scale, Math.floor((100 * room(landscape)) / (widest * measured.columnStretch)));
    if (asSet && onPurpose && readable(percent / 100)) {
      const asChosen = atScale({ landscape, scale: percent }, percent / 100);
      return { ...asChosen, pages: (author.columnBreaks.length + 1) * asChosen.pages };
    }
  }

  const fit = fitOnA4(width, measured.fontSize, author.marginsAcross, landscape || undefined);
  const scale = fit.percent / 100;
  const isRefitted = author.fitToPage;
  if (fit.how === "fit") {
    return { ...atScale({ landscape: fit.landscape, fit: { width: 1, height: 0 } }, scale), isRefitted };
  }
  const repeated = parseRanges(names.printTitles ?? "")?.find(({ rows }) => rows === undefined)?.columns ?? none;
  const bands = Math.max(...areas.map((area) => countBands(area, measured, fit.pageWidth, repeated)));
  const pagesToExamine = (total(widths.flat()) / fit.pageWidth) * ((height * scale) / roomDown(true));
  const inBands = atScale({ landscape: true, scale: fit.percent }, scale);
  const pages = pagesToExamine > maxPagesToExamine ? Math.round(pagesToExamine) : bands * inBands.pages;
  return { ...inBands, bands, pages, isRefitted };
}

/**
 * Maximum number of pages up to the last one. LibreOffice examines each of them for content, a million in five seconds.
 */
const maxPagesToExamine = 2_000_000;
const none: IndexRange = { from: 0, to: -1 };
const total = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);
const columnsFrom = ({ from, to }: IndexRange) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
const columnsOf = ({ fromColumn, toColumn }: Area) => columnsFrom({ from: fromColumn, to: toColumn });

/** Pages down that print anything: LibreOffice prints no empty ones. @param pageHeight in unscaled points */
function pagesDown({ fromRow, toRow }: Area, { usedRows, heightTo }: SheetMeasurements, pageHeight: number): number {
  const top = heightTo(fromRow - 1);
  let [pages, next] = [0, 0];
  for (const { from, to } of usedRows) {
    if (to < fromRow || from > toRow) continue;
    const first = Math.max(next, Math.floor((heightTo(Math.max(from, fromRow) - 1) - top) / pageHeight));
    const behind = Math.ceil((heightTo(Math.min(to, toRow)) - top) / pageHeight);
    pages += Math.max(0, behind - first);
    next = Math.max(next, behind);
  }
  return pages;
}

/** Pages across that print anything. Repeated columns take their width on each of them. */
function countBands(area: Area, measured: SheetMeasurements, pageWidth: number, repeated: IndexRange): number {
  const { columnWidth, isUsedColumn } = measured;
  const repeatedWidth = total(columnsFrom(repeated).map(columnWidth));
  const isRepeated = (column: number) => column >= repeated.from && column <= repeated.to;
  const rest = columnsOf(area).filter((column) => !isRepeated(column));
  return bandCount(rest.map(columnWidth), pageWidth, repeatedWidth, (index) => isUsedColumn(rest[index] ?? 0));
}

/** Widths between manual column breaks. */
function segmentWidths(widths: number[], area: Area | undefined, breaks: number[]): number[] {
  const found = [0];
  for (const [index, width] of widths.entries()) {
    if (index > 0 && breaks.includes((area?.fromColumn ?? 1) + index - 1)) found.push(0);
    found[found.length - 1] = (found.at(-1) ?? 0) + width;
  }
  return found;
}

/**
 * The printed areas of a sheet. Without a print area, or where it is a formula, everything that prints. LibreOffice
 * prints no empty pages, so an area ends with the last used row, and one of all columns with the last used column.
 * @param printArea such as "Sheet1!$A$1:$D$20,Sheet1!$F:$G"
 */
function printAreas(printArea: string | undefined, measured: SheetMeasurements): Area[] {
  const whole: Area = {
    fromRow: 1,
    toRow: Math.max(1, measured.visibleRow),
    fromColumn: 1,
    toColumn: Math.max(1, measured.visibleColumn),
  };
  const ranges = printArea === undefined ? undefined : parseRanges(printArea);
  if (!ranges) return [whole];
  return ranges.map(({ rows, columns }) => {
    const fromRow = rows?.from ?? 1;
    const isWhole = columns?.from === 1 && columns.to >= maxColumns;
    return {
      fromRow,
      toRow: Math.max(fromRow, Math.min(rows?.to ?? whole.toRow, whole.toRow)),
      fromColumn: columns?.from ?? 1,
      toColumn: isWhole || !columns ? whole.toColumn : columns.to,
    };
  });
}
