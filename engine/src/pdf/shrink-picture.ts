import { PDFArray, PDFDict, PDFNumber, PDFRawStream } from "@cantoo/pdf-lib";
import type { Size } from "./geometry.ts";
import { elements, entry, name, numberEntry } from "./objects.ts";
import { type Decoder, openPicture, type PlainPicture } from "./picture-decoder.ts";

/** Enough for small print to stay readable. */
const dotsPerInch = 200;
const jpegQuality = 85;
/** A picture only slightly above the target is not recompressed. */
const tolerance = 1.05;

/**
 * Recompresses a picture as a JPEG of 200 dots per inch of its drawn size.
 * @param placed the size at which it is drawn, in points
 * @returns undefined when the picture is left alone: its resolution is not higher, it would not become smaller, it is
 * damaged, or it could look different afterwards (bilevel, masks, palettes, CMYK, colour key masking)
 */
export async function smallerPicture(stream: PDFRawStream, placed: Size): Promise<PDFRawStream | undefined> {
  const { dict } = stream;
  const samples = samplesOf(dict);
  const size = { width: numberEntry(dict, "Width") ?? 0, height: numberEntry(dict, "Height") ?? 0 };
  // The direction that can be reduced least determines the scale.
  const scale = Math.max(pixelsFor(placed.width) / size.width, pixelsFor(placed.height) / size.height);
  if (!samples || !(scale * tolerance < 1) || mustStayUnchanged(dict)) return undefined;
  const target = { width: Math.ceil(size.width * scale), height: Math.ceil(size.height * scale) };
  const data = await asJpeg({ stream, size, samples }, target).catch(() => undefined);
  return data && data.length < stream.getContentsSize() ? withJpegData(dict, data, target) : undefined;
}

const pixelsFor = (points: number): number => (points / 72) * dotsPerInch;

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

async function asJpeg(picture: PlainPicture, target: Size): Promise<Buffer | undefined> {
  const decoder = await openPicture(picture);
  if (!decoder) return undefined;
  const { data, info } = await encodeJpeg(decoder, target, picture.samples);
  const isAsWanted = info.width === target.width && info.height === target.height && info.channels === picture.samples;
  return isAsWanted ? data : undefined;
}

function encodeJpeg({ raster, isPhoto }: Decoder, { width, height }: Size, samples: PlainPicture["samples"]) {
  return (
    raster
      .resize(width, height, { fit: "fill" })
      .toColourspace(samples === 1 ? "b-w" : "srgb")
      // Subsampling would blur sharp coloured edges.
      .jpeg({ quality: jpegQuality, chromaSubsampling: isPhoto ? "4:2:0" : "4:4:4" })
      .toBuffer({ resolveWithObject: true })
  );
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
