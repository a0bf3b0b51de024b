import { ConvertError } from "../converter.ts";
import { type Exif, noExif, readExif } from "./exif.ts";
import { usableProfile } from "./icc.ts";
import { Coding, planScan, readCoding } from "./jpeg-coding.ts";
import { walkScan } from "./jpeg-scan.ts";
import { type Colours, checkSize, type Orientation, type Picture, type Resolution } from "./picture.ts";

/** Marker codes (ITU-T T.81, table B.1). */
const startOfImage = Buffer.from([0xff, 0xd8]);
const startOfScan = 0xda;
const endOfImage = 0xd9;
const adobeSegment = 0xee;
const isStandalone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** 0xf7 is the frame marker of JPEG-LS (ITU-T T.87). */
const isFrame = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) || marker === 0xf7;
/** Frames that PDF's DCTDecode reads: baseline, extended and progressive Huffman. */
const readableFrames = new Set([0xc0, 0xc1, 0xc2]);
const progressiveFrame = 0xc2;
/** libvips also decodes extended and progressive arithmetic frames, but neither lossless nor hierarchical ones. */
const decodableFrames = new Set([...readableFrames, 0xc9, 0xca]);
const usualBits = 8;

class Jpeg {
  frame: { marker: number; bits: number; width: number; height: number; components: number; names: string } | undefined;
  /**
   * The parts of the file that are embedded: without EXIF, XMP, comments, thumbnails, further pictures and data after
   * the end.
   */
  readonly kept: Uint8Array[] = [];
  isComplete = false;
  readonly coding = new Coding();
  /** Offset after the last block of a scan that was read completely. */
  walkedTo: number | undefined;
  /** Whether all coded data was read completely, and all segments are in order. */
  isWhole = false;
  exif: Exif = noExif;
  density: Resolution | undefined;
  readonly profileParts: { index: number; data: Uint8Array }[] = [];
  hasAdobeMarker = false;
  hasJfifMarker = false;
}

export interface EmbeddedJpeg {
  /** Undefined when PDF does not support the coded data: arithmetic coding, two components. */
  picture: Picture | undefined;
  /** Whether the coded data was verified to be complete to the last block. When false, it may still be complete. */
  isWhole: boolean;
  /** Decoding a progressive JPEG holds the whole picture in memory. */
  isProgressive: boolean;
  resolution: Resolution | undefined;
  orientation: Orientation;
}

/**
 * Embeds a JPEG without touching its coded data.
 * @throws ConvertError damaged when its segments cannot be followed from start to end, too-large, unsupported (lossless
 * and similar)
 */
export function embedJpeg(bytes: Buffer): EmbeddedJpeg {
  const jpeg = readToEnd(bytes);
  if (jpeg.frame && (!decodableFrames.has(jpeg.frame.marker) || jpeg.frame.bits !== usualBits)) throw unsupportedJpeg();
  if (!jpeg.frame || !jpeg.isComplete) throw new ConvertError("damaged");
  const { marker, width, height, components } = jpeg.frame;
  checkSize(width, height);
  const resolution = jpeg.density ?? jpeg.exif.resolution;
  const { orientation } = jpeg.exif;
  const isReadable = readableFrames.has(marker) && [1, 3, 4].includes(components);
  const picture: Picture = {
    width,
    height,
    orientation,
    resolution,
    encoding: {
      filter: "DCTDecode",
      bitsPerComponent: 8,
      colours: coloursOf(jpeg, components),
      // Adobe's CMYK pictures are stored inverted.
      ...(components === 4 && jpeg.hasAdobeMarker ? { decode: [1, 0, 1, 0, 1, 0, 1, 0] } : {}),
    },
    data: isRgb(jpeg) ? jpeg.kept.toSpliced(1, 0, adobeRgbMarker) : jpeg.kept,
  };
  return {
    picture: isReadable ? picture : undefined,
    isWhole: jpeg.isWhole,
    isProgressive: marker === progressiveFrame,
    resolution,
    orientation,
  };
}

function unsupportedJpeg(): ConvertError {
  const kinds = "lossless, or of more than 8 bits a colour";
  const advice = `is a JPEG of a kind that few programs can read (${kinds}). Save it as PNG or PDF and replace it.`;
  return new ConvertError("unsupported", advice);
}

/** An Adobe marker without colour transform, the only way to tell PDF viewers that the data is RGB. */
const adobeRgbMarker = Buffer.from("\xff\xee\0\x0eAdobe\0\x64\0\0\0\0\0", "latin1");

/** Whether decoders infer RGB from the component ids, because there are no markers. PDF viewers would assume YCbCr. */
function isRgb({ frame, hasAdobeMarker, hasJfifMarker }: Jpeg): boolean {
  return frame?.components === 3 && frame.names === "RGB" && !hasAdobeMarker && !hasJfifMarker;
}

