import { ConvertError } from "../converter.ts";
import type { SourceDocument } from "./document.ts";
import { readStrictly } from "./strict-reader.ts";

/**
 * Parses a PDF, also one with small faults. What PDFium, qpdf and LibreOffice write has none, so the slower parser is
 * loaded on demand.
 * @param bytes a PDF without encryption; streams are views of it, so it must not change afterwards
 * @throws ConvertError too-large above the page limit; any other error when the file cannot be parsed or has no page
 */
export async function parseDocument(bytes: Buffer): Promise<SourceDocument> {
  return readStrictly(bytes) ?? (await import("./lenient-parser.ts")).parseLeniently(bytes);
}

/** Returns undefined when the file cannot be parsed: the next repair tool may succeed. */
export async function tryParse(bytes: Buffer): Promise<SourceDocument | undefined> {
  try {
    return await parseDocument(bytes);
  } catch (error) {
    if (error instanceof ConvertError) throw error;
    return undefined;
  }
}
