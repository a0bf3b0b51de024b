import type { Turn } from "@sheaf/contracts/arrangement.ts";
import type { GreyPicture } from "./grey-picture.ts";
import type { Projection } from "./projection.ts";

/** Turns a picture clockwise. */
export function turnedBy({ pixels, width, height }: GreyPicture, turn: Turn): GreyPicture {
  if (turn === 0) return { pixels, width, height };
  const out = new Uint8Array(pixels.length);
  if (turn === 180) {
    for (let from = 0, to = pixels.length - 1; to >= 0; from++, to--) out[to] = pixels[from] as number;
    return { pixels: out, width, height };
  }
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0; x < width; x++, from++) {
      out[turn === 90 ? x * height + height - 1 - y : (width - 1 - x) * height + y] = pixels[from] as number;
    }
  }
  return { pixels: out, width: height, height: width };
}

/** Returns the projection from the picture that was turned clockwise to the one before. */
export function backFrom(turn: Turn, { width, height }: { width: number; height: number }): Projection {
  if (turn === 0) return [1, 0, 0, 0, 1, 0, 0, 0, 1];
  if (turn === 180) return [-1, 0, width, 0, -1, height, 0, 0, 1];
  return turn === 90 ? [0, 1, 0, -1, 0, height, 0, 0, 1] : [0, -1, width, 1, 0, 0, 0, 0, 1];
}
