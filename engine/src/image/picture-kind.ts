export type PictureKind = "jpeg" | "png" | "gif" | "bmp" | "tiff" | "webp" | "heic" | "jpeg2000";

/** Sizes of the header that follows a BMP's file header: a text that begins with "BM" has none of them. */
const bmpHeaderSizes = new Set([12, 16, 40, 52, 56, 64, 108, 124]);

/** Brands of the HEIF family (ISO/IEC 23008-12), including AVIF: HEVC and AV1 are told apart when decoding. */
const heifBrands = new Set([
  "heic",
  "heix",
  "heim",
  "heis",
  "hevc",
  "hevx",
  "hevm",
  "hevs",
  "mif1",
  "msf1",
  "mif2",
  "avif",
  "avis",
]);

/** A JP2 file (ISO/IEC 15444-1, I.5.1), and a codestream without a file around it (A.4.1, A.5.1). */
const jpeg2000Signatures = ["\0\0\0\x0cjP  \r\n\x87\n", "\xff\x4f\xff\x51"];

const tiffSignatures = new Set(["II*\0", "MM\0*", "II+\0", "MM\0+"]);

/**
 * Detects the kind of a picture by its first bytes.
 * @param head the first bytes of the file, at least 64 if it is that long
 * @returns undefined for other files
 */
export function pictureKind(head: Uint8Array): PictureKind | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to));

  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(0, 6) === "GIF87a" || text(0, 6) === "GIF89a") return "gif";
  if (tiffSignatures.has(text(0, 4))) return "tiff";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  if (text(4, 8) === "ftyp" && heifBrands.has(text(8, 12))) return "heic";
  if (jpeg2000Signatures.some((start) => text(0, start.length) === start)) return "jpeg2000";
  if (text(0, 2) === "BM" && head.length >= 18) {
    const headerSize = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(14, true);
    if (bmpHeaderSizes.has(headerSize)) return "bmp";
  }
  return undefined;
}
