import type { Warning } from "@sheaf/contracts/refusals.ts";

/** A4 in points. */
export const a4 = { short: 595.276, long: 841.89 };

/** Smallest readable font size on paper, in points. */
export const smallestFont = 6;
/** Font size on paper of sheets whose columns take several pages across, in points. */
const fontInBands = 7;
/** Below this scale a sheet is turned to landscape. */
const portraitDownTo = 0.8;

export interface PageFit {
  landscape: boolean;
  /**
   * "fit": all columns on the width of one page. "bands": columns follow each other over several pages at `percent`.
   */
  how: "fit" | "bands";
  /** Scale of the print; for "fit" the scale at which LibreOffice will arrive. */
  percent: number;
  /** Width of a page at that scale, in unscaled points. */
  pageWidth: number;
}

/**
 * Chooses how a sheet is laid out on A4: portrait where it is readable so, else landscape, else in bands of columns.
 * @param width    of all printed columns, in points
 * @param fontSize of most of its text, in points
 * @param margins  left and right together, in points
 * @param isLandscape the orientation fixed by the author; undefined when it is free
 */
export function fitOnA4(width: number, fontSize: number, margins: number, isLandscape?: boolean): PageFit {
  const room = (landscape: boolean) => (landscape ? a4.long : a4.short) - margins;
  const landscape = isLandscape ?? room(false) / width < portraitDownTo;
  const scale = Math.min(1, room(landscape) / width);
  // LibreOffice rounds the scale down to whole percents.
  const fitted = Math.max(10, Math.floor(scale * 100));
  if ((fitted / 100) * fontSize >= smallestFont || scale === 1) {
    return { landscape, how: "fit", percent: fitted, pageWidth: room(landscape) / scale };
  }
  const percent = Math.min(100, Math.ceil((fontInBands / fontSize) * 100));
  return { landscape: true, how: "bands", percent, pageWidth: room(true) / (percent / 100) };
}

/**
 * Number of pages across that the columns take when none is cut; a column wider than a page takes several.
 * @param isUsed whether the column at an index prints anything: LibreOffice prints no empty pages
 */
export function bandCount(
  widths: number[],
  pageWidth: number,
  repeatedWidth = 0,
  isUsed: (index: number) => boolean = () => true,
): number {
  // LibreOffice does not repeat columns that would fill the page.
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

/** The warning for a sheet in bands. */
export function bandsWarning(name: string, count: number): Warning {
  const text = `${name} is too wide to be read on one page: its columns follow each other over ${count} pages across.`;
  return { code: "columns-in-bands", text };
}

/**
 * The warnings about the pages of a sheet.
 * @param isRefitted see `SheetLayout`
 */
export function pagesWarning(name: string, { bands, isRefitted }: { bands: number; isRefitted: boolean }): Warning[] {
  if (!isRefitted) return bands > 1 ? [bandsWarning(name, bands)] : [];
  const reason = `${name} would be too small to be read as its author fitted it to the page`;
  return bands > 1
    ? [{ code: "columns-in-bands", text: `${reason}: its columns follow each other over ${bands} pages across.` }]
    : [{ code: "fit-overridden", text: `${reason}: it takes the width of the page, and as many pages as it needs.` }];
}
