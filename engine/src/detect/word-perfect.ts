import { ConvertError } from "../converter.ts";

/** The start of every file of WordPerfect, and the types of its files that are documents (byte 9 of the header). */
const signature = Buffer.from("\xffWPC", "latin1");
const documentTypes = new Set([0x0a, 0x2c]);

/**
 * Whether a file is a document of WordPerfect 5 or later.
 * @throws ConvertError password: its header holds a checksum of one, and LibreOffice cannot ask for it
 */
export function isWordPerfect(head: Buffer): boolean {
  if (!head.subarray(0, 4).equals(signature) || head.length < 16 || !documentTypes.has(head.readUInt8(9))) return false;
  if (head.readUInt16LE(12) !== 0)
    throw new ConvertError("password", "is password-protected. Save it without its password and replace it.");
  return true;
}
