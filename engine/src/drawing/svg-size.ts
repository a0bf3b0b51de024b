import type { SvgElement } from "./svg-tree.ts";

/** Pixels of CSS, of which an inch has 96, in each unit (CSS Values 3, 6). */
const pixelsPer: Record<string, number> = {
  "": 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  em: 16,
  ex: 8,
};

/** Returns a length in pixels; undefined for percentages and everything else. */
function pixels(value: string | undefined): number | undefined {
  const [, number, unit = ""] = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(value ?? "") ?? [];
  const size = Number(number) * (pixelsPer[unit.toLowerCase()] ?? Number.NaN);
  return number !== undefined && Number.isFinite(size) && size > 0 ? size : undefined;
}

/**
 * Returns the size of a drawing in pixels of CSS: as stated, else that of its view box.
 * @returns undefined when it states none
 */
export function svgSize({ attributes }: SvgElement): { width: number; height: number } | undefined {
  const width = pixels(attributes.get("width"));
  const height = pixels(attributes.get("height"));
  if (width !== undefined && height !== undefined) return { width, height };
  const box =
    attributes
      .get("viewBox")
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  const [, , boxWidth = 0, boxHeight = 0] = box;
  if (!(boxWidth > 0 && boxHeight > 0 && Number.isFinite(boxWidth) && Number.isFinite(boxHeight))) return undefined;
  if (width !== undefined) return { width, height: (width * boxHeight) / boxWidth };
  if (height !== undefined) return { width: (height * boxWidth) / boxHeight, height };
  return { width: boxWidth, height: boxHeight };
}
