import sharp from "sharp";
import { type Dice, diceFrom } from "./dice.ts";
import { photographed } from "./photographed.ts";
import type { PrintedPage } from "./printed-page.ts";

/** How a paper became a picture. Lengths are in pixels of the picture, brightness from 0 to 255. */
export interface Capture {
  dpi: number;
  /** Quarter turns, clockwise, in degrees. */
  turn: 0 | 90 | 180 | 270;
  /** How far the paper lay askew, clockwise, in degrees. */
  askew: number;
  /** Photographed on a table rather than scanned. */
  isPhoto: boolean;
  /** Sigma of the blur. */
  blur: number;
  /** Standard deviation of the noise. */
  noise: number;
  /** Number of creases. */
  creases: number;
  /** How much darker the dark side is, from 0 to 1. */
  shade: number;
  /** Brightness of the ink: 0 is black, 200 next to nothing. */
  ink: number;
  /** Black and white dots instead of greys. */
  isDithered: boolean;
  /** Of the JPEG. */
  quality: number;
}

const scan: Capture = {
  dpi: 200,
  turn: 0,
  askew: 0,
  isPhoto: false,
  blur: 0.4,
  noise: 4,
  creases: 0,
  shade: 0,
  ink: 20,
  isDithered: false,
  quality: 80,
};

/** The ways of capturing that are measured. They were fixed before reading was tuned. */
export const captures = {
  "scan, 150 dpi": { ...scan, dpi: 150 },
  "scan, 200 dpi": scan,
  "scan, 300 dpi": { ...scan, dpi: 300 },
  "askew 3°": { ...scan, askew: 3 },
  "askew 10°": { ...scan, askew: -10 },
  photo: { ...scan, dpi: 190, isPhoto: true, askew: 2, blur: 0.7, noise: 7, shade: 0.35, creases: 1, ink: 35 },
  "upside down": { ...scan, turn: 180 },
  "on its side": { ...scan, turn: 90 },
  faint: { ...scan, ink: 185, noise: 5 },
  blurred: { ...scan, blur: 1.8 },
  creased: { ...scan, creases: 4, shade: 0.3, noise: 8 },
  dithered: { ...scan, isDithered: true, noise: 14 },
} as const satisfies Record<string, Capture>;

/** Returns a paper as a scanner or camera saw it: a grey JPEG, the same for the same seed. */
export async function captured(page: PrintedPage, capture: Capture, seed: number): Promise<Buffer> {
  const dice = diceFrom(seed + 4_711);
  const printed = sharp(Buffer.from(page.svg), { density: capture.dpi }).flatten().toColourspace("b-w");
  const turned =
    capture.askew === 0 || capture.isPhoto ? printed : printed.rotate(capture.askew, { background: "#fff" });
  const { data, info } = await turned.extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  inked(data, capture.ink);
  creased(data, width, height, capture.creases, dice);
  const seen = capture.isPhoto
    ? photographed({ pixels: data, width, height }, capture.askew, dice)
    : { pixels: data, width, height };
  const soft = capture.blur < 0.3 ? seen.pixels : await blurred(seen, capture.blur);
  exposed(soft, seen.width, capture, dice);
  if (capture.isDithered) dithered(soft, seen.width);
  const raw = sharp(soft, { raw: { width: seen.width, height: seen.height, channels: 1 } });
  return raw.rotate(capture.turn).toColourspace("b-w").jpeg({ quality: capture.quality }).toBuffer();
}

interface Grey {
  pixels: Uint8Array;
  width: number;
  height: number;
}

const blurred = ({ pixels, width, height }: Grey, sigma: number): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 1 } })
    .blur(sigma)
    .extractChannel(0)
    .raw()
    .toBuffer();

function inked(pixels: Uint8Array, ink: number): void {
  for (let at = 0; at < pixels.length; at++) pixels[at] = ink + ((pixels[at] ?? 255) * (246 - ink)) / 255;
}

/** Draws creases across the paper: darker on one side, lighter on the other. */
function creased(pixels: Uint8Array, width: number, height: number, count: number, dice: Dice): void {
  for (let crease = 0; crease < count; crease++) {
    const from = dice.between(0.15, 0.85) * height;
    const slope = dice.normal(0.15);
    const depth = dice.between(30, 70);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const away = y - from - slope * x;
        if (Math.abs(away) > 25) continue;
        const change = away < 0 ? -depth * Math.exp(away / 6) : depth * 0.3 * Math.exp(-away / 6);
        const at = y * width + x;
        pixels[at] = Math.max(0, Math.min(255, (pixels[at] ?? 255) + change));
      }
    }
  }
}

/** Applies light that falls from one side, and noise. */
function exposed(pixels: Uint8Array, width: number, { shade, noise }: Capture, dice: Dice): void {
  const height = pixels.length / width;
  const direction = dice.between(0, 2 * Math.PI);
  const [across, down] = [Math.cos(direction) / width, Math.sin(direction) / height];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const light = 1 - shade * (0.5 + (x - width / 2) * across + (y - height / 2) * down);
      pixels[at] = Math.max(0, Math.min(255, (pixels[at] ?? 255) * light + dice.normal(noise)));
    }
  }
}

/** Floyd and Steinberg's dots, as a fax or a scanner set to black and white makes them. */
function dithered(pixels: Uint8Array, width: number): void {
  const levels = Float32Array.from(pixels);
  for (let at = 0; at < pixels.length; at++) {
    const level = levels[at] ?? 255;
    const dot = level < 128 ? 0 : 255;
    const error = level - dot;
    pixels[at] = dot;
    for (const [step, part] of [
      [1, 7],
      [width - 1, 3],
      [width, 5],
      [width + 1, 1],
    ] as const) {
      levels[at + step] = (levels[at + step] ?? 255) + (error * part) / 16;
    }
  }
}
