import { read } from "node:fs";

/**
 * Yields the lines read from a descriptor until its other end is closed. Node's streams and `readline` could do this,
 * but loading them takes a new sandboxed process longer than detecting its first file.
 */
export async function* requestLines(descriptor: number): AsyncGenerator<string> {
  const block = Buffer.allocUnsafe(65_536);
  let rest: Buffer = Buffer.alloc(0);
  for (let size = await readInto(block, descriptor); size > 0; size = await readInto(block, descriptor)) {
    rest = Buffer.concat([rest, block.subarray(0, size)]);
    for (let end = rest.indexOf("\n"); end !== -1; end = rest.indexOf("\n")) {
      const line = rest.toString("utf8", 0, end);
      rest = rest.subarray(end + 1);
      yield line;
    }
  }
}

/** @returns number of bytes read; 0 at the end */
function readInto(block: Buffer, descriptor: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, block, 0, block.length, null, (error, size) => (error ? reject(error) : resolve(size)));
  });
}
