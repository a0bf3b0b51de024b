import { PDFDict, PDFRawStream } from "@cantoo/pdf-lib";
import { name } from "./objects.ts";
import { decodeContent } from "./streams.ts";

/** Both begin where a number begins: trying each digit takes seconds for a picture in hexadecimal digits. */
const [graphicsOperators, tinyNumber] = [
  /(?<![\d.])(?:[-+]?[\d.]+(?:e[-+]\d+)?\s+){1,6}(?:cm|[mlcvy]|re)\b/g,
  /(?<![\d.])[-+]?[\d.]+e-\d+/g,
];

/**
 * Replaces numbers with exponents by 0 in a content stream: PDF has no such syntax, and viewers misplace what follows.
 */
export function removeExponents(stream: PDFRawStream): PDFRawStream {
  const content = decodeContent(stream).data.toString("latin1");
  const plain = content.replace(graphicsOperators, (run) => run.replace(tinyNumber, "0"));
  if (plain === content) return stream;
  const entries = new Map(stream.dict.asMap());
  for (const key of ["Filter", "DecodeParms", "Length"]) entries.delete(name(key));
  return PDFRawStream.of(PDFDict.fromMapWithContext(entries, stream.dict.context), Buffer.from(plain, "latin1"));
}
