import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import zlib from "node:zlib";
import { ConvertError } from "../converter.ts";
import type { Picture } from "./picture.ts";

const pieceBytes = 1 << 18;

/** Joins small chunks: inflating each chunk of a few kilobytes separately is slow. */
function* inPieces(chunks: Uint8Array[]): Generator<Buffer> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

/**
 * Inflates the rows of an embedded PNG in pieces and discards them: otherwise a truncated picture or an unknown row
 * filter would only show in a viewer.
 * @throws ConvertError damaged
 */
export async function checkRows({ width, height, encoding, data }: Picture): Promise<void> {
  const samples = encoding.colours.kind === "rgb" ? 3 : 1;
  const rowBytes = 1 + Math.ceil((width * samples * encoding.bitsPerComponent) / 8);
  const expected = rowBytes * height;
  const lastFilter = 4;
  let unpacked = 0;
  let nextRow = 0;

  async function countRows(chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of chunks) {
      for (; nextRow < unpacked + chunk.length && nextRow < expected; nextRow += rowBytes) {
        if (chunk.readUInt8(nextRow - unpacked) > lastFilter) throw new ConvertError("damaged");
      }
      unpacked += chunk.length;
      if (unpacked > expected + rowBytes) throw new ConvertError("damaged");
    }
  }
  try {
    await pipeline(Readable.from(inPieces(data)), zlib.createInflate({ chunkSize: pieceBytes }), countRows);
  } catch (error) {
    throw error instanceof ConvertError ? error : new ConvertError("damaged", undefined, { cause: error });
  }
  if (unpacked < expected) throw new ConvertError("damaged");
}
