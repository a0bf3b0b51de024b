import { type PDFObject, PDFRawStream } from "@cantoo/pdf-lib";
import { attempt } from "../attempt.ts";
import { invoiceSyntax } from "../invoice/syntax.ts";
import { xmlRoot } from "../xml/xml-root.ts";
import { dictEntry, entry } from "./objects.ts";
import { decodeContent } from "./streams.ts";

const headBytes = 65_536;

/**
 * Returns the XML of a file attached to a PDF if it is an invoice (Factur-X, ZUGFeRD, XRechnung), whatever its name: it
 * repeats what the pages show.
 * @param specification the file specification (ISO 32000-1, 7.11.3)
 */
export function embeddedInvoice(specification: PDFObject | undefined): Buffer | undefined {
  const files = dictEntry(specification, "EF");
  const stream = entry(files, "UF") ?? entry(files, "F");
  if (!(stream instanceof PDFRawStream)) return undefined;
  const { data, whole } = attempt(() => decodeContent(stream)) ?? { data: Buffer.alloc(0), whole: false };
  return whole && invoiceSyntax(xmlRoot(data.subarray(0, headBytes))) ? data : undefined;
}
