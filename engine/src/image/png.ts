import zlib from "node:zlib";
import { defined } from "@sheaf/contracts/defined.ts";
import { attempt } from "../attempt.ts";
import { ConvertError } from "../converter.ts";
import { type Exif, noExif, readExif } from "./exif.ts";
import { usableProfile } from "./icc.ts";
import { type Colours, checkSize, type ImageEncoding, type Picture, type Resolution } from "./picture.ts";

interface Png {
  width: number;
  height: number;
  bits: ImageEncoding["bitsPerComponent"];
  colourType: number;
  isInterlaced: boolean;
  palette?: Buffer;
  transparency?: Buffer;
  profile?: Buffer | undefined;
  resolution?: Resolution;
  exif: Exif;
  frames: number;
  data: Buffer[];
}

/** Colour types (PNG, 11.2.2). */
const grey = 0;
const rgb = 2;
const indexed = 3;

const samplesPerPixel: Record<number, number> = { [grey]: 1, [rgb]: 3, [indexed]: 1 };
const critical = new Set(["IHDR", "PLTE", "IDAT", "IEND"]);
/** Limit of the unpacked size of a colour profile or text, in bytes. */
const maxTextBytes = 4 << 20;

export interface EmbeddedPng {
  /** Undefined when its data cannot be embedded unchanged: interlaced, or with an alpha channel. */
  picture: Picture | undefined;
  /** Number of frames of an animation; 1 otherwise. */
  frames: number;
  resolution: Resolution | undefined;
  exif: Exif;
}

/**
 * Embeds a PNG's compressed data unchanged where PDF supports it. The data is not unpacked.
 * @throws ConvertError damaged when a chunk is missing or altered, too-large
 */
export function embedPng(bytes: Buffer): EmbeddedPng {
  const png = readPng(bytes);
  const { frames, resolution, exif } = png;
  const samples = samplesPerPixel[png.colourType];
  if (png.isInterlaced || samples === undefined) return { picture: undefined, frames, resolution, exif };

  const encoding: ImageEncoding = {
    filter: "FlateDecode",
    decodeParameters: { Predictor: 15, Colors: samples, BitsPerComponent: png.bits, Columns: png.width },
    bitsPerComponent: png.bits,
    colours: coloursOf(png),
  };
  if (png.transparency && png.colourType !== indexed) {
    Object.assign(encoding, defined({ transparent: keyColour(png.transparency, samples, png.bits) }));
  }
  const { width, height, data } = png;
  const picture = { width, height, orientation: exif.orientation, resolution, encoding, data };
  return { picture, frames, resolution, exif };
}

function coloursOf({ colourType, palette, transparency, profile }: Png): Colours {
  if (colourType === indexed) {
    if (!palette || palette.length < 3) throw new ConvertError("damaged");
    const usable = profile && usableProfile(profile, "rgb");
    return { kind: "palette", palette: onWhite(palette, transparency), ...defined({ profile: usable }) };
  }
  const kind = colourType === rgb ? "rgb" : "grey";
  const usable = profile && usableProfile(profile, kind);
  return usable ? { kind, profile: usable } : { kind };
}

/** Mixes each colour with the page's white by its alpha. */
function onWhite(palette: Buffer, alphas: Buffer | undefined): Buffer {
  if (!alphas) return palette;
  const mixed = Buffer.from(palette);
  alphas.forEach((alpha, index) => {
    for (let at = index * 3; at < index * 3 + 3 && at < mixed.length; at++) {
      mixed[at] = Math.round(((mixed[at] ?? 0) * alpha + 255 * (255 - alpha)) / 255);
    }
  });
  return mixed;
}

/** Returns the transparent colour. Only as many low bits as a sample has are used (PNG, 11.3.2.1). */
function keyColour(transparency: Buffer, samples: number, bits: number): number[] | undefined {
  if (transparency.length < samples * 2) return undefined;
  const mask = 2 ** bits - 1;
  const values = Array.from({ length: samples }, (_, index) => transparency.readUInt16BE(index * 2) & mask);
  return values.flatMap((value) => [value, value]);
}

function readPng(bytes: Buffer): Png {
  let png: Png | undefined;
  let isComplete = false;
  for (let at = 8; at + 12 <= bytes.length && !isComplete; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) break;
    const type = bytes.toString("latin1", at + 4, at + 8);
    const data = bytes.subarray(at + 8, end - 4);
    if (critical.has(type) && zlib.crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) break;
    if (type === "IHDR") png ??= readHeader(data);
    else if (png) readChunk(png, type, data);
    isComplete = type === "IEND";
    at = end;
    // Some programs omit the last chunk. Missing data is found when the rows are checked.
    isComplete ||= type === "IDAT" && end === bytes.length;
  }
  if (!png || !isComplete || png.data.length === 0) throw new ConvertError("damaged");
  return png;
}

function readHeader(data: Buffer): Png {
  if (data.length < 13) throw new ConvertError("damaged");
  const [width, height, bits] = [data.readUInt32BE(0), data.readUInt32BE(4), data.readUInt8(8)];
  checkSize(width, height);
  if (bits !== 1 && bits !== 2 && bits !== 4 && bits !== 8 && bits !== 16) throw new ConvertError("damaged");
  return {
    width,
    height,
    bits,
    colourType: data.readUInt8(9),
    isInterlaced: data.readUInt8(12) !== 0,
    exif: noExif,
    frames: 1,
    data: [],
  };
}

function readChunk(png: Png, type: string, data: Buffer): void {
  if (type === "IDAT") png.data.push(data);
  else if (type === "PLTE") png.palette = data;
  else if (type === "tRNS") png.transparency = data;
  else if (type === "iCCP") png.profile = unpack(data);
  else if (type === "eXIf") png.exif = readExif(data);
  else if (type === "tEXt" || type === "zTXt") png.exif = readTextExif(type, data) ?? png.exif;
  else if (type === "acTL" && data.length >= 4) png.frames = data.readUInt32BE(0);
  else if (type === "pHYs" && data.length >= 9 && data[8] === 1) {
    const perInch = 0.0254; // stored per metre
    png.resolution = { x: data.readUInt32BE(0) * perInch, y: data.readUInt32BE(4) * perInch };
  }
}

/**
 * Reads EXIF data as older versions of ImageMagick write it: a text of lines with a name, a length, and the data in
 * hexadecimal digits.
 */
function readTextExif(type: "tEXt" | "zTXt", data: Buffer): Exif | undefined {
  const keyword = data.toString("latin1", 0, Math.max(0, data.indexOf(0)));
  if (keyword !== "Raw profile type exif" && keyword !== "Raw profile type APP1") return undefined;
  const text = type === "tEXt" ? data.subarray(keyword.length + 1) : unpack(data);
  const hexadecimal = text?.toString("latin1").split("\n").slice(3).join("");
  const exif = Buffer.from(hexadecimal ?? "", "hex");
  const prefix = "Exif\0\0";
  return readExif(exif.toString("latin1", 0, 6) === prefix ? exif.subarray(6) : exif);
}

/** Inflates the data after keyword, zero and compression method; undefined when it is damaged. */
const unpack = (data: Buffer): Buffer | undefined =>
  attempt(() => zlib.inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: maxTextBytes }));
