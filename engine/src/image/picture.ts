import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "../converter.ts";

/**
 * How the stored pixels are rotated and mirrored (EXIF tag 0x0112, TIFF tag 274): 1 is upright, 6 needs a clockwise
 * quarter turn.
 */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** A picture in a form that can be embedded in a PDF unchanged. */
export interface Picture {
  /** Pixels as stored, before the orientation is applied. */
  width: number;
  height: number;
  orientation: Orientation;
  /** Pixels per inch as stored; undefined when the file does not state it. */
  resolution: Resolution | undefined;
  /** Entries of the image dictionary besides size and length (ISO 32000-1, table 89). */
  encoding: ImageEncoding;
  /** The image's data, to be written one part after the other. */
  data: Uint8Array[];
}

export interface Resolution {
  x: number;
  y: number;
}

export interface ImageEncoding {
  filter: "DCTDecode" | "FlateDecode" | "CCITTFaxDecode";
  decodeParameters?: Record<string, number | boolean>;
  bitsPerComponent: 1 | 2 | 4 | 8 | 16;
  colours: Colours;
  /** Swaps black and white, or all four inks. */
  decode?: number[];
  /** Ranges of sample values that let the white of the page through. */
  transparent?: number[];
}

export type Colours =
  | { kind: "grey" | "rgb" | "cmyk"; profile?: Uint8Array }
  /** Three bytes per colour. */
  | { kind: "palette"; palette: Uint8Array; profile?: Uint8Array };

export function asOrientation(value: number | undefined): Orientation {
  return value !== undefined && Number.isInteger(value) && value >= 1 && value <= 8 ? (value as Orientation) : 1;
}

/**
 * Checks the size that a picture's header states, before anything is decoded.
 * @param maxPixels a smaller limit for a kind of picture that needs more memory than others
 * @throws ConvertError damaged when the picture has no area, too-large above the limit of pixels
 */
export function checkSize(width: number, height: number, maxPixels: number = conversionLimits.pixelsPerPicture): void {
  if (!(width > 0 && height > 0)) throw new ConvertError("damaged");
  if (width * height <= maxPixels) return;
  const size = `${width.toLocaleString("en-GB")} × ${height.toLocaleString("en-GB")} pixels`;
  const limit = `${maxPixels / 1_000_000} megapixels`;
  const isUsual = maxPixels === conversionLimits.pixelsPerPicture;
  const advice = isUsual
    ? `the limit is ${limit}. Make it smaller and replace it.`
    : `the limit for this kind of file is ${limit}. Save it as JPEG and replace it.`;
  throw new ConvertError("too-large", `is a picture of ${size}; ${advice}`);
}
