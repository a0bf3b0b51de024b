import type { XmlRoot } from "../xml/xml-root.ts";

/** How an invoice is written: UBL 2, or UN/CEFACT's Cross Industry Invoice in the form of ZUGFeRD 1.0 or later. */
export type InvoiceSyntax = "ubl" | "cii" | "cii-2014";

const ubl = "urn:oasis:names:specification:ubl:schema:xsd:";

const roots = new Map<string, InvoiceSyntax>([
  [`${ubl}Invoice-2 Invoice`, "ubl"],
  [`${ubl}CreditNote-2 CreditNote`, "ubl"],
  ["urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100 CrossIndustryInvoice", "cii"],
  ["urn:ferd:CrossIndustryDocument:invoice:1p0 CrossIndustryDocument", "cii-2014"],
]);

/** Returns the syntax of an invoice by its root element; undefined for every other document. */
export const invoiceSyntax = (root: XmlRoot | undefined): InvoiceSyntax | undefined =>
  root && roots.get(`${root.namespace} ${root.name}`);
