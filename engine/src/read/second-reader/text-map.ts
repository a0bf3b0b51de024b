import type { GreyPicture } from "../ocr/grey-picture.ts";
import type { Models } from "./models.ts";
import { type Strip, stripsOf } from "./strips.ts";

/** How likely each pixel of a picture is text, from 0 to 1. */
export interface TextMap {
  values: Float32Array;
  width: number;
  height: number;
}

/** In pixels. The network needs 200 bytes for each pixel of a strip, so that a whole page at once takes gigabytes. */
const longestSide = 640;
/** In pixels: the height of two lines. */
const overlap = 96;
/** The network halves a picture five times. */
const multiple = 32;
/** Mean and deviation of red, green and blue of the pictures from which the network learned. */
const colours = [
  [0.485, 0.229],
  [0.456, 0.224],
  [0.406, 0.225],
] as const;

/**
 * Finds text in a picture of any size, in overlapping strips. Its lines should be 15 to 40 pixels high.
 * @param isLate asked before each strip
 * @returns null when it became late
 */
export async function textMapOf(
  picture: GreyPicture,
  { detect }: Pick<Models, "detect">,
  isLate: () => boolean,
): Promise<TextMap | null> {
  const { width, height } = picture;
  const values = new Float32Array(width * height);
  for (const rows of stripsOf(height, longestSide, overlap)) {
    for (const columns of stripsOf(width, longestSide, overlap)) {
      if (isLate()) return null;
      const { data, dims } = await detect(inputOf(picture, columns, rows));
      const across = dims[3] ?? 0;
      for (let y = rows.takenFrom; y < rows.takenTo; y++) {
        const at = (y - rows.from) * across - columns.from;
        values.set(data.subarray(at + columns.takenFrom, at + columns.takenTo), y * width + columns.takenFrom);
      }
    }
  }
  return { values, width, height };
}

/** Used again for each strip: the garbage of a page would otherwise be 100 MB. */
const buffer = new Float32Array(3 * longestSide ** 2);

/** Returns a part of a picture as the network takes it, on white paper of a size that it can halve. */
function inputOf({ pixels, width }: GreyPicture, columns: Strip, rows: Strip) {
  const across = Math.ceil((columns.to - columns.from) / multiple) * multiple;
  const down = Math.ceil((rows.to - rows.from) / multiple) * multiple;
  const data = buffer.subarray(0, 3 * across * down);
  for (const [colour, [mean, deviation]] of colours.entries()) {
    const plane = data.subarray(colour * across * down, (colour + 1) * across * down);
    const levels = Float32Array.from({ length: 256 }, (_, level) => (level / 255 - mean) / deviation);
    plane.fill(levels[255] ?? 0);
    for (let y = rows.from; y < rows.to; y++) {
      const from = y * width;
      const to = (y - rows.from) * across - columns.from;
      for (let x = columns.from; x < columns.to; x++) plane[to + x] = levels[pixels[from + x] ?? 255] ?? 0;
    }
  }
  return { data, dims: [1, 3, down, across] };
}
