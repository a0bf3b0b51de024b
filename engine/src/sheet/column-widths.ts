export const pointsPerPixel = 0.75;

/**
 * Width of the widest digit in pixels at 96 dpi: 7 for Calibri 11, the unit of column widths (ECMA-376-1, 18.3.1.13).
 */
export const digitPixels = (fontSize: number) => Math.max(1, Math.round(fontSize * 0.64));

/** Width of the widest digit relative to the font size, in the fonts that replace Excel's default fonts here. */
const digitWidths: Record<string, number> = { calibri: 0.507, cambria: 0.554, arial: 0.556, "times new roman": 0.5 };
/** The same of Noto Sans, which replaces most other fonts. */
const otherDigit = 0.572;

/** Factor by which LibreOffice's columns are wider than `columnWidths`: it does not round a digit to whole pixels. */
export function columnStretch(fontName: string, fontSize: number): number {
  const digit = (digitWidths[fontName.toLowerCase()] ?? otherDigit) * (fontSize / pointsPerPixel);
  return Math.max(1, digit / digitPixels(fontSize));
}

/** The column widths that a worksheet states. */
export interface StatedWidths {
  /** Size of the font that widths are measured in, in points. */
  fontSize: number;
  /** Default width in digits without padding; 8 where the sheet states none. */
  baseDigits: number;
  /** Default width in digits with padding; it takes precedence where it is stated. */
  usualDigits: number | undefined;
  /** Columns from 1, widths in digits with padding, and whether the width was set by hand. */
  ranges: { from: number; to: number; digits: number; hidden: boolean; isCustom: boolean }[];
}

/** @returns a function that gives the width of a column in points; 0 for a hidden one */
export function columnWidths({ fontSize, baseDigits, usualDigits, ranges }: StatedWidths): (column: number) => number {
  const digit = digitPixels(fontSize);
  const points = (digits: number) =>
    Math.trunc(((256 * digits + Math.trunc(128 / digit)) / 256) * digit) * pointsPerPixel;
  // The default width is the digits and five pixels of padding, rounded up to a multiple of eight pixels.
  const usual =
    usualDigits === undefined ? Math.ceil((baseDigits * digit + 5) / 8) * 8 * pointsPerPixel : points(usualDigits);
  const widths = ranges.map(({ from, to, digits, hidden }) => ({ from, to, width: hidden ? 0 : points(digits) }));
  return (column) => widths.find(({ from, to }) => column >= from && column <= to)?.width ?? usual;
}

/** @returns a function that returns whether the width of a column is automatic */
export function autoWidthColumns({ ranges }: StatedWidths): (column: number) => boolean {
  const chosen = ranges.filter(({ hidden, isCustom }) => hidden || isCustom);
  return (column) => !chosen.some(({ from, to }) => column >= from && column <= to);
}