/**
 * Reads a JPEG whose end marker may be missing, as some cameras and scanners write it: nothing is lost when all coded
 * data is present.
 */
function readToEnd(bytes: Buffer): Jpeg {
  const jpeg = readJpeg(bytes);
  if (jpeg.isComplete || !jpeg.frame) return jpeg;
  const ended = readJpeg(Buffer.concat([bytes, Buffer.from([0xff, endOfImage])]));
  return ended.isWhole ? ended : jpeg;
}

function coloursOf({ profileParts }: Jpeg, components: number): Colours {
  const kind = components === 1 ? "grey" : components === 3 ? "rgb" : "cmyk";
  const parts = profileParts.toSorted((one, other) => one.index - other.index).map(({ data }) => data);
  const profile = usableProfile(Buffer.concat(parts), kind);
  return profile ? { kind, profile } : { kind };
}

/** Reads the segments up to the end of the first picture: phones may append a second one. */
function readJpeg(bytes: Buffer): Jpeg {
  const jpeg = new Jpeg();
  jpeg.kept.push(bytes.subarray(0, 2));
  jpeg.coding.isUnusual = !bytes.subarray(0, 2).equals(startOfImage);
  for (let at = 2; at + 1 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === 0xff || isStandalone(marker)) {
      jpeg.coding.isUnusual = true;
      at += bytes[at] === 0xff && marker !== 0xff ? 2 : 1;
      continue;
    }
    if (marker === endOfImage) {
      jpeg.kept.push(bytes.subarray(at, at + 2));
      jpeg.isComplete = jpeg.frame !== undefined;
      jpeg.isWhole = jpeg.walkedTo === at;
      break;
    }
    if (at + 4 > bytes.length) break;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) break;
    const dataEnd = marker === startOfScan ? readScan(jpeg, bytes, at, end) : end;
    if (marker !== startOfScan) readCoding(jpeg.coding, marker, bytes.subarray(at, end));
    readSegment(jpeg, marker, bytes.subarray(at, dataEnd));
    at = dataEnd;
  }
  return jpeg;
}

/**
 * Reads a scan, and verifies its coded data where possible.
 * @param at where the scan's header begins, with its marker
 * @param from where its coded data begins
 * @returns where the coded data ends
 */
function readScan(jpeg: Jpeg, bytes: Buffer, at: number, from: number): number {
  const plan = planScan(jpeg.coding, bytes.subarray(at, from));
  jpeg.coding.isUnusual = true; // a second scan would be unusual
  jpeg.walkedTo = plan && walkScan(bytes, from, plan);
  return jpeg.walkedTo ?? endOfScan(bytes, from);
}

/** Returns the offset of the next marker that is neither a stuffed zero nor a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** @param segment with its marker and length */
function readSegment(jpeg: Jpeg, marker: number, segment: Buffer): void {
  const begins = (text: string) => segment.toString("latin1", 4, 4 + text.length) === text;
  if (isFrame(marker) && segment.length >= 10) {
    jpeg.frame ??= {
      marker,
      bits: segment.readUInt8(4),
      height: segment.readUInt16BE(5),
      width: segment.readUInt16BE(7),
      components: segment.readUInt8(9),
      names: String.fromCharCode(...[10, 13, 16].map((at) => segment[at] ?? 0)),
    };
  }
  const isApplication = marker >= 0xe0 && marker <= 0xef;
  if (!isApplication) {
    if (marker !== 0xfe) jpeg.kept.push(segment); // 0xfe: a comment
  } else if (marker === 0xe0 && begins("JFIF\0") && segment.length >= 16) {
    jpeg.hasJfifMarker = true;
    jpeg.density = densityOf(segment);
    jpeg.kept.push(Buffer.from([0xff, 0xe0, 0, 16]), segment.subarray(4, 16), Buffer.from([0, 0])); // no thumbnail
  } else if (marker === 0xe1 && begins("Exif\0\0")) {
    jpeg.exif = readExif(segment.subarray(10));
  } else if (marker === 0xe2 && begins("ICC_PROFILE\0") && segment.length > 18) {
    jpeg.profileParts.push({ index: segment.readUInt8(16), data: segment.subarray(18) });
    jpeg.kept.push(segment);
  } else if (marker === adobeSegment && begins("Adobe")) {
    jpeg.hasAdobeMarker = true;
    jpeg.kept.push(segment);
  }
}

/** Returns the density in pixels per inch. Units are 1: per inch; 2: per centimetre; 0: only a ratio. */
function densityOf(segment: Buffer): Resolution | undefined {
  const perInch = [undefined, 1, 2.54][segment.readUInt8(11)];
  const [x, y] = [segment.readUInt16BE(12), segment.readUInt16BE(14)];
  return perInch && x > 0 && y > 0 ? { x: x * perInch, y: y * perInch } : undefined;
}
