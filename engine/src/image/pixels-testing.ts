import zlib from "node:zlib";
import { PDFContext } from "@cantoo/pdf-lib";
import { undoPredictor } from "../pdf/predictor.ts";
import type { Picture } from "./picture.ts";

/**
 * Returns the bytes of the rows of a picture that is compressed with Deflate.
 * @throws Error when there are half rows
 */
export function unpackedRows({ encoding, data }: Pick<Picture, "encoding" | "data">): number[] {
  const { decodeParameters: parameters = {}, bitsPerComponent } = encoding;
  const rows = zlib.inflateSync(Buffer.concat(data));
  const rowBytes = 1 + Math.ceil((Number(parameters.Columns) * Number(parameters.Colors) * bitsPerComponent) / 8);
  if (rows.length % rowBytes !== 0) throw new Error(`${rows.length} bytes are no rows of ${rowBytes}`);
  return [...undoPredictor(rows, PDFContext.create().obj({ ...parameters }))];
}
