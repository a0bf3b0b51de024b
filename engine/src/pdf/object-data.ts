import { PDFDict, type PDFRawStream } from "@cantoo/pdf-lib";
import { entry, numberEntry } from "./objects.ts";
import { undoPredictor, up } from "./predictor.ts";
import { filtersOf, inflate, isPlainFlate } from "./streams.ts";
import { StrictReadError } from "./syntax.ts";

/**
 * The decoded data of an object stream or cross-reference stream (ISO 32000-1, 7.4.4.4).
 * @throws StrictReadError for other filters than Flate, for predictors other than PNG's None, Sub and Up, and for
 * damaged data
 */
export function decodeObjectData(stream: PDFRawStream): Buffer {
  const packed = stream.getContents();
  if (filtersOf(stream).length === 0) return Buffer.from(packed);
  const data = isPlainFlate(stream) ? inflate(packed) : undefined;
  if (!data) throw new StrictReadError("A stream of objects cannot be unpacked");
  const parameters = entry(stream.dict, "DecodeParms");
  if (parameters === undefined) return data;
  const predictor = numberEntry(parameters, "Predictor") ?? 1;
  if (!(parameters instanceof PDFDict) || (predictor > 1 && predictor < 10))
    throw new StrictReadError("Rows are set oddly");
  if (predictor > 1) checkRows(data, parameters);
  return undoPredictor(data, parameters);
}

/** Requires rows of single bytes with PNG filter None, Sub or Up. */
function checkRows(data: Buffer, parameters: PDFDict): void {
  const sampleBits = (numberEntry(parameters, "Colors") ?? 1) * (numberEntry(parameters, "BitsPerComponent") ?? 8);
  const rowBytes = (numberEntry(parameters, "Columns") ?? 1) + 1;
  if (sampleBits !== 8 || data.length % rowBytes !== 0) throw new StrictReadError("A row is cut short");
  for (let at = 0; at < data.length; at += rowBytes)
    if ((data[at] ?? 0) > up) throw new StrictReadError("Rows are set oddly");
}
