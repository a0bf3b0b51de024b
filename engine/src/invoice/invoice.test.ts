import fc from "fast-check";
import { expect, test } from "vitest";
import { type InvoiceTerm, invoiceTerms } from "../../../fixtures/invoice-terms.ts";
import { ciiInvoice } from "../../../fixtures/invoices-cii.ts";
import { ublCreditNote, ublInvoice } from "../../../fixtures/invoices-ubl.ts";
import { ConvertError } from "../converter.ts";
import { printInvoice, readWritten, removeWritten } from "./testing.ts";

removeWritten();

/** How a value is written on paper, where that is not as in the file. */
const onPaper: Partial<Record<InvoiceTerm, string>> = {
  "BT-2": "14 October 2026",
  "BT-5": "Euro (EUR)",
  "BT-6": "British Pound (GBP)",
  "BT-8": "Date of payment",
  "BT-9": "13 November 2026",
  "BT-21": "Regulatory information (REG)",
  "BT-26": "2 September 2026",
  "BT-40": "Germany",
  "BT-55": "United Kingdom",
  "BT-69": "Ireland",
  "BT-72": "9 October 2026",
  "BT-73": "1 September 2026 to 30",
  "BT-74": "30 September 2026",
  "BT-80": "Norway",
  ...{
    "BT-81": "SEPA credit transfer (58)",
    "BT-84": "DE89 3704 0044 0532 0130 00",
    "BT-91": "GB33 BUKB 2020 1555 5555 55",
  },
  ...{
    "BT-92": "-€42.45",
    "BT-93": "10% of €424.50",
    "BT-94": "10%",
    "BT-95": "19% · Standard rate (S)",
    "BT-96": "19%",
  },
  "BT-98": "Allowance Lilac (95)",
  "BT-99": "€30.00",
  "BT-100": "5% of €600.00",
  "BT-101": "5%",
  "BT-102": "Exempt from VAT (E)",
  "BT-103": "0%",
  "BT-105": "Charge Linden (FC)",
  "BT-106": "Sum of lines €1,424.50",
  "BT-107": "Allowances -€42.45",
  "BT-108": "Charges €30.00",
  "BT-109": "Total without VAT €1,412.05",
  "BT-110": "VAT €148.59",
  "BT-111": "VAT in GBP £128.77",
  "BT-112": "Total with VAT €1,560.64",
  "BT-113": "Already paid -€500.00",
  "BT-114": "Rounding €0.06",
  "BT-115": "Amount due €1,060.70",
  "BT-116": "€782.05",
  "BT-117": "€148.59",
  "BT-118": "Standard rate (S)",
  "BT-119": "19%",
  "BT-116B": "€630.00",
  "BT-117B": "€0.00",
  "BT-118B": "Exempt from VAT (E)",
  "BT-119B": "0%",
  "BT-130": "10 hours",
  "BT-131": "€824.50",
  "BT-134": "7 September 2026",
  "BT-135": "18 September 2026",
  ...{
    "BT-136": "€42.50",
    "BT-137": "€850.00",
    "BT-138": "5%",
    "BT-140": "Allowance Mulberry (100)",
    "BT-141": "€17.00",
  },
  ...{
    "BT-142": "2% of €850.00",
    "BT-145": "Charge Mullein (PC)",
    "BT-146": "€85.00",
    "BT-147": "€5.00",
    "BT-148": "€90.00",
  },
  "BT-150": "hours",
  "BT-159": "Netherlands",
  "BT-160": "Colour: Oxlip green",
  "BT-131B": "€600.00",
  "BT-129B": "250 kg",
  "BT-130B": "kg",
  "BT-146B": "€240.00",
  "BT-149B": "per 100 kg",
};

const terms = Object.entries(invoiceTerms) as [InvoiceTerm, string][];

/** Words may be divided where a line of a narrow column ends. */
const joined = (text: string) => text.replaceAll(/\s/g, "");

test.each([
  ["a UBL invoice", ublInvoice(), {}],
  ["a UBL credit note", ublCreditNote(), { "BT-3": "Credit note (381)" }],
  ["a Cross Industry Invoice", ciiInvoice(), {}],
])("every business term of %s is on paper, and nothing is left over", async (_what, xml, own) => {
  const { text, warnings } = await printInvoice(xml);
  const all = joined(text);
  const words: Partial<Record<InvoiceTerm, string>> = { ...onPaper, ...own };
  const missing = terms.filter(([term, value]) => !all.includes(joined(words[term] ?? value)));
  expect(missing).toEqual([]);
  expect(text).not.toContain("Also in the file");
  expect(warnings).toEqual([]);
});

test('values that the model does not have stand under "Also in the file", with their place', async () => {
  const ubl = ublInvoice({
    extra:
      '<cac:PrepaidPayment><cbc:ID schemeID="XY">Sorrel 1</cbc:ID></cac:PrepaidPayment>' +
      "<cac:PrepaidPayment><cbc:PaidTime>12:30:00</cbc:PaidTime></cac:PrepaidPayment>" +
      `<cbc:UUID>${"QUJD".repeat(100)}</cbc:UUID>`,
  });
  const { text } = await printInvoice(ubl);
  for (const words of [
    "Also in the file",
    "Prepaid payment 1 › ID Sorrel 1 (scheme ID XY)",
    "Prepaid payment 2 › Paid time 12:30:00",
    "UUID 400 characters of encoded data",
  ]) {
    expect(text).toContain(words);
  }
});

