import { PDFArray, PDFDict, PDFNumber, PDFRawStream } from "@cantoo/pdf-lib";
import type { Size } from "./geometry.ts";
import { elements, entry, name, numberEntry } from "./objects.ts";
import { type Decoder, openPicture, type PlainPicture } from "./picture-decoder.ts";

/** How pictures are recompressed. */
export interface PictureTarget {
  /** The resolution above which a picture is reduced. */
  dotsPerInch: number;
  /** 1 to 100. */
  jpegQuality: number;
  /** Whether a lossless picture of no higher resolution becomes a JPEG too, where that halves its size at least. */
  alsoLossless: boolean;
}

/** A picture only slightly above the target is not reduced. */
const tolerance = 1.05;

/**
 * Recompresses a picture as a JPEG of a lower resolution.
 * @param placed the size at which it is drawn, in points
 * @returns undefined when the picture is left alone: its resolution is not higher, it would not become smaller, it is
 * damaged, or it could look different afterwards (bilevel, masks, palettes, CMYK, colour key masking)
 */
export async function smallerPicture(
  stream: PDFRawStream,
  placed: Size,
  target: PictureTarget,
): Promise<PDFRawStream | undefined> {
  const { dict } = stream;
  const samples = samplesOf(dict);
  const size = { width: numberEntry(dict, "Width") ?? 0, height: numberEntry(dict, "Height") ?? 0 };
  if (!samples || mustStayUnchanged(dict)) return undefined;
  const pixelsFor = (points: number): number => (points / 72) * target.dotsPerInch;
  // The direction that can be reduced least determines the scale.
  const scale = Math.max(pixelsFor(placed.width) / size.width, pixelsFor(placed.height) / size.height);
  const isReduced = scale * tolerance < 1;
  if (!isReduced && !target.alsoLossless) return undefined;
  const wanted = isReduced ? { width: Math.ceil(size.width * scale), height: Math.ceil(size.height * scale) } : size;
  const decoder = await openPicture({ stream, size, samples }).catch(() => undefined);
  if (!decoder || (!isReduced && decoder.isPhoto)) return undefined;
  const data = await asJpeg(decoder, { size: wanted, samples, quality: target.jpegQuality }).catch(() => undefined);
  const limit = isReduced ? stream.getContentsSize() : stream.getContentsSize() / 2;
  return data && data.length < limit ? withJpegData(dict, data, wanted) : undefined;
}

/** Returns the number of samples per pixel; undefined unless they are grey or RGB samples of eight bits. */
function samplesOf(dict: PDFDict): PlainPicture["samples"] | undefined {
  if (numberEntry(dict, "BitsPerComponent") !== 8) return undefined;
  const space = entry(dict, "ColorSpace");
  const [family, profile] = space instanceof PDFArray ? elements(space) : [space];
  if (family === name("ICCBased")) {
    const count = profile instanceof PDFRawStream ? numberEntry(profile.dict, "N") : undefined;
    return count === 1 || count === 3 ? count : undefined;
  }
  if (family === name("DeviceGray") || family === name("CalGray")) return 1;
  return family === name("DeviceRGB") || family === name("CalRGB") ? 3 : undefined;
}

/** Whether other entries depend on the exact samples or size. */
function mustStayUnchanged(dict: PDFDict): boolean {
  const softMask = entry(dict, "SMask");
  const isMixedWithMatte = softMask instanceof PDFRawStream && entry(softMask.dict, "Matte") !== undefined;
  const hasTransparentColours = entry(dict, "Mask") instanceof PDFArray;
  return isMixedWithMatte || hasTransparentColours || entry(dict, "Alternates") !== undefined;
}

async function asJpeg({ raster, isPhoto }: Decoder, wanted: Wanted): Promise<Buffer | undefined> {
  const { width, height } = wanted.size;
  const { data, info } = await raster
    .resize(width, height, { fit: "fill" })
    .toColourspace(wanted.samples === 1 ? "b-w" : "srgb")
    // Subsampling would blur sharp coloured edges.
    .jpeg({ quality: wanted.quality, chromaSubsampling: isPhoto ? "4:2:0" : "4:4:4" })
    .toBuffer({ resolveWithObject: true });
  const isAsWanted = info.width === width && info.height === height && info.channels === wanted.samples;
  return isAsWanted ? data : undefined;
}

interface Wanted {
  size: Size;
  samples: PlainPicture["samples"];
  quality: number;
}

/** Replaces the data of a picture. Colour space, masks and Decode array stay unchanged. */
function withJpegData(dict: PDFDict, data: Buffer, { width, height }: Size): PDFRawStream {
  const changed = new Map(dict.asMap());
  changed.delete(name("DecodeParms"));
  changed.set(name("Filter"), name("DCTDecode"));
  changed.set(name("Width"), PDFNumber.of(width));
  changed.set(name("Height"), PDFNumber.of(height));
  return PDFRawStream.of(PDFDict.fromMapWithContext(changed, dict.context), data);
}
