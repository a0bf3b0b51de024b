import { fileHolds, fileStart } from "../file-bytes.ts";

/**
 * Whether a file is a PDF that may be a portfolio: the names are those of streams, which are never compressed
 * themselves. Most PDFs have none and are read only once.
 */
export function mayBePortfolio(path: string): boolean {
  return isPdf(path) && fileHolds(path, ["/EmbeddedFile", "/Collection"]);
}

/** Whether a PDF states that it is encrypted; the word may also be elsewhere in it. */
export const mayBeEncrypted = (path: string): boolean => fileHolds(path, ["/Encrypt"]);

const isPdf = (path: string): boolean => fileStart(path, 1_024).includes("%PDF-");
