import type { Random } from "../random.ts";
import type { Plane } from "./light.ts";

const balances = [
  [1.02, 1, 0.96],
  [0.98, 1, 1.02],
  [1.03, 0.99, 0.92],
  [1, 1, 1],
] as const;

/** Applies the light of the room, the camera's white balance and sensor noise to raw RGB pixels. */
export function expose(pixels: Buffer, light: Plane, random: Random): void {
  const [warm, middle, cool] = random.pick(balances);
  const grain = newGrain(random, 4.5);
  let state = random.whole(1, 2 ** 30);
  for (let at = 0, pixel = 0; at < light.length; at++, pixel += 3) {
    const bright = (light[at] ?? 128) / 128;
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    const speck = grain[(state >>> 12) & 0xffff] ?? 0;
    pixels[pixel] = clamp((pixels[pixel] ?? 0) * bright * warm + speck);
    pixels[pixel + 1] = clamp((pixels[pixel + 1] ?? 0) * bright * middle + speck);
    pixels[pixel + 2] = clamp((pixels[pixel + 2] ?? 0) * bright * cool + speck);
  }
}

const clamp = (value: number) => (value < 0 ? 0 : value > 255 ? 255 : value);

/** Makes noise around 0, mostly with small values. */
function newGrain(random: Random, strength: number): Int8Array {
  return Int8Array.from({ length: 2 ** 16 }, () =>
    Math.round((random.fraction() + random.fraction() + random.fraction() - 1.5) * 2 * strength),
  );
}
