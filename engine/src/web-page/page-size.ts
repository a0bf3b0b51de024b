import type { PageSize } from "./write-odt.ts";

const a4 = { width: 793.7, height: 1122.52, margin: 52 };
const usualWidth = a4.width - 2 * a4.margin;
const landscapeWidth = a4.height - 2 * a4.margin;
/** Wider content is shrunk on a page of A4 upright up to this factor, and on its side beyond. */
const mildShrinking = 1.2;
const widest = 2.4 * landscapeWidth;

/**
 * Returns the page on which the widest content fits; a page larger than A4 is shrunk to it later.
 * @param needed width without broken words
 */
export function pageSize(needed: number, asksLandscape: boolean | undefined): PageSize {
  const isUpright = !asksLandscape && needed <= usualWidth * mildShrinking;
  const [width, available] = isUpright ? [a4.width, usualWidth] : [a4.height, landscapeWidth];
  const height = isUpright ? a4.height : a4.width;
  const scale = Math.max(1, Math.min(needed, widest) / available);
  return { width: width * scale, height: height * scale, margin: a4.margin * scale };
}
