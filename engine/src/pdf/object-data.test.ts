import { deflateSync } from "node:zlib";
import { PDFContext, PDFRawStream } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { decodeObjectData } from "./object-data.ts";
import { StrictReadError } from "./syntax.ts";

const decode = (entries: object, data: Uint8Array) =>
  decodeObjectData(PDFRawStream.of(PDFContext.create().obj(entries as never) as never, data));
const packed = (...bytes: number[]) => deflateSync(Buffer.from(bytes));
const flate = (parameters?: object) => ({ Filter: "FlateDecode", ...(parameters && { DecodeParms: parameters }) });

test.each<[string, object, Uint8Array, number[]]>([
  ["without a filter", {}, Buffer.from([7, 8]), [7, 8]],
  ["in Flate", flate(), packed(7, 8), [7, 8]],
  ["in Flate with empty parameters", flate({}), packed(7, 8), [7, 8]],
  ["with the predictor of no prediction", flate({ Predictor: 1, Columns: 2 }), packed(7, 8), [7, 8]],
  ["with None", flate({ Predictor: 10, Columns: 2 }), packed(0, 7, 8), [7, 8]],
  ["with Sub", flate({ Predictor: 11, Columns: 2 }), packed(1, 7, 8), [7, 15]],
  ["with Up", flate({ Predictor: 12, Columns: 2 }), packed(0, 7, 8, 2, 1, 1), [7, 8, 8, 9]],
  ["with no rows", flate({ Predictor: 12, Columns: 2 }), packed(), []],
  ["with stated defaults", flate({ Predictor: 12, Colors: 1, BitsPerComponent: 8, Columns: 1 }), packed(2, 7), [7]],
  ["with two colours of 4 bits", flate({ Predictor: 12, Colors: 2, BitsPerComponent: 4 }), packed(0, 7), [7]],
  ["with an invalid predictor below one", flate({ Predictor: 0, Columns: 2 }), packed(7, 8), [7, 8]],
  ["in columns of one byte", flate({ Predictor: 15 }), packed(0, 7, 2, 1), [7, 8]],
])("object data is decoded: %s", (_what, entries, data, bytes) => expect([...decode(entries, data)]).toEqual(bytes));

const [unpacked, predictor, rows, filter] = [
  "An object or cross-reference stream cannot be unpacked",
  "The predictor is not one of PNG's",
  "The rows are not whole rows of single bytes",
  "A row has another filter than None, Sub or Up",
];
test.each<[string, object, Uint8Array, string]>([
  ["another filter", { Filter: "LZWDecode" }, Buffer.from([0x80]), unpacked],
  ["two filters", { Filter: ["FlateDecode", "FlateDecode"] }, deflateSync(packed(7)), unpacked],
  ["damaged data", flate(), Buffer.from([1, 2, 3]), unpacked],
  ["the TIFF predictor", flate({ Predictor: 2 }), packed(7), predictor],
  ["the predictor three", flate({ Predictor: 3 }), packed(0, 7), predictor],
  ["samples of 16 bits", flate({ Predictor: 12, BitsPerComponent: 16 }), packed(0, 7, 7), rows],
  ["the filter Paeth in its first row", flate({ Predictor: 12, Columns: 2 }), packed(4, 7, 8), filter],
  ["a byte after its last row", flate({ Predictor: 12, Columns: 2 }), packed(0, 7, 8, 0), rows],
  ["an undefined predictor", flate({ Predictor: 9 }), packed(0, 7), predictor],
  ["parameters in a list", flate([{ Predictor: 1 }]), packed(7), predictor],
  ["two colours", flate({ Predictor: 12, Colors: 2 }), packed(0, 7), rows],
  ["samples of a bit", flate({ Predictor: 12, BitsPerComponent: 1 }), packed(0, 7), rows],
  ["a truncated row", flate({ Predictor: 12, Columns: 2 }), packed(0, 7, 8, 0, 7), rows],
  ["the filter Average in a later row", flate({ Predictor: 12, Columns: 2 }), packed(2, 7, 8, 3, 7, 8), filter],
])("object data with %s is refused", (_what, entries, data, message) => {
  expect(() => decode(entries, data)).toThrow(new StrictReadError(message));
});
