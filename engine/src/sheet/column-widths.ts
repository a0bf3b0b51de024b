export const pointsPerPixel = 0.75;

/** Width of the widest digit in pixels at 96 dpi: 7 for Calibri 11, the unit of column widths (ECMA-376-1, 18.3.1.13). */
export const digitPixels = (fontSize: number) => Math.max(1, Math.round(fontSize * 0.64));

/** Widest digit of the fonts that Excel begins workbooks with, as those draw it that stand for them here, in parts of their size. */
const digitWidths: Record<string, number> = { calibri: 0.507, cambria: 0.554, arial: 0.556, "times new roman": 0.5 };
/** Noto Sans's, which stands for most others. */
const otherDigit = 0.572;

/** How much wider columns are in LibreOffice than `columnWidths` says: it does not round a digit to whole pixels. */
export function columnStretch(fontName: string, fontSize: number): number {
  const digit = (digitWidths[fontName.toLowerCase()] ?? otherDigit) * (fontSize / pointsPerPixel);
  return Math.max(1, digit / digitPixels(fontSize));
}

export interface StatedWidths {
  /** Size of the font that widths are measured in, in points. */
  fontSize: number;
  /** Digits of a column without a width of its own, padding not included; 8 where the sheet does not say. */
  baseDigits: number;
  /** The same with padding; it wins where it is stated. */
  usualDigits: number | undefined;
  /** Columns from 1, widths in digits with padding, and whether somebody chose them. */
  ranges: { from: number; to: number; digits: number; hidden: boolean; isCustom: boolean }[];
}

/** @returns points of a column, counted from 1; 0 when it is hidden */
export function columnWidths({ fontSize, baseDigits, usualDigits, ranges }: StatedWidths): (column: number) => number {
  const digit = digitPixels(fontSize);
  const points = (digits: number) =>
    Math.trunc(((256 * digits + Math.trunc(128 / digit)) / 256) * digit) * pointsPerPixel;
  // Without a stated width it is the digits and five pixels of padding, in whole eights of pixels.
  const usual =
    usualDigits === undefined ? Math.ceil((baseDigits * digit + 5) / 8) * 8 * pointsPerPixel : points(usualDigits);
  const widths = ranges.map(({ from, to, digits, hidden }) => ({ from, to, width: hidden ? 0 : points(digits) }));
  return (column) => widths.find(({ from, to }) => column >= from && column <= to)?.width ?? usual;
}

/** Whether nobody gave a column its width. */
export function autoWidthColumns({ ranges }: StatedWidths): (column: number) => boolean {
  const chosen = ranges.filter(({ hidden, isCustom }) => hidden || isCustom);
  return (column) => !chosen.some(({ from, to }) => column >= from && column <= to);
}
