import type { Random } from "../random.ts";
import { type Bend, bendSteps } from "./bend.ts";
import type { Plane } from "./light.ts";
import { newNoise } from "./noise.ts";
import type { Corners, Projection } from "./perspective.ts";

/** Position and shape of a sheet in the photo. */
export interface SheetPlacement {
  corners: Corners;
  projection: Projection;
  bend: Bend;
  /** Approximate size in the photo, in pixels. */
  size: Size;
}

interface Size {
  width: number;
  height: number;
}

/** The printed content in shades of grey. */
interface Print extends Size {
  print: Buffer;
}

const whites = [
  [247, 246, 243],
  [243, 243, 246],
  [246, 242, 232],
] as const;
const inks = [
  [38, 38, 44],
  [52, 50, 66],
  [44, 42, 42],
] as const;

/** Returns the position on the sheet that is visible at a position of the photo; undefined outside the sheet. */
export function sheetAt(
  { projection, bend }: SheetPlacement,
  x: number,
  y: number,
): { across: number; down: number } | undefined {
  const [a, b, c, d, e, f, g, h, i] = projection;
  const depth = g * x + h * y + i;
  const down = (d * x + e * y + f) / depth;
  if (down < 0 || down >= 1) return undefined;
  const across = (a * x + b * y + c) / depth + (bend.aside[(down * bendSteps) | 0] ?? 0);
  return across < 0 || across >= 1 ? undefined : { across, down };
}

/**
 * Darkens the table by the sheet's shadow, then draws the sheet over it. Written as one loop over plain numbers for
 * speed: it processes two million pixels.
 */
export function layPaper(
  pixels: Buffer,
  photo: Size,
  sheet: Print,
  placement: SheetPlacement,
  shadow: Plane,
  random: Random,
): void {
  const { corners, bend, size } = placement;
  const [a, b, c, d, e, f, g, h, i] = placement.projection;
  const strengths = thermalStrengths(random);
  const [whiteRed, whiteGreen, whiteBlue] = random.pick(whites);
  const [inkRed, inkGreen, inkBlue] = random.pick(inks);
  const slack = 0.02 * size.width + 2;
  const first = Math.min(...corners.map(({ x }) => x)) - slack;
  const last = Math.max(...corners.map(({ x }) => x)) + slack;
  let at = 0;
  for (let y = 0; y < photo.height; y++) {
    for (let x = 0; x < photo.width; x++, at += 3) {
      const dim = (shadow[y * photo.width + x] ?? 128) / 128;
      let covered = 0;
      let red = 0;
      let green = 0;
      let blue = 0;
      if (x > first && x < last) {
        const depth = g * x + h * y + i;
        const down = (d * x + e * y + f) / depth;
        if (down >= 0 && down < 1) {
          const step = (down * bendSteps) | 0;
          const across = (a * x + b * y + c) / depth + (bend.aside[step] ?? 0);
          if (across >= 0 && across < 1) {
            const edge = Math.min(Math.min(across, 1 - across) * size.width, Math.min(down, 1 - down) * size.height);
            covered = edge > 1 ? 1 : edge;
            const strength = strengths[(((down * 127) | 0) << 7) | ((across * 127) | 0)] ?? 1;
            const dark = (1 - sample(sheet, across, down) / 255) * strength;
            const tone = (bend.shade[step] ?? 1) - 0.05 * (across - 0.5) * (across - 0.5);
            red = (whiteRed + (inkRed - whiteRed) * dark) * tone;
            green = (whiteGreen + (inkGreen - whiteGreen) * dark) * tone;
            blue = (whiteBlue + (inkBlue - whiteBlue) * dark) * tone;
          }
        }
      }
      const bare = (1 - covered) * dim;
      pixels[at] = Math.min(255, (pixels[at] ?? 0) * bare + red * covered);
      pixels[at + 1] = Math.min(255, (pixels[at + 1] ?? 0) * bare + green * covered);
      pixels[at + 2] = Math.min(255, (pixels[at + 2] ?? 0) * bare + blue * covered);
    }
  }
}

/**
 * Returns the strength of thermal print on a grid of 128 × 128: it is uneven, and one dot of the print head is weak
 * from top to bottom.
 */
function thermalStrengths(random: Random): Float64Array {
  const noise = newNoise(random);
  const faded = random.between(0.76, 0.97);
  const weak = random.whole(12, 116);
  return Float64Array.from({ length: 128 * 128 }, (_, at) => {
    const across = at & 127;
    return faded * (across === weak ? 0.74 : 1) * (0.84 + 0.16 * noise(across / 14, (at >> 7) / 9));
  });
}

/** Interpolates between the four nearest pixels. */
function sample({ print, width, height }: Print, across: number, down: number): number {
  const x = Math.min(across * width, width - 1.001);
  const y = Math.min(down * height, height - 1.001);
  const left = x | 0;
  const top = y | 0;
  const at = top * width + left;
  const partX = x - left;
  const partY = y - top;
  const above = (print[at] ?? 255) * (1 - partX) + (print[at + 1] ?? 255) * partX;
  const below = (print[at + width] ?? 255) * (1 - partX) + (print[at + width + 1] ?? 255) * partX;
  return above * (1 - partY) + below * partY;
}
