import { PDFDict, PDFParser } from "@cantoo/pdf-lib";
import { readDocument, type SourceDocument } from "./document.ts";
import { resolve } from "./objects.ts";
import { completeStreams } from "./stream-lengths.ts";

/**
 * Parses a PDF that may have small faults.
 * @param bytes a PDF without encryption; streams are views of it, so it must not change afterwards
 * @throws ConvertError too-large above the page limit; any other error when the file cannot be parsed or has no page
 */
export async function parseLeniently(bytes: Buffer): Promise<SourceDocument> {
  const context = await PDFParser.forBytesWithOptions(bytes, Number.POSITIVE_INFINITY, false).parseDocument();
  completeStreams(context, bytes);
  if (context.trailerInfo.Encrypt !== undefined) throw new Error("The PDF is still encrypted");
  const catalog = resolve(context, context.trailerInfo.Root);
  if (!(catalog instanceof PDFDict)) throw new Error("The PDF has no catalogue");
  return readDocument(context, catalog);
}
