import { fileStart } from "../file-bytes.ts";
import { xmlRoot } from "../xml/xml-root.ts";
import type { Invoice } from "./model.ts";
import { namesOf2014, readCii } from "./read-cii.ts";
import { readUbl } from "./read-ubl.ts";
import { type ReadOptions, readXml } from "./read-xml.ts";
import { type InvoiceSyntax, invoiceSyntax } from "./syntax.ts";
import type { XmlNode } from "./xml-node.ts";

const headBytes = 65_536;

/** Returns the syntax of an invoice file by its root element; undefined for every other file. */
export const invoiceFileSyntax = (path: string): InvoiceSyntax | undefined =>
  invoiceSyntax(xmlRoot(fileStart(path, headBytes)));

/** Reads the XML of an invoice. @throws ConvertError as `readXml` */
function readInvoiceXml(path: string, syntax: InvoiceSyntax, options?: ReadOptions): XmlNode {
  return readXml(path, { ...options, ...(syntax === "cii-2014" ? { names: namesOf2014 } : {}) });
}

/** Reads an invoice. @throws ConvertError as `readXml` */
export function readInvoice(path: string, syntax: InvoiceSyntax): Invoice {
  const root = readInvoiceXml(path, syntax);
  return syntax === "ubl" ? readUbl(root) : readCii(root);
}
