import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "../converter.ts";
import { orientationOf, resolutionOf } from "./exif.ts";
import { embedJpeg } from "./jpeg.ts";
import { checkSize, type Picture } from "./picture.ts";
import { damagedOnFailure, openRaster, rasterPicture, unsupportedTiff } from "./raster.ts";
import { isStrictFax } from "./strict-fax.ts";
import { type Directories, readDirectories, type Tags, type TiffReader, tiffReader } from "./tiff-directory.ts";
import { hasUnusualSampleLayout, unpackedPicture } from "./tiff-samples.ts";
import { photometrics, tag } from "./tiff-tags.ts";
import { ycbcrPicture } from "./tiff-ycbcr.ts";

const group4 = 4;
const oldJpeg = 6;
const newJpeg = 7;
/** Supported compressions: none, the fax codes, LZW, both codes of JPEG and of Deflate, PackBits. */
const readable = new Set([1, 2, 3, 4, 5, 6, 7, 8, 32773, 32946]);

/**
 * Reads the pages of a TIFF in order. Fax pages of one valid strip are embedded unchanged.
 * @returns `isWhole` is false when there may have been more pages
 * @throws ConvertError damaged, too-large (pages, pixels), unsupported
 */
export async function tiffPictures(bytes: Buffer): Promise<{ pictures: Picture[]; isWhole: boolean }> {
  const reader = tiffReader(bytes);
  const { directories, end } = reader ? readDirectories(reader, conversionLimits.pages + 1) : unreadDirectories;
  if (end === "cut") throw new ConvertError("damaged");
  const pages = directories.length > 0 ? directories.length : await countPages(bytes);
  if (pages > conversionLimits.pages) {
    const limit = conversionLimits.pages.toLocaleString("en-GB");
    throw new ConvertError("too-large", `has more than ${limit} pages. Split it and replace it.`);
  }
  const pictures: Picture[] = [];
  const isPreview = directories.map(isSmallCopyOrMask);
  const onlyPreviews = isPreview.every(Boolean);
  for (let page = 0; page < pages; page++) {
    if (isPreview[page] && !onlyPreviews) continue;
    const tags = directories[page];
    pictures.push(reader && tags ? await pageOf(bytes, reader, tags, page) : await rasterPage(bytes, page, false));
  }
  return { pictures, isWhole: end === "whole" };
}

/** For BigTIFF, whose directories only libvips reads. */
const unreadDirectories: Directories = { directories: [], end: "whole" };

/** Refuses compressions of design programs, raw camera data, and planar tiles or greys. */
function refuseUnsupported(tags: Tags): void {
  const [compression = 1] = tags.get(tag.compression) ?? [];
  const [photometric = 0] = tags.get(tag.photometric) ?? [];
  const isKnown =
    readable.has(compression) && (photometric <= photometrics.separated || photometric === photometrics.yCbCr);
  const [samples = 1] = tags.get(tag.samples) ?? [];
  const inPlanes = tags.get(tag.planes)?.[0] === 2 && samples > 1;
  const isOdd = inPlanes && (tags.has(tag.tileWidth) || photometric <= photometrics.blackIsZero);
  if (!isKnown || isOdd) throw unsupportedTiff();
}

/**
 * Whether the directory is a thumbnail or a mask, which scanners and cameras store beside a page (TIFF 6.0, tags 254
 * and 255).
 */
function isSmallCopyOrMask(tags: Tags): boolean {
  const [smallCopy, mask] = [1, 4];
  const kind = tags.get(tag.kind)?.[0];
  return kind === undefined ? tags.get(tag.oldKind)?.[0] === 2 : (kind & (smallCopy | mask)) !== 0;
}

async function countPages(bytes: Buffer): Promise<number> {
  return (await damagedOnFailure((await openRaster(bytes)).metadata())).pages ?? 1;
}

const rasterPage = (bytes: Buffer, page: number, isPhoto: boolean, hasNoAlpha = false) =>
  rasterPicture(bytes, { page, isPhoto, hasNoAlpha });

