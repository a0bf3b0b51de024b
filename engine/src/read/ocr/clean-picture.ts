import type { GreyPicture } from "./grey-picture.ts";

/** Side of the squares in which paper and ink are measured, in pixels: about two lines of print at 300 dpi. */
const tile = 32;
/** Paper that is darker than this, of 255, is not made lighter: it would turn noise into ink. */
const darkestPaper = 24;
/** A square holds ink when its darkest pixels differ from its paper by more than this, of 255. */
const inkLevels = 24;
/** Ink of a picture without any, as a part of the paper's brightness. */
const usualInk = 0.3;

/** A picture whose paper is white and whose ink is black, with what it was like before. */
export interface CleanPicture extends GreyPicture {
  /** Brightness of the lightest tenth of the picture as given, from 0 to 255. */
  paperLevel: number;
  /** How much darker than the paper the ink is, from 0 to 1. */
  contrast: number;
  /** Number of squares of 32 × 32 pixels that hold ink. */
  inkTiles: number;
  /** Share of the ink that lies in single dots, from 0 to 1: high for a scan in black and white dots. */
  grain: number;
}

/**
 * Divides the brightness of the paper away, so that shadows disappear, and stretches the ink to black. Faded print
 * becomes readable by this.
 */
export function cleanPicture(picture: GreyPicture): CleanPicture {
  const tiles = measureTiles(picture);
  const ink = tiles.inks[tiles.inks.length >> 1] ?? usualInk;
  const { width, height } = picture;
  const pixels = stretched(picture, { ...tiles, paper: lightestNeighbours(tiles) }, ink);
  return {
    pixels,
    width,
    height,
    grain: grainOf({ pixels, width, height }),
    paperLevel: tiles.paperLevel,
    contrast: 1 - ink,
    inkTiles: tiles.inks.length,
  };
}

interface Tiles {
  across: number;
  down: number;
  /** Brightness of the paper in each tile, row after row. */
  paper: Float32Array;
}

/** @returns inks: brightness of the ink as a part of the paper's, sorted, of each tile that holds ink */
function measureTiles({ pixels, width, height }: GreyPicture): Tiles & { inks: number[]; paperLevel: number } {
  const across = Math.ceil(width / tile);
  const down = Math.ceil(height / tile);
  const paper = new Float32Array(across * down);
  const inks: number[] = [];
  const overall = new Uint32Array(256);
  const histogram = new Uint32Array(256);
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      histogram.fill(0);
      let count = 0;
      for (let y = row * tile; y < Math.min(height, (row + 1) * tile); y += 2) {
        for (let x = column * tile; x < Math.min(width, (column + 1) * tile); x += 2, count++) {
          const level = pixels[y * width + x] ?? 255;
          histogram[level] = (histogram[level] ?? 0) + 1;
        }
      }
      for (let level = 0; level < 256; level++) overall[level] = (overall[level] ?? 0) + (histogram[level] ?? 0);
      const light = percentile(histogram, count, 0.85);
      const dark = percentile(histogram, count, 0.03);
      paper[row * across + column] = light;
      if (light - dark > inkLevels) inks.push(dark / Math.max(1, light));
    }
  }
  inks.sort((one, other) => one - other);
  const total = overall.reduce((sum, count) => sum + count, 0);
  return { across, down, paper, inks, paperLevel: percentile(overall, total, 0.9) };
}

/** Returns the level that a share of the counted pixels does not exceed. */
function percentile(histogram: Uint32Array, count: number, share: number): number {
  let sum = 0;
  for (let level = 0; level < 256; level++) {
    sum += histogram[level] ?? 0;
    if (sum >= count * share) return level;
  }
  return 255;
}

/** Gives each tile the paper of its lightest neighbour: a tile full of ink lies on the same paper as they do. */
function lightestNeighbours({ across, down, paper }: Tiles): Float32Array {
  const lightest = new Float32Array(paper.length);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      let most = darkestPaper;
      for (let v = Math.max(0, y - 1); v <= Math.min(down - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(across - 1, x + 1); u++) {
          most = Math.max(most, paper[v * across + u] ?? 0);
        }
      }
      lightest[y * across + x] = most;
    }
  }
  return lightest;
}

/** Interpolates the paper between the middles of the tiles. Plain numbers and no calls, for nine million pixels. */
function stretched({ pixels, width, height }: GreyPicture, { across, down, paper }: Tiles, ink: number): Uint8Array {
  const out = new Uint8ClampedArray(width * height);
  const scale = 255 / Math.max(0.08, 0.97 - ink);
  const darkest = ink * scale;
  const rowPaper = new Float32Array(across + 1);
  const [lefts, parts] = placesBetween(width, across);
  for (let y = 0, at = 0; y < height; y++) {
    const middle = Math.max(0, Math.min(down - 1, y / tile - 0.5));
    const above = Math.floor(middle);
    const below = Math.min(down - 1, above + 1);
    for (let x = 0; x < across; x++) {
      const upper = paper[above * across + x] as number;
      rowPaper[x] = upper + ((paper[below * across + x] as number) - upper) * (middle - above);
    }
    rowPaper[across] = rowPaper[across - 1] as number;
    for (let x = 0; x < width; x++, at++) {
      const left = lefts[x] as number;
      const light = rowPaper[left] as number;
      const here = light + ((rowPaper[left + 1] as number) - light) * (parts[x] as number);
      out[at] = ((pixels[at] as number) * scale) / here - darkest;
    }
  }
  return new Uint8Array(out.buffer);
}

/** Returns for each pixel of a row the tile on its left, and how far it is from the middle of that to the next. */
function placesBetween(width: number, across: number): [lefts: Uint16Array, parts: Float32Array] {
  const lefts = new Uint16Array(width);
  const parts = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    const middle = Math.max(0, Math.min(across - 1, x / tile - 0.5));
    lefts[x] = middle;
    parts[x] = middle - Math.floor(middle);
  }
  return [lefts, parts];
}

/** Distance at which a dot is alone, in pixels at 300 dpi: further than strokes are wide. */
const alone = 3;
/** Lighter pixels are paper, darker ones ink. */
const paperLevel = 150;
const inkLevel = 128;

/** Returns the share of ink with paper on all four sides. Every third row is enough. */
function grainOf({ pixels, width, height }: GreyPicture): number {
  let [ink, dots] = [0, 0];
  for (let y = alone; y < height - alone; y += 3) {
    for (let x = alone; x < width - alone; x++) {
      const at = y * width + x;
      if ((pixels[at] as number) >= inkLevel) continue;
      ink++;
      const isAlone =
        (pixels[at - alone] as number) > paperLevel &&
        (pixels[at + alone] as number) > paperLevel &&
        (pixels[at - alone * width] as number) > paperLevel &&
        (pixels[at + alone * width] as number) > paperLevel;
      if (isAlone) dots++;
    }
  }
  return ink === 0 ? 0 : dots / ink;
}
