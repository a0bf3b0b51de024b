import { closeSync, openSync, readSync } from "node:fs";

/** Bytes that are read in parts, from a file or from memory. */
export interface ByteSource {
  sizeBytes: number;
  /** Returns up to `length` bytes, fewer at the end. The result is valid until the next call. */
  read(at: number, length: number): Buffer;
  close(): void;
}

/** Small reads are served from a window of this size. */
const windowBytes = 65_536;

export function fileSource(path: string, sizeBytes: number): ByteSource {
  const file = openSync(path, "r");
  const window = Buffer.alloc(windowBytes);
  let [start, end] = [0, 0];
  return {
    sizeBytes,
    read(at, length) {
      if (at < start || at + length > end) {
        start = at;
        end = at + readSync(file, window, 0, windowBytes, at);
      }
      return window.subarray(at - start, Math.min(at - start + length, end - start));
    },
    close: () => closeSync(file),
  };
}

export function memorySource(bytes: Buffer): ByteSource {
  return { sizeBytes: bytes.length, read: (at, length) => bytes.subarray(at, at + length), close: () => undefined };
}

const chunkBytes = 49_152;
const end = "-".charCodeAt(0);

/**
 * Decodes base64 text of a file from an offset up to its end or to a line of hyphens; line ends are skipped.
 * @returns undefined when there is something else in it
 */
export function decodedSource(path: string, sizeBytes: number, from: number): ByteSource | undefined {
  const file = openSync(path, "r");
  try {
    const decoded = Buffer.alloc(Math.ceil(((sizeBytes - from) / 4) * 3) + 3);
    const chunk = Buffer.alloc(chunkBytes);
    let [length, rest, isLast] = [0, "", false];
    for (let at = from; at < sizeBytes && !isLast; ) {
      const read = readSync(file, chunk, 0, chunkBytes, at);
      if (read === 0) break;
      at += read;
      const hyphen = chunk.subarray(0, read).indexOf(end);
      isLast = hyphen >= 0;
      const text = rest + chunk.toString("latin1", 0, isLast ? hyphen : read).replaceAll(/\s+/g, "");
      if (/[^A-Za-z0-9+/=]/.test(text)) return undefined;
      const whole = text.length - (text.length % 4);
      length += decoded.write(text.slice(0, whole), length, "base64");
      rest = text.slice(whole);
    }
    length += decoded.write(rest, length, "base64");
    return memorySource(decoded.subarray(0, length));
  } finally {
    closeSync(file);
  }
}
