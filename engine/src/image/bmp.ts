import { once } from "node:events";
import zlib from "node:zlib";
import { ConvertError } from "../converter.ts";
import { type BmpHeader, readBmpHeader } from "./bmp-header.ts";
import { runLengthRows } from "./bmp-runs.ts";
import type { ImageEncoding, Picture } from "./picture.ts";

/**
 * Reads a Windows or OS/2 bitmap, which libvips does not support: 1 to 32 bits per pixel, run-length coded or not, top
 * or bottom row first.
 * @returns the picture, or the bytes of the PNG or JPEG that some printer drivers wrap in a bitmap
 * @throws ConvertError damaged, too-large
 */
export async function bmpPicture(bytes: Buffer): Promise<{ picture: Picture } | { wrapped: Buffer }> {
  const header = readBmpHeader(bytes);
  if (header.compression === "wrapped") return { wrapped: bytes.subarray(header.pixels) };

  const { width, height, palette } = header;
  const samples = palette ? 1 : 3;
  const bits = palette ? packedBits(header) : 8;
  const rowBytes = Math.ceil((width * samples * bits) / 8);
  const deflate = zlib.createDeflate();
  const data: Buffer[] = [];
  deflate.on("data", (chunk: Buffer) => data.push(chunk));
  let above: Uint8Array = new Uint8Array(rowBytes);
  for (const row of rowsOf(bytes, header, rowBytes)) {
    if (!deflate.write(filtered(row, above))) await once(deflate, "drain");
    above = row;
  }
  deflate.end();
  await once(deflate, "end");

  const encoding: ImageEncoding = {
    filter: "FlateDecode",
    decodeParameters: { Predictor: 15, Colors: samples, BitsPerComponent: bits, Columns: width },
    bitsPerComponent: bits,
    colours: palette ? { kind: "palette", palette } : { kind: "rgb" },
  };
  // Rows stay in file order; the page's matrix flips bottom-up pictures.
  return {
    picture: { width, height, orientation: header.isTopDown ? 1 : 4, resolution: header.resolution, encoding, data },
  };
}

const packedBits = ({ bits, compression }: BmpHeader): 1 | 4 | 8 =>
  compression === "plain" && (bits === 1 || bits === 4) ? bits : 8;

/** Applies PNG's filter 2, the difference from the row above, which compresses well. */
function filtered(row: Uint8Array, above: Uint8Array): Buffer {
  const result = Buffer.allocUnsafe(row.length + 1);
  result[0] = 2;
  for (let at = 0; at < row.length; at++) result[at + 1] = (row[at] ?? 0) - (above[at] ?? 0);
  return result;
}

function rowsOf(bytes: Buffer, header: BmpHeader, rowBytes: number): Iterable<Uint8Array> {
  if (header.compression === "runs") return runLengthRows(bytes, header);
  const stride = Math.ceil((header.width * header.bits) / 32) * 4;
  // The padding of the last row may be missing.
  const needed = stride * (header.height - 1) + Math.ceil((header.width * header.bits) / 8);
  if (header.pixels + needed > bytes.length) throw new ConvertError("damaged");
  return header.palette ? packedRows(bytes, header, stride, rowBytes) : colourRows(bytes, header, stride);
}

function* packedRows(bytes: Buffer, { pixels, height }: BmpHeader, stride: number, rowBytes: number) {
  for (let row = 0; row < height; row++) yield bytes.subarray(pixels + row * stride, pixels + row * stride + rowBytes);
}

function* colourRows(bytes: Buffer, header: BmpHeader, stride: number): Generator<Uint8Array> {
  const { width, height, pixels, bits } = header;
  const opaque = { ...header, channels: header.channels.slice(0, 3) };
  const shown = showsAnything(bytes, header, stride) ? header : opaque;
  for (let row = 0; row < height; row++) {
    const from = pixels + row * stride;
    yield bits === 24 ? swapped(bytes, from, width) : masked(bytes, from, shown);
  }
}

/** Whether any pixel is visible: some programs declare an alpha channel and leave it all zeros. */
function showsAnything(bytes: Buffer, { width, height, pixels, bits, channels }: BmpHeader, stride: number): boolean {
  const [, , , alpha] = channels;
  if (bits === 24 || !alpha || alpha.mask === 0) return true;
  for (let row = 0; row < height; row++) {
    for (let x = 0; x < width; x++) {
      if ((pixelAt(bytes, pixels + row * stride, x, bits) & alpha.mask) !== 0) return true;
    }
  }
  return false;
}

const pixelAt = (bytes: Buffer, from: number, x: number, bits: number): number =>
  bits === 16 ? bytes.readUInt16LE(from + x * 2) : bytes.readUInt32LE(from + x * 4);

/** Converts a row of blue, green and red, as stored, to red, green and blue. */
function swapped(bytes: Buffer, from: number, width: number): Uint8Array {
  const row = Buffer.allocUnsafe(width * 3);
  for (let at = 0; at < row.length; at += 3) {
    row[at] = bytes[from + at + 2] ?? 0;
    row[at + 1] = bytes[from + at + 1] ?? 0;
    row[at + 2] = bytes[from + at] ?? 0;
  }
  return row;
}

/**
 * Converts a row of 16 or 32 bits per pixel to red, green and blue by the masks of the channels. Transparent pixels are
 * mixed with white.
 */
function masked(bytes: Buffer, from: number, { width, bits, channels }: BmpHeader): Uint8Array {
  const row = Buffer.allocUnsafe(width * 3);
  const [, , , alpha] = channels;
  for (let x = 0; x < width; x++) {
    const pixel = pixelAt(bytes, from, x, bits);
    const opacity = alpha && alpha.greatest > 0 ? ((pixel & alpha.mask) >>> alpha.shift) / alpha.greatest : 1;
    for (let colour = 0; colour < 3; colour++) {
      const channel = channels[colour];
      const level = channel && channel.greatest > 0 ? ((pixel & channel.mask) >>> channel.shift) / channel.greatest : 0;
      row[x * 3 + colour] = Math.round(255 * (level * opacity + 1 - opacity));
    }
  }
  return row;
}
