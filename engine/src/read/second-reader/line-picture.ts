import type { GreyPicture } from "../ocr/grey-picture.ts";
import { pointIn, type TurnedBox } from "./turned-box.ts";

/** Height for which the network that recognises characters was made, in pixels. */
export const lineHeight = 48;
/** In pixels: more than 150 characters of usual width. A longer line is narrowed. */
const longestLine = 3_200;
const shortestLine = 16;
/** Points that are looked at for a pixel, in each direction. */
const mostSamples = 4;

/** Draws a box of a picture upright and 48 pixels high. */
export function linePictureOf(picture: GreyPicture, box: TurnedBox): GreyPicture {
  const width = Math.max(shortestLine, Math.min(longestLine, Math.round((box.length / box.height) * lineHeight)));
  const pixels = new Uint8Array(width * lineHeight);
  const [perColumn, perRow] = [box.length / width, box.height / lineHeight];
  const samples = Math.max(1, Math.min(mostSamples, Math.round(Math.max(perColumn, perRow))));
  for (let row = 0; row < lineHeight; row++) {
    for (let column = 0; column < width; column++) {
      let sum = 0;
      for (let v = 0.5; v < samples; v++) {
        for (let u = 0.5; u < samples; u++) {
          const [x, y] = pointIn(box, (column + u / samples) * perColumn, (row + v / samples) * perRow);
          sum += levelAt(picture, x - 0.5, y - 0.5);
        }
      }
      pixels[row * width + column] = Math.round(sum / (samples * samples));
    }
  }
  return { pixels, width, height: lineHeight };
}

/** Level between the middles of four pixels. Beyond its edges a picture continues as at its edges. */
function levelAt({ pixels, width, height }: GreyPicture, x: number, y: number): number {
  const [left, top] = [within(Math.floor(x), width - 2), within(Math.floor(y), height - 2)];
  const [right, down] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
  const at = top * width + left;
  const above = (pixels[at] ?? 255) * (1 - right) + (pixels[at + 1] ?? 255) * right;
  const below = (pixels[at + width] ?? 255) * (1 - right) + (pixels[at + width + 1] ?? 255) * right;
  return above * (1 - down) + below * down;
}

const within = (value: number, most: number): number => Math.max(0, Math.min(most, value));
