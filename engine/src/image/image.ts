import { defined } from "@sheaf/contracts/defined.ts";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError, type Converter } from "../converter.ts";
import { readerWithReusedBuffer } from "../reused-buffer.ts";
import { bmpPicture } from "./bmp.ts";
import { findPartialFirstFrame } from "./gif.ts";
import { heicPicture } from "./heic.ts";
import { writePictures } from "./image-pdf.ts";
import { embedJpeg } from "./jpeg.ts";
import type { Picture } from "./picture.ts";
import { type PictureKind, pictureKind } from "./picture-kind.ts";
import { embedPng } from "./png.ts";
import { checkRows } from "./png-rows.ts";
import { checkDecodes, type RasterOptions, rasterPicture } from "./raster.ts";
import { tiffPictures } from "./tiff.ts";

/** Converts a picture to one A4 page, a TIFF to one page per frame. Coded data is kept where PDF supports it. */
export const imageConverter: Converter = {
  async toPdf(input, { outPath }) {
    const bytes = read(input.path);
    const { pictures, frames = 1, isWhole = true } = await picturesOf(bytes);
    writePictures(pictures, outPath);
    const warnings = [
      ...(frames > 1 ? [firstFrameWarning(frames)] : []),
      ...(isWhole ? [] : [pagesRecoveredWarning(pictures.length)]),
    ];
    return { pdfPath: outPath, warnings, origin: "a4" };
  },
};

/** A sandboxed process converts one file at a time. */
const read = readerWithReusedBuffer();

interface Pictures {
  pictures: Picture[];
  /** The number of pictures in an animation or burst; only the first is shown. */
  frames?: number;
  /** False when there may have been more pages. */
  isWhole?: boolean;
}

function firstFrameWarning(frames: number): Warning {
  return { code: "first-frame-only", text: `Only the first of ${frames} pictures in the file is shown.` };
}

function pagesRecoveredWarning(pages: number): Warning {
  const found = pages === 1 ? "1 page was found. Check it." : `${pages} pages were found. Check them.`;
  return { code: "pages-recovered", text: `The TIFF does not say where it ends; ${found}` };
}

async function picturesOf(bytes: Buffer): Promise<Pictures> {
  const kind = pictureKind(bytes.subarray(0, 64));
  if (!kind) throw new ConvertError("unsupported");
  return readers[kind](bytes);
}

const readers: Record<PictureKind, (bytes: Buffer) => Promise<Pictures>> = {
  jpeg: readJpeg,
  png: readPng,
  bmp: readBmp,
  tiff: tiffPictures,
  heic: async (bytes) => {
    const { picture, pictures } = await heicPicture(bytes);
    return { pictures: [picture], frames: pictures };
  },
  jpeg2000: async (bytes) => {
    // Loaded on demand, because only this kind needs PDFium.
    const { jpeg2000Picture } = await import("./jpeg2000.ts");
    const { picture, pictures } = await jpeg2000Picture(bytes);
    return { pictures: [picture], frames: pictures };
  },
  gif: async (bytes) => readRaster(bytes, false, findPartialFirstFrame(bytes)),
  // A lossless WebP has its data in a VP8L chunk (RFC 9649, 2.6).
  webp: async (bytes) => readRaster(bytes, bytes.toString("latin1", 12, 16) !== "VP8L"),
};

/** Decoding a progressive picture holds all of it in memory; larger ones are accepted without a trial decode. */
const maxProgressivePixels = 80_000_000;

async function readJpeg(bytes: Buffer): Promise<Pictures> {
  const { picture, isWhole, isProgressive, orientation, resolution } = embedJpeg(bytes);
  if (!picture) {
    const decoded = await rasterPicture(bytes, { isPhoto: true });
    return { pictures: [{ ...decoded, orientation, resolution }] };
  }
  if (isWhole) return { pictures: [picture] };
  if (!isProgressive || picture.width * picture.height <= maxProgressivePixels) await checkDecodes(bytes);
  return { pictures: [picture] };
}

async function readPng(bytes: Buffer): Promise<Pictures> {
  const { picture, frames, resolution, exif } = embedPng(bytes);
  if (picture) {
    await checkRows(picture);
    return { pictures: [picture], frames };
  }
  const decoded = await rasterPicture(bytes, { isPhoto: false });
  return { pictures: [{ ...decoded, orientation: exif.orientation, resolution }], frames };
}

async function readBmp(bytes: Buffer): Promise<Pictures> {
  const read = await bmpPicture(bytes);
  if ("picture" in read) return { pictures: [read.picture] };
  const kind = pictureKind(read.wrapped.subarray(0, 64));
  if (kind !== "jpeg" && kind !== "png") throw new ConvertError("damaged");
  return readers[kind](read.wrapped);
}

async function readRaster(bytes: Buffer, isPhoto: boolean, within?: RasterOptions["within"]): Promise<Pictures> {
  const picture = await rasterPicture(bytes, { isPhoto, ...defined({ within }) });
  return { pictures: [picture], frames: picture.frames };
}
