import { mostColumns } from "./csv-table.ts";
import type { Measured } from "./measure.ts";
import { a4, bandCount, fitOnA4, smallestFont } from "./page-fit.ts";
import type { AuthorSetup, NewSetup } from "./page-setup.ts";
import { columnNumber } from "./sheet-measure.ts";

export interface SheetLayout {
  setup: NewSetup;
  /** Pages across; more than one only where bands had to be made. */
  bands: number;
  /** About how many pages it makes. */
  pages: number;
  /** Its author fitted it to so few pages that it could not be read there. */
  isRefitted: boolean;
}

/** Rows and columns that are printed, counted from 1. */
interface Area {
  fromRow: number;
  toRow: number;
  fromColumn: number;
  toColumn: number;
}

/**
 * How a worksheet is printed: as its author set it up, as long as that can be read and is whole; else fitted to the width of A4.
 * @param printArea the author's, as in the workbook
 */
export function layOutSheet(measured: Measured, author: AuthorSetup, printArea: string | undefined): SheetLayout {
  const areas = printAreas(printArea, measured);
  const widths = areas.map((area) => columnsOf(area).map(measured.columnWidth));
  const width = Math.max(1, ...widths.map(total));
  const height = areas.reduce(
    (sum, { fromRow, toRow }) => sum + measured.heightTo(toRow) - measured.heightTo(fromRow - 1),
    0,
  );
  const room = (landscape: boolean) => (landscape ? a4.long : a4.short) - author.marginsAcross;
  const roomDown = (landscape: boolean) => (landscape ? a4.short : a4.long) - author.marginsDown;
  const readable = (scale: number) => scale * measured.fontSize >= smallestFont || scale >= 1;
  const pagesAt = (scale: number, landscape: boolean) => Math.max(1, Math.ceil((height * scale) / roomDown(landscape)));

  if (author.fitToPage) {
    const across = author.fitToWidth === 0 ? 1 : (room(author.landscape) * author.fitToWidth) / width;
    const down = author.fitToHeight === 0 ? 1 : (roomDown(author.landscape) * author.fitToHeight) / Math.max(1, height);
    const scale = Math.min(1, across, down);
    if (readable(scale)) {
      const fit = { width: author.fitToWidth, height: author.fitToHeight };
      return {
        setup: { landscape: author.landscape, fit },
        bands: 1,
        pages: author.fitToHeight || pagesAt(scale, author.landscape),
        isRefitted: false,
      };
    }
  } else {
    // Breaks between columns part the sheet into pages on purpose; then the widest of these counts.
    const widest = Math.max(...widths.flatMap((one, index) => segments(one, areas[index], author.columnBreaks)));
    const chosen = author.scale / 100;
    const asSet = widest * chosen <= room(author.landscape) && readable(chosen);
    const onPurpose = author.scale !== 100 || author.columnBreaks.length > 0;
    if (asSet && onPurpose) {
      const across = author.columnBreaks.length + 1;
      return {
        setup: { landscape: author.landscape, scale: author.scale },
        bands: 1,
        pages: across * pagesAt(chosen, author.landscape),
        isRefitted: false,
      };
    }
  }

  const fit = fitOnA4(width, measured.fontSize, author.marginsAcross, author.landscape || undefined);
  const scale = fit.percent / 100;
  const isRefitted = author.fitToPage;
  if (fit.how === "fit") {
    return {
      setup: { landscape: fit.landscape, fit: { width: 1, height: 0 } },
      bands: 1,
      pages: pagesAt(scale, fit.landscape),
      isRefitted,
    };
  }
  const bands = Math.max(...widths.map((one) => bandCount(one, fit.pageWidth)));
  return { setup: { landscape: true, scale: fit.percent }, bands, pages: bands * pagesAt(scale, true), isRefitted };
}

const total = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);
const columnsOf = ({ fromColumn, toColumn }: Area) =>
  Array.from({ length: toColumn - fromColumn + 1 }, (_, index) => fromColumn + index);

/** Widths between the author's breaks. */
function segments(widths: number[], area: Area | undefined, breaks: number[]): number[] {
  const found = [0];
  for (const [index, width] of widths.entries()) {
    if (index > 0 && breaks.includes((area?.fromColumn ?? 1) + index - 1)) found.push(0);
    found[found.length - 1] = (found.at(-1) ?? 0) + width;
  }
  return found;
}

/**
 * "Sheet1!$A$1:$D$20,Sheet1!$F:$G" as rows and columns; without one, everything that is seen. LibreOffice prints no empty pages, so
 * that the rows of an area end with the last one that is seen; its columns do so where they are all that a sheet has.
 */
function printAreas(printArea: string | undefined, measured: Measured): Area[] {
  const whole: Area = {
    fromRow: 1,
    toRow: Math.max(1, measured.visibleRow),
    fromColumn: 1,
    toColumn: Math.max(1, measured.visibleColumn),
  };
  const areas: Area[] = [];
  for (const [, from = "", fromRow = "", to = "", toRow = ""] of (printArea ?? "").matchAll(
    /!\$?([A-Z]*)\$?(\d*)(?::\$?([A-Z]*)\$?(\d*))?/g,
  )) {
    if (from === "" && fromRow === "") continue;
    const area = {
      fromRow: fromRow === "" ? 1 : Number(fromRow),
      toRow: toRow === "" ? (fromRow === "" ? whole.toRow : Number(fromRow)) : Number(toRow),
      fromColumn: from === "" ? 1 : columnNumber(from),
      toColumn: Math.max(1, to === "" ? (from === "" ? whole.toColumn : columnNumber(from)) : columnNumber(to)),
    };
    const isWhole = area.fromColumn === 1 && area.toColumn >= mostColumns;
    areas.push({
      ...area,
      toRow: Math.max(1, area.fromRow, Math.min(area.toRow, whole.toRow)),
      toColumn: isWhole ? whole.toColumn : area.toColumn,
    });
  }
  return areas.length > 0 ? areas : [whole];
}
