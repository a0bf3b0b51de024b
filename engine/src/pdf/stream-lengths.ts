import { type PDFContext, PDFRawStream, PDFRef } from "@cantoo/pdf-lib";
import { asNumber, entry, name } from "./objects.ts";

/**
 * Gives streams back what the parser took from their end. Where a stream's length is an object of its own, as LibreOffice writes it,
 * the parser looks for the word "endstream" and takes a carriage return before the line end for a part of that: one compressed
 * stream in 256 loses its last byte.
 */
export function completeStreams(context: PDFContext, bytes: Buffer): void {
  for (const [reference, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream) || !(object.dict.get(name("Length")) instanceof PDFRef)) continue;
    const length = asNumber(entry(object.dict, "Length")) ?? 0;
    const { contents } = object;
    if (length <= contents.length || contents.buffer !== bytes.buffer) continue;
    const start = contents.byteOffset - bytes.byteOffset;
    // Only a length that the file itself bears out is believed.
    if (!/^(\r\n|\r|\n)?endstream/.test(bytes.toString("latin1", start + length, start + length + 11))) continue;
    context.assign(reference, PDFRawStream.of(object.dict, bytes.subarray(start, start + length)));
  }
}
