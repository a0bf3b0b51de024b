import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** A larger file gets memory of its own, which does not stay. */
const mostKept = 16 << 20;

/**
 * For files that are worked on one after the other: memory that is used again costs a third of what new memory costs.
 * @returns reads a file whole, after which the bytes of the one before are no longer that file's
 */
export function readerWithReusedBuffer(): (path: string) => Buffer {
  let memory = Buffer.alloc(0);
  return (path) => {
    const file = openSync(path, "r");
    try {
      const { size } = fstatSync(file);
      if (size > memory.length && size <= mostKept) memory = Buffer.allocUnsafeSlow(size);
      const bytes = size <= memory.length ? memory.subarray(0, size) : Buffer.allocUnsafeSlow(size);
      for (let filled = 0; filled < size; ) {
        const count = readSync(file, bytes, filled, size - filled, filled);
        if (count === 0) throw new Error(`${path} became shorter while it was read`);
        filled += count;
      }
      return bytes;
    } finally {
      closeSync(file);
    }
  };
}
