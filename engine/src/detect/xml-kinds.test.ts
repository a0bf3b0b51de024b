import { expect, test } from "vitest";
import { xmlRoot } from "../xml/xml-root.ts";
import { foreignText } from "./foreign.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n<!-- an export -->\n';

test.each([
  [
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn/></Document>',
    "is a bank payment file (pain.001).",
  ],
  ['<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>', "is a bank statement file (camt.053)."],
  ['<x:xbrl xmlns:x="http://www.xbrl.org/2003/instance"/>', "is an XBRL accounts file."],
  ['<GovTalkMessage xmlns="http://www.govtalk.gov.uk/CM/envelope"/>', "is a submission to HMRC"],
  ['<Faktura xmlns="http://crd.gov.pl/wzor/2025/06/25/13775/"/>', "is a KSeF invoice, which is not read yet."],
  [
    '<p:FatturaElettronica xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2"/>',
    "is a FatturaPA invoice, which is not read yet.",
  ],
  [
    '<DespatchAdvice xmlns="urn:oasis:names:specification:ubl:schema:xsd:DespatchAdvice-2"/>',
    "is a UBL despatch advice and not an invoice.",
  ],
  ["<rows><row/></rows>", "is an XML file that is not an invoice (its root element is rows)."],
])("XML that is not an invoice is refused by its name: %s", (xml, words) => {
  for (const content of [xml, declaration + xml, `\ufeff${declaration}${xml}`]) {
    const head = Buffer.from(content);
    const refusal = foreignText(head, "xml", xmlRoot(head));
    expect(refusal).toMatchObject({ reason: "unsupported", detail: expect.stringContaining(words) });
    expect(refusal.detail).toMatch(/ Save it as PDF and replace it\.$/);
  }
});

test("XML without a readable root element is refused as damaged", () => {
  const head = Buffer.from(`${declaration}<rows`);
  expect(foreignText(head, "xml", xmlRoot(head))).toMatchObject({ reason: "damaged" });
});
