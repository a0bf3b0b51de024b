import type { BmpHeader } from "./bmp-header.ts";

/** Meanings of the byte that follows a zero byte (MS-WMF, 3.1.6.4). */
const endOfRow = 0;
const endOfPicture = 1;
const move = 2;

/** Decodes the rows of a run-length coded bitmap, one byte per pixel. Pixels that no run covers have colour 0. */
export function* runLengthRows(bytes: Buffer, { width, height, bits, pixels }: BmpHeader): Generator<Uint8Array> {
  const isHalfBytes = bits === 4;
  let row = new Uint8Array(width);
  let x = 0;
  let y = 0;
  let at = pixels;
  const put = (colour: number) => {
    if (x < width) row[x] = colour;
    x++;
  };
  const halfOf = (byte: number, index: number) => (index % 2 === 0 ? byte >> 4 : byte & 15);

  while (y < height && at + 1 < bytes.length) {
    const count = bytes[at] ?? 0;
    const value = bytes[at + 1] ?? 0;
    at += 2;
    if (count > 0) {
      for (let index = 0; index < count; index++) put(isHalfBytes ? halfOf(value, index) : value);
    } else if (value === endOfPicture) {
      break;
    } else if (value === endOfRow || value === move) {
      const right = value === move ? (bytes[at] ?? 0) : -x;
      const down = value === move ? (bytes[at + 1] ?? 0) : 1;
      if (value === move) at += 2;
      for (let step = 0; step < down && y < height; step++, y++) {
        yield row;
        row = new Uint8Array(width);
      }
      x += right;
    } else {
      for (let index = 0; index < value; index++) {
        put(isHalfBytes ? halfOf(bytes[at + (index >> 1)] ?? 0, index) : (bytes[at + index] ?? 0));
      }
      const used = isHalfBytes ? (value + 1) >> 1 : value;
      at += used + (used % 2); // padded to an even number of bytes
    }
  }
  for (; y < height; y++) {
    yield row;
    row = new Uint8Array(width);
  }
}
