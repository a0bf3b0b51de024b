import { PDFArray, type PDFObject, type PDFRawStream } from "@cantoo/pdf-lib";
import { MB } from "@sheaf/contracts/limits.ts";
import type { Sharp } from "sharp";
import { pngAround } from "../image/png-writer.ts";
import { openRaster } from "../image/raster.ts";
import type { Size } from "./geometry.ts";
import { elements, entry, numberEntry } from "./objects.ts";
import { filtersOf, inflate } from "./streams.ts";

/** Beyond these a picture is not decoded: too much of it would be in memory at a time. */
const mostUnpackedBytes = 256 * MB;
const mostProgressivePixels = 50_000_000;
/** Some programs append a line end after the last row. */
const mostExtraBytes = 1_024;

/** A picture in a PDF whose samples are bytes, grey or red, green and blue. */
export interface PlainPicture {
  stream: PDFRawStream;
  size: Size;
  samples: 1 | 3;
}

export interface Decoder {
  /** The samples as they are, whatever colours they mean. */
  raster: Sharp;
  /** Whether they were coded with loss. */
  isPhoto: boolean;
}

/**
 * @returns undefined for another coding than a plain JPEG, Flate or none, for one that is not what the PDF says, and
 * for what is too large
 * @throws Error when it is damaged
 */
export async function openPicture(picture: PlainPicture): Promise<Decoder | undefined> {
  const { stream, size, samples } = picture;
  const [filter, ...others] = filtersOf(stream).map((each) => each.decodeText());
  const given = entry(stream.dict, "DecodeParms");
  const [parameters] = given instanceof PDFArray ? elements(given) : [given];
  if (others.length > 0) return undefined;
  if (filter === "DCTDecode") return parameters === undefined ? jpegDecoder(picture) : undefined;
  if (size.width * size.height * samples > mostUnpackedBytes) return undefined;
  if (filter === undefined) return pixelDecoder(stream.getContents(), picture);
  return filter === "FlateDecode" ? flateDecoder(picture, parameters) : undefined;
}

async function jpegDecoder({ stream, size, samples }: PlainPicture): Promise<Decoder | undefined> {
  // The PDF says what its colours mean; a profile within counts for nothing.
  const raster = await openRaster(Buffer.from(stream.getContents()), { ignoreIcc: true });
  const { format, width, height, channels, isProgressive } = await raster.metadata();
  const isAsSaid = format === "jpeg" && width === size.width && height === size.height && channels === samples;
  const isHeavy = isProgressive && width * height > mostProgressivePixels;
  return isAsSaid && !isHeavy ? { raster, isPhoto: true } : undefined;
}

async function flateDecoder(picture: PlainPicture, parameters: PDFObject | undefined): Promise<Decoder | undefined> {
  const { stream, size, samples } = picture;
  const packed = stream.getContents();
  const predictor = numberEntry(parameters, "Predictor") ?? 1;
  if (predictor === 1) {
    const pixels = inflate(packed, size.width * size.height * samples + mostExtraBytes);
    return pixels && pixelDecoder(pixels, picture);
  }
  const isAsSaid =
    predictor >= 10 &&
    (numberEntry(parameters, "Colors") ?? 1) === samples &&
    (numberEntry(parameters, "BitsPerComponent") ?? 8) === 8 &&
    numberEntry(parameters, "Columns") === size.width;
  if (!isAsSaid) return undefined;
  return { raster: await openRaster(pngAround(packed, { ...size, samples })), isPhoto: false };
}

async function pixelDecoder(bytes: Uint8Array, { size, samples }: PlainPicture): Promise<Decoder | undefined> {
  const { width, height } = size;
  const pixels = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, width * height * samples));
  if (pixels.length < width * height * samples) return undefined;
  return { raster: await openRaster(pixels, { raw: { width, height, channels: samples } }), isPhoto: false };
}
