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

/** Every third pixel of a tile is enough. */
const sampleStep = 3;

/** @returns inks: brightness of the ink as a part of the paper's, sorted, of each tile that holds ink */
function measureTiles({ pixels, width, height }: GreyPicture): Tiles & { inks: number[] } {
  const across = Math.ceil(width / tile);
  const down = Math.ceil(height / tile);
  const paper = new Float32Array(across * down);
  const inks: number[] = [];
  const histogram = new Uint32Array(256);
  for (let row = 0; row < down; row++) {
    const bottom = Math.min(height, (row + 1) * tile);
    for (let column = 0; column < across; column++) {
      const right = Math.min(width, (column + 1) * tile);
      histogram.fill(0);
      let count = 0;
      for (let y = row * tile; y < bottom; y += sampleStep) {
        for (let at = y * width + column * tile; at < y * width + right; at += sampleStep, count++) {
          const level = pixels[at] as number;
          histogram[level] = (histogram[level] as number) + 1;
        }
      }
      const light = levelBelow(histogram, count * 0.15);
      const dark = levelAbove(histogram, count * 0.03);
      paper[row * across + column] = light;
      if (light - dark > inkLevels) inks.push(dark / light);
    }
  }
  inks.sort((one, other) => one - other);
  return { across, down, paper, inks };
}

/** Returns the lightest level that leaves at least `count` pixels as light or lighter. */
function levelBelow(histogram: Uint32Array, count: number): number {
  for (let level = 255, sum = 0; level > 0; level--) {
    sum += histogram[level] as number;
    if (sum >= count) return level;
  }
  return 0;
}

/** Returns the darkest level that leaves at least `count` pixels as dark or darker. */
function levelAbove(histogram: Uint32Array, count: number): number {
  for (let level = 0, sum = 0; level < 255; level++) {
    sum += histogram[level] as number;
    if (sum >= count) return level;
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

/** Rows that share one interpolation of the paper. */
const rowsTogether = 8;

/** Interpolates the paper between the middles of the tiles. Plain numbers and no calls, for nine million pixels. */
function stretched({ pixels, width, height }: GreyPicture, { across, down, paper }: Tiles, ink: number): Uint8Array {
  const out = new Uint8Array(width * height);
  const scale = 255 / Math.max(0.08, 0.97 - ink);
  const darkest = ink * scale;
  const rowPaper = new Float32Array(across);
  const factors = new Float32Array(width);
  for (let top = 0; top < height; top += rowsTogether) {
    const middle = Math.max(0, Math.min(down - 1, (top + rowsTogether / 2) / tile - 0.5));
    const above = Math.floor(middle);
    const below = Math.min(down - 1, above + 1);
    for (let x = 0; x < across; x++) {
      const upper = paper[above * across + x] as number;
      rowPaper[x] = upper + ((paper[below * across + x] as number) - upper) * (middle - above);
    }
    fillFactors(factors, rowPaper, scale);
    for (let y = top; y < Math.min(height, top + rowsTogether); y++) {
      for (let x = 0, at = y * width; x < width; x++, at++) {
        const level = (pixels[at] as number) * (factors[x] as number) - darkest;
        out[at] = level <= 0 ? 0 : level >= 255 ? 255 : level;
      }
    }
  }
  return out;
}

/** Interpolates a row of pixels from a row of tiles: what each is multiplied by so that its paper becomes white. */
function fillFactors(factors: Float32Array, tiles: Float32Array, scale: number): void {
  const last = tiles.length - 1;
  for (let x = 0; x < factors.length; x++) {
    const middle = Math.max(0, Math.min(last, x / tile - 0.5));
    const left = Math.floor(middle);
    const light = tiles[left] as number;
    factors[x] = scale / (light + ((tiles[Math.min(last, left + 1)] as number) - light) * (middle - left));
  }
}

/** Distance at which a dot is alone, in pixels at 300 dpi: further than strokes are wide. */
const alone = 3;
/** Lighter pixels are paper, darker ones ink. */
const lightLevel = 150;
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
        (pixels[at - alone] as number) > lightLevel &&
        (pixels[at + alone] as number) > lightLevel &&
        (pixels[at - alone * width] as number) > lightLevel &&
        (pixels[at + alone * width] as number) > lightLevel;
      if (isAlone) dots++;
    }
  }
  return ink === 0 ? 0 : dots / ink;
}
