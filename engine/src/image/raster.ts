import type { Metadata, Sharp, SharpOptions } from "sharp";
import { ConvertError } from "../converter.ts";
import { embedJpeg } from "./jpeg.ts";
import { asOrientation, checkSize, type Picture } from "./picture.ts";
import { embedPng } from "./png.ts";

/**
 * Opens a picture with libvips, which is loaded on first use. One thread and no cache are used, because a sandboxed
 * process converts one file at a time.
 */
export async function openRaster(input: Buffer, options: SharpOptions = {}): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  // No limit here: checkSize applies the pixel limit.
  return sharp(input, { failOn: "error", limitInputPixels: false, ...options });
}

/**
 * Decodes a JPEG at an eighth of its size to find damage. libjpeg only warns about truncated data, but also about
 * harmless stray bytes of some cameras.
 * @throws ConvertError damaged
 */
export async function checkDecodes(input: Buffer): Promise<void> {
  const decode = async (failOn: "warning" | "error") =>
    (await openRaster(input, { failOn })).resize(160, 160, { fit: "inside" }).raw().toBuffer();
  try {
    await decode("warning");
  } catch (error) {
    if (/premature end/i.test(String(error))) throw new ConvertError("damaged", undefined, { cause: error });
    await damagedOnFailure(decode("error"));
  }
}

export interface RasterOptions {
  /** Which page or frame, from 0. */
  page?: number;
  /** Whether the source is lossy, so that the output may be JPEG. */
  isPhoto: boolean;
  /** Whether an extra channel is something other than transparency. */
  hasNoAlpha?: boolean;
  /** The part of the canvas that the frame covers. */
  within?: { left: number; top: number; width: number; height: number };
}

export interface RasterPicture extends Picture {
  /** Pages or frames of the file. */
  frames: number;
}

/**
 * Decodes and re-encodes a picture that cannot be embedded unchanged: transparent parts become white, colours sRGB or
 * grey.
 * @throws ConvertError damaged, too-large
 */
export async function rasterPicture(
  input: Buffer,
  { page = 0, isPhoto, hasNoAlpha = false, within }: RasterOptions,
): Promise<RasterPicture> {
  const raster = await openRaster(input, { page, pages: 1 });
  const metadata = await damagedOnFailure(raster.metadata());
  const height = metadata.pageHeight ?? metadata.height;
  checkSize(metadata.width, height);
  if (isMeasured(metadata)) throw unsupportedTiff();
  // sharp flattens before anything else, so an extra channel that is not alpha must be removed instead.
  const flat = hasNoAlpha ? raster.removeAlpha() : onWhite(raster, { width: metadata.width, height }, within);
  const isGrey = metadata.space === "b-w" || metadata.space === "grey16";
  const coloured = flat.toColourspace(isGrey ? "b-w" : "srgb");

  const { picture } = isPhoto
    ? embedJpeg(await damagedOnFailure(coloured.jpeg({ quality: 90, chromaSubsampling: "4:4:4" }).toBuffer()))
    : embedPng(await damagedOnFailure(coloured.png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer()));
  if (!picture) throw new Error("A re-encoded picture could not be embedded");
  const { density, orientation, pages } = metadata;
  return {
    ...picture,
    orientation: asOrientation(orientation),
    resolution: density ? { x: density, y: density } : undefined,
    frames: pages ?? 1,
  };
}

function onWhite(raster: Sharp, canvas: { width: number; height: number }, within: RasterOptions["within"]): Sharp {
  const flat = raster.flatten({ background: "#fff" });
  if (!within) return flat;
  const { left, top, width, height } = within;
  const [right, bottom] = [canvas.width - left - width, canvas.height - top - height];
  return flat.extract(within).extend({ left, top, right, bottom, background: "#fff" });
}

/** Samples of more than 16 bits are measurements without a defined white; scRGB fractions are the exception. */
function isMeasured({ depth, space }: Metadata): boolean {
  return ["int", "uint", "float", "double", "complex", "dpcomplex"].includes(depth) && space !== "scrgb";
}

/** Thrown for TIFFs that would otherwise be reported as damaged or get wrong colours. */
export function unsupportedTiff(): ConvertError {
  const advice = "is a TIFF of a kind that few programs can read. Save it as PDF or JPEG and replace it.";
  return new ConvertError("unsupported", advice);
}

/** Reports any failure of libvips as damage of the file. */
export async function damagedOnFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ConvertError ? error : new ConvertError("damaged", undefined, { cause: error });
  }
}
