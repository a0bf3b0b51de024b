import type { Warning } from "@sheaf/contracts/refusals.ts";

/** A4 in points. */
export const a4 = { short: 595.276, long: 841.89 };

/** Below this size, effective on paper, a page counts as unreadable. */
export const smallestFont = 6;
/** Where columns have to be spread over several pages anyway, they may as well be comfortable to read. */
const fontInBands = 7;
/** Portrait is kept as long as the sheet shrinks no further than this. */
const portraitDownTo = 0.8;

export interface PageFit {
  landscape: boolean;
  /** "fit": all columns on the width of one page. "bands": columns follow each other over several pages at `percent`. */
  how: "fit" | "bands";
  /** Scale of the print; of "fit" it is what the office program will arrive at. */
  percent: number;
  /** What a page holds at that scale, in unscaled points. */
  pageWidth: number;
}

/**
 * How a sheet lies on A4: upright while it is readable so, else on its side, else in bands of columns.
 * @param width    of all printed columns, in points
 * @param fontSize of most of its text, in points
 * @param margins  left and right together, in points
 * @param lying    true or false where the author's choice stands
 */
export function fitOnA4(width: number, fontSize: number, margins: number, lying?: boolean): PageFit {
  const room = (landscape: boolean) => (landscape ? a4.long : a4.short) - margins;
  const landscape = lying ?? room(false) / width < portraitDownTo;
  const scale = Math.min(1, room(landscape) / width);
  // Whole percents: the office program takes the next smaller one.
  const fitted = Math.max(10, Math.floor(scale * 100));
  if ((fitted / 100) * fontSize >= smallestFont || scale === 1) {
    return { landscape, how: "fit", percent: fitted, pageWidth: room(landscape) / scale };
  }
  const percent = Math.min(100, Math.ceil((fontInBands / fontSize) * 100));
  return { landscape: true, how: "bands", percent, pageWidth: room(true) / (percent / 100) };
}

/**
 * Pages across that the columns take, none of them cut; a column wider than a page takes as many as it needs.
 * @param isUsed whether there is anything in a column, by its index: LibreOffice prints no empty pages
 */
export function bandCount(
  widths: number[],
  pageWidth: number,
  repeatedWidth = 0,
  isUsed: (index: number) => boolean = () => true,
): number {
  // What would fill the page is not repeated.
  const room = Math.max(1, repeatedWidth < pageWidth ? pageWidth - repeatedWidth : pageWidth);
  let page = 1;
  let used = 0;
  let [bands, lastSeen] = [0, 0];
  for (const [index, width] of widths.entries()) {
    if (used > 0 && used + width > room) {
      page++;
      used = 0;
    }
    const first = Math.max(page, lastSeen + 1);
    used += width;
    if (used > room) page += Math.ceil(used / room) - 1;
    if (width === 0 || !isUsed(index)) continue;
    bands += page - first + 1;
    lastSeen = page;
  }
  return Math.max(1, bands);
}

/** The sentence that goes with bands. */
export function bandsWarning(name: string, count: number): Warning {
  const text = `${name} is too wide to be read on one page: its columns follow each other over ${count} pages across.`;
  return { code: "columns-in-bands", text };
}

/**
 * What the reader is told about the pages of a sheet.
 * @param isRefitted see `SheetLayout`
 */
export function pagesWarning(name: string, { bands, isRefitted }: { bands: number; isRefitted: boolean }): Warning[] {
  if (!isRefitted) return bands > 1 ? [bandsWarning(name, bands)] : [];
  const reason = `${name} would be too small to be read as its author fitted it to the page`;
  return bands > 1
    ? [{ code: "columns-in-bands", text: `${reason}: its columns follow each other over ${bands} pages across.` }]
    : [{ code: "fit-overridden", text: `${reason}: it takes the width of the page, and as many pages as it needs.` }];
}
