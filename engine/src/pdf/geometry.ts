/** [a b c d e f] of the `cm` operator: x' = ax + cy + e, y' = bx + dy + f (ISO 32000-1, 8.3.4). */
export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Left, bottom, right, top in points, with left ≤ right and bottom ≤ top. */
export type Rect = readonly [number, number, number, number];

export interface Size {
  width: number;
  height: number;
}

/** Portrait A4 in points: 210 × 297 mm. */
export const a4: Size = { width: 595.276, height: 841.89 };

/** A5 is enlarged to A4; smaller pages, such as receipts, are enlarged by no more than that. */
const maxEnlargement = Math.SQRT2 * 1.0001;

/** Returns the matrix that applies `first`, then `then`. */
export function multiply(first: Matrix, then: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [p, q, r, s, t, u] = then;
  return [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u];
}

export function transformPoint([a, b, c, d, e, f]: Matrix, x: number, y: number): [x: number, y: number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** Returns the bounding box of the transformed rectangle. */
export function transformRect(matrix: Matrix, [left, bottom, right, top]: Rect): Rect {
  const corners = [
    transformPoint(matrix, left, bottom),
    transformPoint(matrix, right, bottom),
    transformPoint(matrix, left, top),
    transformPoint(matrix, right, top),
  ];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/**
 * Converts two opposite corners, in any order, to a rectangle; returns undefined when fewer than four numbers are
 * given.
 */
export function normalRect(numbers: readonly number[] | undefined): Rect | undefined {
  const [a, b, c, d] = numbers ?? [];
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

export function intersection(one: Rect, other: Rect): Rect | undefined {
  const left = Math.max(one[0], other[0]);
  const bottom = Math.max(one[1], other[1]);
  const right = Math.min(one[2], other[2]);
  const top = Math.min(one[3], other[3]);
  return left < right && bottom < top ? [left, bottom, right, top] : undefined;
}

/** A page as its file describes it. */
export interface PageView {
  /** The visible area in the page's own units, before rotation: CropBox within MediaBox. */
  box: Rect;
  /** Clockwise, in degrees; other angles are rounded to the nearest quarter turn. */
  rotate: number;
  /** Points per unit of the page (ISO 32000-1, 14.11.1). */
  userUnit: number;
}

export interface Placement {
  sheet: Size;
  /** From the page's own coordinates to the sheet's. */
  matrix: Matrix;
}

/**
 * Fits a page of any size onto A4: the sheet has the page's orientation, and the page is upright, whole and centred,
 * shrunk to fit or enlarged by √2 at most.
 */
export function fitOnA4({ box, rotate, userUnit }: PageView): Placement {
  const boxWidth = box[2] - box[0];
  const boxHeight = box[3] - box[1];
  const turn = ((((Math.round(rotate / 90) * 90) % 360) + 360) % 360) as 0 | 90 | 180 | 270;
  const [width, height] = turn % 180 === 0 ? [boxWidth, boxHeight] : [boxHeight, boxWidth];

  const sheet = width > height * 1.0001 ? { width: a4.height, height: a4.width } : a4;
  const enlargement = Math.min(sheet.width / (width * userUnit), sheet.height / (height * userUnit), maxEnlargement);
  const scale = enlargement * userUnit;

  const turned: Record<typeof turn, Matrix> = {
    0: [1, 0, 0, 1, 0, 0],
    90: [0, -1, 1, 0, 0, boxWidth],
    180: [-1, 0, 0, -1, boxWidth, boxHeight],
    270: [0, 1, -1, 0, boxHeight, 0],
  };
  const toOrigin = multiply([1, 0, 0, 1, -box[0], -box[1]], turned[turn]);
  const toSheet: Matrix = [scale, 0, 0, scale, (sheet.width - width * scale) / 2, (sheet.height - height * scale) / 2];
  return { sheet, matrix: multiply(toOrigin, toSheet) };
}

/**
 * Formats a number for a content stream: five decimals, nine for numbers below 0.01 such as the scale of an enormous
 * page, never an exponent.
 */
export function printNumber(value: number): string {
  if (!Number.isFinite(value)) return "0";
  const fixed = value.toFixed(Math.abs(value) < 0.01 ? 9 : 5);
  return fixed.includes("e") ? "0" : fixed.replace(/\.?0+$/, "").replace(/^-0$/, "0");
}

export const printNumbers = (values: readonly number[]): string => values.map(printNumber).join(" ");
