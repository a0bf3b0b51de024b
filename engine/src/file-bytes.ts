import { closeSync, openSync, readSync } from "node:fs";

const pieceBytes = 1 << 18;
/** More than the longest mark, so that one across two pieces is found. */
const overlapBytes = 32;

/** Returns the first bytes of a file, fewer when it is shorter. */
export function fileStart(path: string, bytes: number): Buffer {
  const file = openSync(path, "r");
  try {
    const start = Buffer.alloc(bytes);
    return start.subarray(0, readSync(file, start, 0, bytes, 0));
  } finally {
    closeSync(file);
  }
}

/**
 * Returns whether any of the marks is anywhere in a file, which is read once in pieces.
 * @param marks of at most 32 bytes
 */
export function fileHolds(path: string, marks: (string | Buffer)[]): boolean {
  const file = openSync(path, "r");
  try {
    const piece = Buffer.alloc(pieceBytes);
    for (let at = 0; ; at += pieceBytes - overlapBytes) {
      const length = readSync(file, piece, 0, pieceBytes, at);
      const read = piece.subarray(0, length);
      if (marks.some((mark) => read.includes(mark))) return true;
      if (length < pieceBytes) return false;
    }
  } finally {
    closeSync(file);
  }
}

/**
 * Returns the memory of a file's bytes to the system now, not at a later garbage collection. Nobody may need them: they
 * are empty afterwards. Memory that other buffers share, as Node's pool of small ones, stays as it is.
 */
export function freeBytes({ buffer, byteLength }: Buffer): void {
  const isShared = buffer.byteLength !== byteLength || !(buffer instanceof ArrayBuffer);
  if (byteLength > 0 && !isShared) buffer.transfer(0);
}
