import { type PDFContext, PDFRawStream, PDFRef } from "@cantoo/pdf-lib";
import { asNumber, entry, name } from "./objects.ts";

/**
 * Restores the last byte of streams. Where a stream's length is an indirect object, as in LibreOffice's files, the
 * parser searches for "endstream" and treats a carriage return before it as a line end, so that one compressed stream
 * in 256 loses its last byte.
 */
export function completeStreams(context: PDFContext, bytes: Buffer): void {
  for (const [reference, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream) || !(object.dict.get(name("Length")) instanceof PDFRef)) continue;
    const length = asNumber(entry(object.dict, "Length")) ?? 0;
    const { contents } = object;
    if (length <= contents.length || contents.buffer !== bytes.buffer) continue;
    const start = contents.byteOffset - bytes.byteOffset;
    // Trust the length only when "endstream" follows.
    if (!/^(\r\n|\r|\n)?endstream/.test(bytes.toString("latin1", start + length, start + length + 11))) continue;
    context.assign(reference, PDFRawStream.of(object.dict, bytes.subarray(start, start + length)));
  }
}