async function pageOf(bytes: Buffer, reader: TiffReader, tags: Tags, page: number): Promise<Picture> {
  const first = (number: number) => tags.get(number)?.[0];
  checkSize(first(tag.width) ?? 0, first(tag.height) ?? 0);
  const placing = { orientation: orientationOf(tags), resolution: resolutionOf(tags) };
  const compression = first(tag.compression);

  refuseUnsupported(tags);
  if (compression === oldJpeg) return { ...oldJpegPicture(reader, tags), ...placing };
  const isBilevel =
    (first(tag.bits) ?? 1) === 1 && (first(tag.samples) ?? 1) === 1 && (first(tag.photometric) ?? 0) < 2;
  const isJpeg = compression === newJpeg;
  if (first(tag.photometric) === photometrics.yCbCr && !isJpeg)
    return { ...(await ycbcrPicture(reader, tags)), ...placing };
  if (hasUnusualSampleLayout(tags)) return { ...(await unpackedPicture(reader, tags)), ...placing };
  if (!isBilevel) return { ...(await rasterPage(bytes, page, isJpeg, !hasAlphaSample(tags))), ...placing };
  const fax = faxPicture(reader, tags) ?? (await asFax(bytes, page));
  return { ...fax, ...placing };
}

/**
 * Whether the extra sample is alpha (TIFF 6.0, tag 338). Otherwise its meaning is unknown: Photoshop stores selections
 * there.
 */
const hasAlphaSample = (tags: Tags) => [1, 2].includes(tags.get(tag.extraSamples)?.[0] ?? 0);

/**
 * Embeds a page of one Group 4 strip of known length that all viewers decode in the same way; returns undefined for
 * others.
 */
function faxPicture({ bytes }: TiffReader, tags: Tags): Picture | undefined {
  const first = (number: number) => tags.get(number)?.[0];
  const [offset, length] = [first(tag.stripOffsets), first(tag.stripLengths)];
  const isOneStrip = tags.get(tag.stripOffsets)?.length === 1;
  if (first(tag.compression) !== group4 || !isOneStrip || offset === undefined || !length) return undefined;
  if (offset + length > bytes.length) throw new ConvertError("damaged");

  const [width, height] = [first(tag.width) ?? 0, first(tag.height) ?? 0];
  const stored = bytes.subarray(offset, offset + length);
  const strip = first(tag.fillOrder) === 2 ? stored.map(reversedBits) : stored;
  if (!isStrictFax(strip, width, height)) return undefined;
  return {
    width,
    height,
    orientation: 1,
    resolution: undefined,
    encoding: {
      filter: "CCITTFaxDecode",
      decodeParameters: {
        K: -1,
        Columns: width,
        Rows: height,
        BlackIs1: (first(tag.photometric) ?? 0) === photometrics.blackIsZero,
      },
      bitsPerComponent: 1,
      colours: { kind: "grey" },
    },
    data: [strip],
  };
}

function reversedBits(byte: number): number {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit++) reversed |= ((byte >> bit) & 1) << (7 - bit);
  return reversed;
}

/** Re-encodes any other bilevel page as one Group 4 strip, without loss. */
async function asFax(bytes: Buffer, page: number): Promise<Picture> {
  const raster = await openRaster(bytes, { page, pages: 1 });
  const metadata = await damagedOnFailure(raster.metadata());
  const tallest = 32_768; // libvips' limit for a strip
  const height = metadata.pageHeight ?? metadata.height;
  if (height > tallest) return rasterPage(bytes, page, false);
  const coded = await damagedOnFailure(
    raster
      .flatten({ background: "#fff" })
      .toColourspace("b-w")
      .tiff({ compression: "ccittfax4", bitdepth: 1, tileHeight: height })
      .toBuffer(),
  );
  const reader = tiffReader(coded);
  const [tags] = reader ? readDirectories(reader, 1).directories : [];
  return (reader && tags && faxPicture(reader, tags)) ?? rasterPage(bytes, page, false);
}

/**
 * Reads a page with old-style JPEG compression, which was never a single format: only a complete embedded JPEG is
 * supported.
 */
function oldJpegPicture({ bytes }: TiffReader, tags: Tags): Picture {
  const offset = tags.get(tag.jpegOffset)?.[0];
  const length = tags.get(tag.jpegLength)?.[0];
  const jpeg = offset === undefined ? undefined : bytes.subarray(offset, length ? offset + length : undefined);
  try {
    const { picture } = jpeg?.readUInt16BE(0) === 0xffd8 ? embedJpeg(jpeg) : {};
    if (picture && picture.width === tags.get(tag.width)?.[0]) return picture;
  } catch {
    // not a complete JPEG: refused below
  }
  throw new ConvertError(
    "unsupported",
    "is a TIFF with an outdated kind of JPEG compression that cannot be read. Save it as PDF and replace it.",
  );
}
