import sharp from "sharp";
import type { Random } from "../random.ts";
import { type Noise, newNoise } from "./noise.ts";

type Colour = readonly [red: number, green: number, blue: number];
/** Returns the colour at a position, in pixels of a photo that is 1,200 wide. */
type Surface = (x: number, y: number) => Colour;

const woods: readonly (readonly [light: Colour, dark: Colour])[] = [
  [
    [186, 143, 96],
    [132, 92, 54],
  ],
  [
    [122, 84, 56],
    [70, 44, 28],
  ],
  [
    [205, 174, 132],
    [168, 130, 86],
  ],
  [
    [150, 118, 92],
    [104, 78, 58],
  ],
];
const plains: readonly Colour[] = [
  [214, 212, 206],
  [92, 96, 102],
  [58, 66, 78],
  [168, 160, 148],
];

/**
 * Draws the surface below a photographed receipt.
 * @returns raw RGB of that size
 */
export async function drawTable(random: Random, width: number, height: number): Promise<Buffer> {
  const noise = newNoise(random);
  const surface = random.pick([planks, planks, worktop, desk, cloth])(random, noise);
  // Drawn small and enlarged, so that the surface is a little out of focus.
  const scale = 3;
  const small = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
  const pixels = Buffer.alloc(small.width * small.height * 3);
  let at = 0;
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      const [red, green, blue] = surface(x * scale, y * scale);
      pixels[at++] = red;
      pixels[at++] = green;
      pixels[at++] = blue;
    }
  }
  return sharp(pixels, { raw: { ...small, channels: 3 } })
    .resize(width, height, { kernel: "linear", fit: "fill" })
    .raw()
    .toBuffer();
}

const mix = (light: Colour, dark: Colour, part: number): Colour => [
  light[0] + (dark[0] - light[0]) * part,
  light[1] + (dark[1] - light[1]) * part,
  light[2] + (dark[2] - light[2]) * part,
];

/** Wooden boards with grain. */
function planks(random: Random, noise: Noise): Surface {
  const [light, dark] = random.pick(woods);
  const across = random.isOneIn(2);
  const board = random.whole(330, 620);
  const start = random.whole(0, board);
  return (x, y) => {
    const along = across ? x : y;
    const beside = (across ? y : x) + start;
    const number = Math.floor(beside / board);
    const inside = beside - number * board;
    const drift = 26 * noise(along / 420, number * 7 + beside / 260);
    const rings = 0.5 + 0.5 * Math.sin((beside + drift * 4) / (9 + 4 * noise(number * 3, 1)));
    const grain = noise(along / 64, beside / 2.6 + number * 31);
    const tone = 0.3 * noise(number * 11, 5) + 0.28 * rings * noise(along / 180, beside / 40) + 0.42 * grain;
    const gap = inside < 5 ? 0.55 : 0;
    return mix(light, dark, Math.min(1.5, tone + gap));
  };
}

/** Stone with specks. */
function worktop(random: Random, noise: Noise): Surface {
  const base = random.pick(plains);
  return (x, y) => {
    const speck = noise(x / 5, y / 5) > 0.78 ? 34 : 0;
    const dark = noise(x / 7 + 40, y / 7) > 0.8 ? -30 : 0;
    const cloud = 22 * (noise(x / 110, y / 110) - 0.5);
    const shift = speck + dark + cloud;
    return [clamp(base[0] + shift), clamp(base[1] + shift), clamp(base[2] + shift)];
  };
}

/** A plain desk with faint marks. */
function desk(random: Random, noise: Noise): Surface {
  const base = random.pick(plains);
  return (x, y) => {
    const shift = 9 * (noise(x / 260, y / 190) - 0.5) + 5 * (noise(x / 14, y / 3) - 0.5);
    return [clamp(base[0] + shift), clamp(base[1] + shift), clamp(base[2] + shift * 0.9)];
  };
}

/** Woven threads. */
function cloth(random: Random, noise: Noise): Surface {
  const base = random.pick([
    [74, 88, 104],
    [120, 108, 92],
    [142, 146, 140],
    [96, 58, 56],
  ] as const);
  return (x, y) => {
    const over = (Math.floor(x / 8) + Math.floor(y / 8)) % 2 === 0;
    const thread = over ? noise(x / 5, Math.floor(y / 8)) : noise(Math.floor(x / 8) + 60, y / 5);
    const shift = 20 * (thread - 0.5) + (over ? 5 : 0) + 16 * (noise(x / 170, y / 170) - 0.5);
    return [clamp(base[0] + shift), clamp(base[1] + shift), clamp(base[2] + shift)];
  };
}

const clamp = (value: number) => Math.max(0, Math.min(255, value));
