import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** A larger file gets its own buffer, which is not kept. */
const maxReusedBytes = 16 << 20;

/**
 * Makes a reader for files that are processed one after the other. Reusing a buffer takes a third of the time of
 * allocating a new one.
 * @returns a function that reads a whole file; each call may overwrite the bytes that the call before returned
 */
export function readerWithReusedBuffer(): (path: string) => Buffer {
  let memory = Buffer.alloc(0);
  return (path) => {
    const file = openSync(path, "r");
    try {
      const { size } = fstatSync(file);
      if (size > memory.length && size <= maxReusedBytes) memory = Buffer.allocUnsafeSlow(size);
      const bytes = size <= memory.length ? memory.subarray(0, size) : Buffer.allocUnsafeSlow(size);
      fillFrom(file, bytes);
      return bytes;
    } finally {
      closeSync(file);
    }
  };
}

/** Reads the beginning of a file, until the memory is full. @param file a file descriptor */
export function fillFrom(file: number, memory: Uint8Array): void {
  for (let filled = 0; filled < memory.length; ) {
    const count = readSync(file, memory, filled, memory.length - filled, filled);
    if (count === 0) throw new Error("The file became shorter while it was read");
    filled += count;
  }
}
