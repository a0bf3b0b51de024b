import { PDFDict, type PDFRawStream } from "@cantoo/pdf-lib";
import { entry, numberEntry } from "./objects.ts";
import { filtersOf, inflate, isPlainFlate } from "./streams.ts";
import { NotPlain } from "./syntax.ts";

/**
 * The unpacked data of a stream of objects or cross-references, with rows set against each other undone (ISO 32000-1, 7.4.4.4).
 * @throws NotPlain when anything but Flate and PNG's simpler rows is used, or the data is damaged
 */
export function unpackWhole(stream: PDFRawStream): Buffer {
  const packed = stream.getContents();
  if (filtersOf(stream).length === 0) return Buffer.from(packed);
  const data = isPlainFlate(stream) ? inflate(packed) : undefined;
  if (!data) throw new NotPlain("A stream of objects cannot be unpacked");
  const parameters = entry(stream.dict, "DecodeParms");
  if (parameters === undefined) return data;
  const predictor = numberEntry(parameters, "Predictor") ?? 1;
  if (!(parameters instanceof PDFDict) || (predictor > 1 && predictor < 10)) throw new NotPlain("Rows are set oddly");
  return predictor === 1 ? data : undoRows(data, numberEntry(parameters, "Columns") ?? 1);
}

const [none, sub, up] = [0, 1, 2];

/** Each row begins with how it is set: as it is, against the byte before, or against the row above. */
function undoRows(data: Buffer, columns: number): Buffer {
  const rows = data.length / (columns + 1);
  if (!Number.isInteger(rows)) throw new NotPlain("A row is cut short");
  const plain = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row++) {
    const from = row * (columns + 1);
    const to = row * columns;
    const how = data[from];
    if (how !== none && how !== sub && how !== up) throw new NotPlain("Rows are set oddly");
    for (let column = 0; column < columns; column++) {
      const against =
        how === up ? row && plain[to + column - columns] : how === sub ? column && plain[to + column - 1] : 0;
      plain[to + column] = (data[from + 1 + column] ?? 0) + (against ?? 0);
    }
  }
  return plain;
}
