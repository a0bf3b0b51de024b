import { Readable } from "node:stream";
import { createInflate } from "node:zlib";
import type { PDFRawStream } from "@cantoo/pdf-lib";
import { ConvertError } from "../converter.ts";
import { decodeContent, filtersOf, isPlainFlate } from "../pdf/streams.ts";

const pieceBytes = 65_536;
const damaged = (cause?: unknown) => new ConvertError("damaged", undefined, { cause });

/**
 * Unpacks an embedded file piece by piece.
 * @throws ConvertError damaged
 */
export async function* contentOf(stream: PDFRawStream): AsyncGenerator<Buffer> {
  if (filtersOf(stream).length === 0) {
    yield* inPieces(stream.getContents());
  } else if (isPlainFlate(stream) && !hasPredictor(stream)) {
    try {
      for await (const piece of Readable.from(inPieces(stream.getContents())).pipe(createInflate())) yield piece;
    } catch (error) {
      throw damaged(error);
    }
  } else {
    const { data, whole } = decodeContent(stream);
    if (!whole) throw damaged();
    yield* inPieces(data);
  }
}

const hasPredictor = ({ dict }: PDFRawStream) => dict.toString().includes("/Predictor");

function* inPieces(bytes: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(pieceBytes, bytes.length - at));
  }
}

/**
 * Returns the size of an unpacked file, which is not read further than up to a limit.
 * @returns 0 for a damaged one: it is reported when it is unpacked
 */
export async function sizeOfContent(stream: PDFRawStream, limit: number): Promise<number> {
  let size = 0;
  try {
    for await (const piece of contentOf(stream)) {
      size += piece.length;
      if (size > limit) break;
    }
  } catch (error) {
    if (!(error instanceof ConvertError)) throw error;
    return size;
  }
  return size;
}
