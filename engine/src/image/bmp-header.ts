import { ConvertError } from "../converter.ts";
import { checkSize, type Resolution } from "./picture.ts";

/** The bits of one colour within a pixel. */
export interface Channel {
  mask: number;
  shift: number;
  greatest: number;
}

export interface BmpHeader {
  width: number;
  height: number;
  /** Most bitmaps store the bottom row first. */
  isTopDown: boolean;
  /** Per pixel: 1, 4, 8, 16, 24 or 32. */
  bits: number;
  /** "wrapped": a whole PNG or JPEG instead of pixels. */
  compression: "plain" | "runs" | "wrapped";
  /** Red, green and blue bytes, for pictures up to 8 bits. */
  palette: Buffer | undefined;
  /** Red, green, blue, alpha, for pictures of 16 and 32 bits. */
  channels: Channel[];
  /** Where the pixels begin. */
  pixels: number;
  resolution: Resolution | undefined;
}

const fileHeaderBytes = 14;
const os2HeaderBytes = 12;
const compressions = {
  0: "plain",
  1: "runs",
  2: "runs",
  3: "plain",
  4: "wrapped",
  5: "wrapped",
  6: "plain",
} as const;
const bitFields = 3;
const alphaBitFields = 6;

/** @throws ConvertError damaged, too-large */
export function readBmpHeader(bytes: Buffer): BmpHeader {
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw new ConvertError("damaged", undefined, { cause: error }); // truncated
    throw error;
  }
}

function read(bytes: Buffer): BmpHeader {
  const headerBytes = bytes.readUInt32LE(14);
  const isOs2 = headerBytes === os2HeaderBytes;
  const width = isOs2 ? bytes.readUInt16LE(18) : bytes.readInt32LE(18);
  const signedHeight = isOs2 ? bytes.readInt16LE(20) : bytes.readInt32LE(22);
  const height = Math.abs(signedHeight);
  checkSize(width, height);

  const bits = bytes.readUInt16LE(isOs2 ? 24 : 28);
  const method = isOs2 ? 0 : bytes.readUInt32LE(30);
  const compression = compressions[method as keyof typeof compressions];
  if (!compression || (compression !== "wrapped" && ![1, 4, 8, 16, 24, 32].includes(bits))) {
    throw new ConvertError("damaged");
  }
  if (compression === "runs" && bits > 8) throw new ConvertError("damaged");

  const hasMasks = method === bitFields || method === alphaBitFields;
  const outsideMasks = hasMasks && headerBytes === 40 ? (method === alphaBitFields ? 16 : 12) : 0;
  const paletteStart = fileHeaderBytes + headerBytes + outsideMasks;
  const claimed = bytes.readUInt32LE(10);
  const palette = bits <= 8 ? readPalette(bytes, paletteStart, bits, isOs2, claimed) : undefined;
  return {
    width,
    height,
    isTopDown: signedHeight < 0,
    bits,
    compression,
    palette,
    channels: readChannels(bytes, bits, headerBytes, method),
    pixels: Math.max(claimed, paletteStart),
    resolution: isOs2 ? undefined : readResolution(bytes),
  };
}

/** Reads as many entries as the header states and fit before the pixels. */
function readPalette(bytes: Buffer, start: number, bits: number, isOs2: boolean, pixels: number): Buffer {
  const entryBytes = isOs2 ? 3 : 4;
  const used = isOs2 ? 0 : bytes.readUInt32LE(46);
  const room = pixels > start ? Math.floor((pixels - start) / entryBytes) : 1 << bits;
  const entries = Math.min(used || 1 << bits, 1 << bits, room);
  const palette = Buffer.alloc(3 << bits); // missing entries are black
  for (let entry = 0; entry < entries; entry++) {
    for (let colour = 0; colour < 3; colour++) {
      palette[entry * 3 + colour] = bytes.readUInt8(start + entry * entryBytes + 2 - colour);
    }
  }
  return palette;
}

function readChannels(bytes: Buffer, bits: number, headerBytes: number, method: number): Channel[] {
  if (method === bitFields || method === alphaBitFields) {
    const at = fileHeaderBytes + 40; // right after the shortest header, or inside a longer one
    const hasAlpha = headerBytes >= 56 || method === alphaBitFields;
    const masks = [0, 4, 8].map((offset) => bytes.readUInt32LE(at + offset));
    return [...masks, hasAlpha ? bytes.readUInt32LE(at + 12) : 0].map(channelOf);
  }
  const masks = bits === 16 ? [0x7c00, 0x03e0, 0x001f] : [0xff0000, 0x00ff00, 0x0000ff];
  return masks.map(channelOf);
}

function channelOf(mask: number): Channel {
  let shift = 0;
  while (mask !== 0 && ((mask >>> shift) & 1) === 0) shift++;
  return { mask, shift, greatest: mask >>> shift };
}

function readResolution(bytes: Buffer): Resolution | undefined {
  const perInch = 0.0254; // stored per metre
  const [x, y] = [bytes.readInt32LE(38) * perInch, bytes.readInt32LE(42) * perInch];
  return x > 0 && y > 0 ? { x, y } : undefined;
}
