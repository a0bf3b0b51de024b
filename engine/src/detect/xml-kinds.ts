import { ConvertError } from "../converter.ts";
import type { XmlRoot } from "../xml/xml-root.ts";

const asPdf = "Save it as PDF and replace it.";

/** Kinds of XML that users send beside invoices, by namespace and name of the root element: "namespace name". */
const kinds: [RegExp, words: string | ((match: RegExpExecArray) => string)][] = [
  [/^urn:iso:std:iso:20022:tech:xsd:(pain\.\d{3})/, ([, code]) => `is a bank payment file (${code}).`],
  [/^urn:iso:std:iso:20022:tech:xsd:(camt\.\d{3})/, ([, code]) => `is a bank statement file (${code}).`],
  [/^urn:iso:std:iso:20022:tech:xsd:(\w+\.\d{3})/, ([, code]) => `is a bank message (${code}).`],
  [/^http:\/\/www\.xbrl\.org\/\d+\/instance /, "is an XBRL accounts file."],
  [/^http:\/\/www\.govtalk\.gov\.uk\/\S* GovTalkMessage$/, "is a submission to HMRC or another authority (GovTalk)."],
  [/crd\.gov\.pl\S* Faktura$/, "is a KSeF invoice, which is not read yet."],
  [/ivaservizi\.agenziaentrate\S* FatturaElettronica\w*$/, "is a FatturaPA invoice, which is not read yet."],
  [/facturae\S* Facturae$/i, "is a Facturae invoice, which is not read yet."],
  [/ebinterface\.at\S* Invoice$/, "is an ebInterface invoice, which is not read yet."],
  [/^\S* Finvoice$/, "is a Finvoice invoice, which is not read yet."],
  [/^urn:oasis:names:\S*ubl:\S*xsd:(?:Invoice|CreditNote)-1/, "is a UBL 1.0 invoice, which is not read."],
  [/^urn:sfti:\S* Invoice$/, "is a Svefaktura invoice, which is not read."],
  [
    /^urn:oasis:names:specification:ubl:schema:xsd:\S* (\w+)$/,
    ([, name]) => `is a UBL ${spaced(name)} and not an invoice.`,
  ],
  [/^urn:un:unece:uncefact:data:\S* (\w+)$/, ([, name]) => `is a UN/CEFACT ${spaced(name)} and not an invoice.`],
  [/unece\S* StandardBusinessDocument$/, "is an envelope of the Peppol network around a document."],
  [/^urn:(?:StandardAuditFile|OECD:StandardAuditFile)\S* AuditFile$/, "is an accounting export for auditors (SAF-T)."],
  [/^\S* OFX$/, "is a bank statement file (OFX)."],
  [/^\S* QBXML$/, "is a QuickBooks message."],
  [/^http:\/\/www\.w3\.org\/2001\/XMLSchema schema$/, "is an XML schema and not a document."],
  [/^http:\/\/www\.w3\.org\/1999\/XSL\/Transform \w+$/, "is an XSLT program and not a document."],
];

/** "DespatchAdvice" becomes "despatch advice". */
const spaced = (name: string | undefined): string =>
  (name ?? "document").replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();

const maxNameLength = 60;

/** Returns the refusal of an XML file that is not an invoice. */
export function foreignXml({ name, namespace }: XmlRoot): ConvertError {
  for (const [pattern, words] of kinds) {
    const match = pattern.exec(`${namespace} ${name}`);
    if (match) return new ConvertError("unsupported", `${typeof words === "string" ? words : words(match)} ${asPdf}`);
  }
  const shown = name.slice(0, maxNameLength);
  return new ConvertError(
    "unsupported",
    `is an XML file that is not an invoice (its root element is ${shown}). ${asPdf}`,
  );
}
