import { fileStart } from "../file-bytes.ts";
import { pictureKind } from "../image/picture-kind.ts";
import { mayBePortfolio } from "../portfolio/embedded-marks.ts";

const startBytes = 512;

/** Returns the first bytes of a file. */
export const startOf = (path: string): Buffer => fileStart(path, startBytes);

/** How an archive begins: with a file, with its end when it is empty, with the mark of one that was split. */
const zipStarts = ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"];

export const isZip = (start: Buffer): boolean => zipStarts.includes(start.toString("latin1", 0, 4));

/** The parts with which most programs begin an archive that is their document. */
const firstParts = ["[Content_Types].xml", "mimetype"];

/** Returns the name of the first file in an archive (APPNOTE.TXT, 4.3.7). */
const firstName = (start: Buffer): string =>
  start.length < 30 ? "" : start.toString("latin1", 30, 30 + start.readUInt16LE(26));

/**
 * Returns whether a file may contain others. Most pictures and documents quickly show that they do not, so the readers
 * of containers need not be loaded for them.
 */
export function mayBeContainer(path: string): boolean {
  const start = startOf(path);
  if (isZip(start)) return !firstParts.includes(firstName(start));
  if (start.toString("latin1", 0, 5) === "%PDF-") return mayBePortfolio(path);
  return pictureKind(start) === undefined;
}

/** Whether a text may be XML: in every encoding it begins with this bracket, after white space and marks. */
export const mayBeXml = (start: Buffer): boolean =>
  /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</.test(start.toString("latin1").replaceAll("\0", ""));
