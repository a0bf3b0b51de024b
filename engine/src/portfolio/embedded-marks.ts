import { closeSync, openSync, readSync } from "node:fs";

const pieceBytes = 1 << 18;
/**
 * Whether a file is a PDF that may be a portfolio: the names are those of streams, which are never compressed
 * themselves. Most PDFs have none and are read only once.
 */
export function mayBePortfolio(path: string): boolean {
  return isPdf(path) && hasAny(path, ["/EmbeddedFile", "/Collection"]);
}

/** Whether a PDF states that it is encrypted; the word may also be elsewhere in it. */
export const mayBeEncrypted = (path: string): boolean => hasAny(path, ["/Encrypt"]);

function isPdf(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(1_024);
    return head.subarray(0, readSync(file, head, 0, head.length, 0)).includes("%PDF-");
  } finally {
    closeSync(file);
  }
}

function hasAny(path: string, marks: string[]): boolean {
  const file = openSync(path, "r");
  try {
    const overlap = 32;
    const piece = Buffer.alloc(pieceBytes);
    for (let at = 0; ; at += pieceBytes - overlap) {
      const length = readSync(file, piece, 0, pieceBytes, at);
      const read = piece.subarray(0, length);
      if (marks.some((mark) => read.includes(mark))) return true;
      if (length < pieceBytes) return false;
    }
  } finally {
    closeSync(file);
  }
}
