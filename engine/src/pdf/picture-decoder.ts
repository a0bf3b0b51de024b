import { PDFArray, type PDFObject, type PDFRawStream } from "@cantoo/pdf-lib";
import { MB } from "@sheaf/contracts/limits.ts";
import type { Sharp } from "sharp";
import { pngAround } from "../image/png-writer.ts";
import { openRaster } from "../image/raster.ts";
import type { Size } from "./geometry.ts";
import { elements, entry, numberEntry } from "./objects.ts";
import { filtersOf, inflate } from "./streams.ts";

/** Larger pictures are not decoded, because they would need too much memory. */
const maxUnpackedBytes = 256 * MB;
const maxProgressivePixels = 50_000_000;
/** Some programs append a line end after the last row. */
const maxExtraBytes = 1_024;

/** A picture in a PDF whose samples are bytes, grey or red, green and blue. */
export interface PlainPicture {
  stream: PDFRawStream;
  size: Size;
  samples: 1 | 3;
}

export interface Decoder {
  /** The samples without colour conversion: the PDF's colour space gives them their meaning. */
  raster: Sharp;
  /** Whether the picture was compressed with loss. */
  isPhoto: boolean;
}

/**
 * Opens a picture for decoding.
 * @returns undefined for filters other than DCTDecode, FlateDecode or none, for data that contradicts the dictionary,
 * and for pictures that are too large
 * @throws Error when the picture is damaged
 */
export async function openPicture(picture: PlainPicture): Promise<Decoder | undefined> {
  const { stream, size, samples } = picture;
  const [filter, ...others] = filtersOf(stream).map((each) => each.decodeText());
  const given = entry(stream.dict, "DecodeParms");
  const [parameters] = given instanceof PDFArray ? elements(given) : [given];
  if (others.length > 0) return undefined;
  if (filter === "DCTDecode") return parameters === undefined ? jpegDecoder(picture) : undefined;
  if (size.width * size.height * samples > maxUnpackedBytes) return undefined;
  if (filter === undefined) return pixelDecoder(stream.getContents(), picture);
  return filter === "FlateDecode" ? flateDecoder(picture, parameters) : undefined;
}

async function jpegDecoder({ stream, size, samples }: PlainPicture): Promise<Decoder | undefined> {
  // The PDF defines the colour space, so a profile inside the JPEG is ignored.
  const raster = await openRaster(Buffer.from(stream.getContents()), { ignoreIcc: true });
  const { format, width, height, channels, isProgressive } = await raster.metadata();
  const matchesDictionary = format === "jpeg" && width === size.width && height === size.height && channels === samples;
  const isHeavy = isProgressive && width * height > maxProgressivePixels;
  return matchesDictionary && !isHeavy ? { raster, isPhoto: true } : undefined;
}

async function flateDecoder(picture: PlainPicture, parameters: PDFObject | undefined): Promise<Decoder | undefined> {
  const { stream, size, samples } = picture;
  const packed = stream.getContents();
  const predictor = numberEntry(parameters, "Predictor") ?? 1;
  if (predictor === 1) {
    const pixels = inflate(packed, size.width * size.height * samples + maxExtraBytes);
    return pixels && pixelDecoder(pixels, picture);
  }
  const matchesDictionary =
    predictor >= 10 &&
    (numberEntry(parameters, "Colors") ?? 1) === samples &&
    (numberEntry(parameters, "BitsPerComponent") ?? 8) === 8 &&
    numberEntry(parameters, "Columns") === size.width;
  if (!matchesDictionary) return undefined;
  return { raster: await openRaster(pngAround(packed, { ...size, samples })), isPhoto: false };
}

async function pixelDecoder(bytes: Uint8Array, { size, samples }: PlainPicture): Promise<Decoder | undefined> {
  const { width, height } = size;
  const pixels = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, width * height * samples));
  if (pixels.length < width * height * samples) return undefined;
  return { raster: await openRaster(pixels, { raw: { width, height, channels: samples } }), isPhoto: false };
}