test("every text of the XML that is repeated beyond the model is on paper, too", async () => {
  const once = ublInvoice();
  const twice = once.replace(
    /<cac:OrderReference>.*?<\/cac:OrderReference>/,
    "$&<cac:OrderReference><cbc:ID>Order Tansy</cbc:ID></cac:OrderReference>",
  );
  expect((await printInvoice(twice)).text).toContain("Order reference 2 › ID Order Tansy");
});

test("a long invoice repeats the titles of its table, and its pages are numbered", async () => {
  const line = (number: number) =>
    `<cac:InvoiceLine><cbc:ID>${number}</cbc:ID><cac:Item><cbc:Name>Item number ${number}</cbc:Name></cac:Item></cac:InvoiceLine>`;
  const extra = Array.from({ length: 200 }, (_, index) => line(index + 3)).join("");
  const { pages, text } = await printInvoice(ublInvoice({ extra }));
  expect(pages.length).toBeGreaterThan(5);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(page).toMatch(/Reading copy; the XML is the original\. SHA-256 [\da-f]{64}/);
  }
  expect(pages.slice(1, 4).every((page) => page.includes("Description") && page.includes("Net amount"))).toBe(true);
  for (let number = 3; number < 203; number++) expect(text).toContain(`Item number ${number} `);
});

test("text of any script is printed, and the words are in the order of the file", async () => {
  const note = "Ελληνικά Кириллица עברית 日本語 Tiếng Việt";
  const { text, warnings } = await printInvoice(ublInvoice({ terms: { "BT-22": note } }));
  for (const words of ["Ελληνικά Кириллица", "עברית", "日本語", "Tiếng Việt"]) expect(text).toContain(words);
  expect(warnings).toEqual([]);
});

test("Arabic is printed in joined letters and copied as the file has it; other scripts of the kind are warned", async () => {
  const note = "\u0641\u0627\u062a\u0648\u0631\u0629 \u0633\u0644\u0627\u0645"; // "invoice", "peace"
  const arabic = await printInvoice(ublInvoice({ terms: { "BT-22": note } }));
  expect(arabic.text.normalize("NFKC")).toContain(note);
  expect(arabic.warnings).toEqual([]);
  const hindi = await printInvoice(ublInvoice({ terms: { "BT-22": "\u0939\u093f\u0928\u094d\u0926\u0940" } }));
  expect(hindi.warnings).toMatchObject([{ text: expect.stringContaining("Letters of Devanagari are set one by one") }]);
});

test("a character that no font has becomes a question mark, with a warning", async () => {
  const { warnings } = await printInvoice(ublInvoice({ terms: { "BT-22": "Note \u{10ffff}" } }));
  expect(warnings).toMatchObject([{ code: "characters-missing", text: expect.stringContaining("\u{10ffff}") }]);
});

test("values that are no dates, numbers or known codes stand as they are", async () => {
  const terms = { "BT-2": "soon", "BT-3": "999", "BT-130": "QQ1", "BT-40": "ZZ9", "BT-5": "euros", "BT-151": "XX" };
  const { text } = await printInvoice(ciiInvoice({ terms: { ...terms, "BT-115": "1.060,70" } }));
  for (const words of ["Invoice date", "soon", "999", "10 QQ1", "ZZ9", "1.060,70", "XX"]) expect(text).toContain(words);
});

test("an invoice in ZUGFeRD 1.0 is read under its old names", async () => {
  const xml = ciiInvoice()
    .replaceAll(
      "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
      "urn:ferd:CrossIndustryDocument:invoice:1p0",
    )
    .replaceAll("CrossIndustryInvoice", "CrossIndustryDocument")
    .replaceAll("ExchangedDocumentContext", "SpecifiedExchangedDocumentContext")
    .replaceAll(/(?<=rsm:)ExchangedDocument\b/g, "HeaderExchangedDocument")
    .replaceAll("rsm:SupplyChainTradeTransaction", "rsm:SpecifiedSupplyChainTradeTransaction")
    .replaceAll("ApplicableHeaderTrade", "ApplicableSupplyChainTrade")
    .replaceAll("SpecifiedLineTrade", "SpecifiedSupplyChainTrade")
    .replaceAll("RateApplicablePercent", "ApplicablePercent")
    .replaceAll(/(?<=SpecifiedTradeSettlement)(?:Header|Line)(?=MonetarySummation)/g, "");
  const { text, warnings } = await printInvoice(xml);
  expect(text).not.toContain("Also in the file");
  for (const words of ["Gärtnerei Ährenfeld GmbH", "€1,060.70", "Hedge planting Myrtle"]) expect(text).toContain(words);
  expect(warnings).toEqual([]);
});

test("an invoice without a single value is refused as empty", async () => {
  const xml = '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID/></Invoice>';
  await expect(printInvoice(xml)).rejects.toMatchObject({ reason: "empty" });
});

test("an invoice with any bytes changed or missing is read or refused", () => {
  const bytes = { ubl: Buffer.from(ublInvoice()), cii: Buffer.from(ciiInvoice()) };
  fc.assert(
    fc.property(
      fc.constantFrom("ubl", "cii"),
      fc.array(fc.tuple(fc.nat(12_000), fc.nat(255)), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      (syntax, changes, isCut) => {
        const changed = Buffer.from(bytes[syntax as "ubl"]);
        for (const [at, value] of changes) changed.writeUInt8(value, 400 + (at % (changed.length - 400)));
        try {
          readWritten(isCut ? changed.subarray(0, 400 + (changes[0]?.[0] ?? 0)) : changed);
        } catch (error) {
          expect(error).toBeInstanceOf(ConvertError);
        }
      },
    ),
    { numRuns: 100 },
  );
});
