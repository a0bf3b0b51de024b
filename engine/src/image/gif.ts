/** Position and size of a GIF's first picture on its canvas, in pixels. */
export interface FirstFrame {
  left: number;
  top: number;
  width: number;
  height: number;
}

const headerBytes = 13;
const [imageMark, extensionMark, controlLabel] = [0x2c, 0x21, 0xf9];
const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1));

/**
 * Finds the first frame of a GIF if it covers only part of the canvas and has no transparent colour (GIF89a, 18 to 23).
 * libvips paints the uncovered part black, although it is transparent.
 * @returns undefined for all other files, and where the blocks cannot be parsed
 */
export function findPartialFirstFrame(bytes: Buffer): FirstFrame | undefined {
  if (bytes.length < headerBytes) return undefined;
  const [canvasWidth, canvasHeight] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  for (let at = headerBytes + tableBytes(bytes[10] ?? 0); at + 10 <= bytes.length; ) {
    if (bytes[at] === imageMark) {
      const [left = 0, top = 0, width = 0, height = 0] = [1, 3, 5, 7].map((offset) => bytes.readUInt16LE(at + offset));
      const isWithin = left + width <= canvasWidth && top + height <= canvasHeight;
      const isWhole = width === canvasWidth && height === canvasHeight;
      return isWithin && !isWhole && width > 0 && height > 0 ? { left, top, width, height } : undefined;
    }
    if (bytes[at] !== extensionMark) return undefined;
    if (bytes[at + 1] === controlLabel && ((bytes[at + 3] ?? 0) & 1) === 1) return undefined; // transparent
    at += 2;
    while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
    at++;
  }
  return undefined;
}
