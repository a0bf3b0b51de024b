import type { Random } from "../random.ts";

const side = 128;
const mask = side - 1;

/** Smooth noise between 0 and 1 with a grid of 1; it repeats after 128 steps. */
export type Noise = (x: number, y: number) => number;

export function newNoise(random: Random): Noise {
  const heights = Float32Array.from({ length: side * side }, () => random.fraction());
  const at = (x: number, y: number) => heights[((y & mask) << 7) | (x & mask)] ?? 0;
  return (x, y) => {
    const left = Math.floor(x);
    const top = Math.floor(y);
    const across = soften(x - left);
    const down = soften(y - top);
    const above = at(left, top) * (1 - across) + at(left + 1, top) * across;
    const below = at(left, top + 1) * (1 - across) + at(left + 1, top + 1) * across;
    return above * (1 - down) + below * down;
  };
}

const soften = (part: number) => part * part * (3 - 2 * part);
