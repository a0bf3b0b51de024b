import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "../converter.ts";
import { tooManyPages } from "../page-limit.ts";
import { maxCells } from "./csv-table.ts";
import type { SheetMeasurements } from "./measure-sheet.ts";

/** Size of one sheet, or of several together. */
export interface SheetTotals {
  cells: number;
  characters: number;
  /** An estimate. */
  pages: number;
  /** Whether nothing would print. */
  isBlank: boolean;
}

export const noTotals: SheetTotals = { cells: 0, characters: 0, pages: 0, isBlank: true };

export function sheetTotals(
  { cells, characters, contentRow, visibleRow }: SheetMeasurements,
  pages: number,
): SheetTotals {
  return { cells, characters, pages: contentRow === 0 ? 0 : pages, isBlank: visibleRow === 0 };
}

export function addTotals(one: SheetTotals, other: SheetTotals): SheetTotals {
  return {
    cells: one.cells + other.cells,
    characters: one.characters + other.characters,
    pages: one.pages + other.pages,
    isBlank: one.isBlank && other.isBlank,
  };
}

/** More characters than the largest allowed number of pages can show at the smallest font size. */
const maxCharacters = 40_000_000;

/**
 * Refuses sheets that are too large. Pages are only estimated here, so up to twice the limit is printed and then
 * counted.
 * @throws ConvertError too-large
 */
export function refuseTooLarge({ cells, characters, pages }: SheetTotals): void {
  if (cells >= maxCells) {
    const most = maxCells.toLocaleString("en-GB");
    throw new ConvertError("too-large", `has ${most} cells or more. Split it and replace it.`);
  }
  if (characters > maxCharacters) {
    const million = (maxCharacters / 1_000_000).toLocaleString("en-GB");
    throw new ConvertError("too-large", `has more than ${million} million characters. Split it and replace it.`);
  }
  if (pages > conversionLimits.pages * 2) throw tooManyPages(pages, "Set a print area or split it, and replace it.");
}
