import { closeSync, openSync, readSync } from "node:fs";

const pieceBytes = 1 << 18;
const marks = ["/EmbeddedFile", "/Collection"].map((mark) => Buffer.from(mark));

/**
 * Whether a file is a PDF that may be a portfolio: the names are those of streams, which are never compressed
 * themselves. Most PDFs have none and are read only once.
 */
export function mayBePortfolio(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const overlap = 32;
    const piece = Buffer.alloc(pieceBytes);
    for (let at = 0; ; at += pieceBytes - overlap) {
      const length = readSync(file, piece, 0, pieceBytes, at);
      const read = piece.subarray(0, length);
      if (at === 0 && !read.subarray(0, 1_024).includes("%PDF-")) return false;
      if (marks.some((mark) => read.includes(mark))) return true;
      if (length < pieceBytes) return false;
    }
  } finally {
    closeSync(file);
  }
}
