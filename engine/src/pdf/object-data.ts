import { PDFDict, type PDFRawStream } from "@cantoo/pdf-lib";
import { entry, numberEntry } from "./objects.ts";
import { undoPredictor, up } from "./predictor.ts";
import { filtersOf, inflate, isPlainFlate } from "./streams.ts";
import { StrictReadError } from "./syntax.ts";

/**
 * Decodes the data of an object stream or cross-reference stream (ISO 32000-1, 7.4.4.4).
 * @throws StrictReadError for other filters than Flate, for predictors other than PNG's None, Sub and Up, and for
 * damaged data
 */
export function decodeObjectData(stream: PDFRawStream): Buffer {
  const packed = stream.getContents();
  if (filtersOf(stream).length === 0) return Buffer.from(packed);
  const data = isPlainFlate(stream) ? inflate(packed) : undefined;
  if (!data) throw new StrictReadError("An object or cross-reference stream cannot be unpacked");
  const parameters = entry(stream.dict, "DecodeParms");
  if (parameters === undefined) return data;
  const predictor = numberEntry(parameters, "Predictor") ?? 1;
  if (!(parameters instanceof PDFDict) || (predictor > 1 && predictor < 10))
    throw new StrictReadError("The predictor is not one of PNG's");
  if (predictor > 1) checkRows(data, parameters);
  return undoPredictor(data, parameters);
}

/** Requires rows of single bytes with PNG filter None, Sub or Up. */
function checkRows(data: Buffer, parameters: PDFDict): void {
  const sampleBits = (numberEntry(parameters, "Colors") ?? 1) * (numberEntry(parameters, "BitsPerComponent") ?? 8);
  const rowBytes = (numberEntry(parameters, "Columns") ?? 1) + 1;
  if (sampleBits !== 8 || data.length % rowBytes !== 0)
    throw new StrictReadError("The rows are not whole rows of single bytes");
  for (let at = 0; at < data.length; at += rowBytes)
    if ((data[at] ?? 0) > up) throw new StrictReadError("A row has another filter than None, Sub or Up");
}
