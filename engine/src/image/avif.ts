import type { Picture } from "./picture.ts";
import { rasterPicture } from "./raster.ts";

/** Item types are declared within the first bytes of the container. */
const headBytes = 65_536;
/** The type of an item in its entry of the list, after the entry's length, version, id and protection. */
const item = (types: string) => new RegExp(`infe[\\s\\S]{8,10}(?:${types})`);
const av1Item = item("av01");
const otherItem = item("hvc1|unci|jpeg|j2k1|avc1|vvc1");

/** Whether the pictures of a HEIF container are coded as AV1, whatever its brand (AV1 Image File Format, 2). */
export function isAvif(bytes: Buffer): boolean {
  const head = bytes.toString("latin1", 0, headBytes);
  return head.startsWith("avif", 8) || (av1Item.test(head) && !otherItem.test(head));
}

/**
 * Decodes an AVIF picture with libvips, which applies rotation and mirroring. Of a sequence, that is the still picture
 * that it contains besides its frames.
 * @returns pictures: the number of frames of a sequence, else 1
 * @throws ConvertError damaged, too-large
 */
export async function avifPicture(bytes: Buffer): Promise<{ picture: Picture; pictures: number }> {
  const isSequence = bytes.toString("latin1", 8, 12) === "avis";
  // libvips rejects the brand of a sequence, and has no name for AV1 under a general brand.
  const still = Buffer.from(bytes);
  still.write("avif", 8, "latin1");
  return { picture: await rasterPicture(still, { isPhoto: true }), pictures: isSequence ? framesIn(bytes) : 1 };
}

/** Returns the number of samples of the first track (ISO/IEC 14496-12, 8.7.3). */
function framesIn(bytes: Buffer): number {
  const at = bytes.indexOf("stsz", 0, "latin1");
  return at > 0 && at + 16 <= bytes.length ? Math.max(1, bytes.readUInt32BE(at + 12)) : 1;
}
