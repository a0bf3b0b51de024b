import { StandardFonts } from "@cantoo/pdf-lib";
import { expect, test, vi } from "vitest";
import type { InvoiceChanges } from "../../../fixtures/invoice-terms.ts";
import { ciiInvoice } from "../../../fixtures/invoices-cii.ts";
import { ublInvoice } from "../../../fixtures/invoices-ubl.ts";
import { trustedText } from "../invoice/page-text.ts";
import { aPdf, place, syntaxOf } from "./testing.ts";

vi.mock("../invoice/page-text.ts", { spy: true });

/** What the page shows, as a German firm prints it. */
const shown = {
  number: "Rechnung Nr. RG-2026-1187",
  vat: "USt-IdNr. DE 123 456 789",
  total: "Rechnungsbetrag 1.560,64 EUR",
  due: "Zahlbetrag 1.060,70 EUR",
};
const others = "Gärtnerei Ährenfeld GmbH, Lindenallee 7, 40213 Düsseldorf. Heckenpflanzung im September, zehn Stunden.";

/** Converts a PDF with an invoice inside as XML. @returns its warnings */
async function warningsOf(
  page: Partial<typeof shown>,
  { xml = ciiInvoice(), name = "factur-x.xml" }: { xml?: string; name?: string } = {},
): Promise<string[]> {
  const bytes = await aPdf(async (document) => {
    const sheet = document.addPage([595, 842]);
    const font = await document.embedFont(StandardFonts.Helvetica);
    const lines = [...Object.values({ ...shown, ...page }), others, others];
    for (const [index, line] of lines.entries()) sheet.drawText(line, { x: 40, y: 780 - index * 20, size: 10, font });
    await document.attach(Buffer.from(xml), name, { mimeType: "text/xml" });
  });
  const { path, warnings } = await place(bytes);
  expect(syntaxOf(path)).not.toMatch(/EmbeddedFile/);
  return warnings.map(({ code, text }) => `${code}: ${text}`);
}

const changed = (terms: InvoiceChanges["terms"]) => ({ xml: ciiInvoice(terms ? { terms } : {}) });

test.each(["factur-x.xml", "ZUGFeRD-invoice.xml", "daten.xml"])(
  "the invoice inside a PDF as %s is no attachment, and without a difference there is no warning",
  async (name) => {
    expect(await warningsOf({}, { name })).toEqual([]);
    expect(await warningsOf({}, { name, xml: ublInvoice() })).toEqual([]);
  },
);

test("PDFium reads the pages only when a value is not in their content", async () => {
  vi.mocked(trustedText).mockClear();
  await warningsOf({});
  expect(trustedText).not.toHaveBeenCalled();
  await warningsOf({ due: "Zahlbetrag" });
  expect(trustedText).toHaveBeenCalledOnce();
});

test("other XML inside a PDF is an attachment, whatever its name", async () => {
  expect(await warningsOf({}, { xml: "<Invoice/>" })).toEqual([
    "attachments-removed: Files attached to the PDF were left out: factur-x.xml.",
  ]);
});

test.each([
  [
    "another invoice number",
    { number: "Rechnung Nr. RG-2026-1178" },
    "has the invoice number RG-2026-1187, which is not on its pages.",
  ],
  [
    "another VAT number",
    { vat: "USt-IdNr. DE 123456780" },
    "has the seller's VAT number DE123456789; its pages show DE 123456780.",
  ],
  [
    "no VAT number",
    { vat: "Steuernummer 133/8150/8159" },
    "has the seller's VAT number DE123456789, which is not on its pages.",
  ],
  [
    "another amount due",
    { due: "Zahlbetrag 1.060,07 EUR" },
    "gives the amount due as €1,060.70; its pages do not show it, and the largest amount there is 1.560,64.",
  ],
  [
    "an amount due with one more digit",
    { due: "Zahlbetrag 11.060,70 EUR" },
    "gives the amount due as €1,060.70; its pages do not show it, and the largest amount there is 11.060,70.",
  ],
  [
    "another total",
    { total: "Rechnungsbetrag 1.650,64 EUR" },
    "gives the total with VAT as €1,560.64; its pages do not show it, and the largest amount there is 1.650,64.",
  ],
])("a page with %s is a warning that names both", async (_what, page, words) => {
  expect(await warningsOf(page)).toEqual([`invoice-data-differs: The XML inside the PDF ${words}`]);
});

test.each(["1060,70", "1 060,70", "1'060.70", "1,060.70", "EUR 1.060,70", "1.060,700", "€1,060.70-", "1 0 6 0 , 7 0"])(
  "the amount due is found as %s",
  async (due) => expect(await warningsOf({ due: `Zahlbetrag ${due}` })).toEqual([]),
);

test("a whole amount is found without decimals, and an amount of nothing is not looked for", async () => {
  const whole = changed({ "BT-112": "1560", "BT-115": "1060.00" });
  expect(await warningsOf({ total: "Total 1.560,-", due: "Due 1060 EUR, and 12,50" }, whole)).toEqual([]);
  expect(await warningsOf({ due: "Paid" }, changed({ "BT-115": "0.00" }))).toEqual([]);
});

test("pages without text that can be trusted are not compared", async () => {
  const bytes = await aPdf(async (document) => {
    document.addPage([595, 842]).drawRectangle({ x: 40, y: 40, width: 200, height: 300 });
    await document.attach(Buffer.from(ciiInvoice()), "factur-x.xml", { mimeType: "text/xml" });
  });
  expect((await place(bytes)).warnings).toEqual([]);
});

test("hostile or damaged XML inside a PDF neither stops the conversion nor is compared", async () => {
  const prolog = '<!DOCTYPE x [<!ENTITY a "b">]>';
  expect(await warningsOf({ number: "-" }, { xml: ciiInvoice({ prolog }) })).toEqual([]);
  expect(await warningsOf({ number: "-" }, { xml: ciiInvoice().slice(0, -200) })).toEqual([]);
});
