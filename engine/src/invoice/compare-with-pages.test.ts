import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import type { InvoiceTerm } from "../../../fixtures/invoice-terms.ts";
import { ublInvoice } from "../../../fixtures/invoices-ubl.ts";
import { compareWithPages } from "./compare-with-pages.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-compare-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The text of the pages. */
const pages = vi.hoisted(() => ({ text: "" as string | undefined }));
vi.mock("./page-text.ts", () => ({ trustedText: () => Promise.resolve(pages.text) }));

/** An invoice without a total with VAT, so that the amount due alone is compared. */
const withTerms = (terms: Partial<Record<InvoiceTerm, string>>) => ublInvoice({ terms: { "BT-112": "", ...terms } });

async function differences(
  text: string | undefined,
  xml = withTerms({}),
  contentText: string | undefined = undefined,
): Promise<string[]> {
  pages.text = text;
  const compared = { path: join(folder, "pages.pdf"), contentText };
  const warnings = await compareWithPages(Buffer.from(xml), compared, folder);
  expect(warnings.every(({ code }) => code === "invoice-data-differs")).toBe(true);
  return warnings.map((warning) => warning.text.replace("The XML inside the PDF ", ""));
}

const good = "Invoice RG-2026-1187 VAT DE123456789 due €1,060.70";

test("pages that show number, VAT number and amount cause no warning", async () => {
  expect(await differences(good)).toEqual([]);
});

test("values in the content's text are on the pages; the pages are read for others, and for amounts of which none is there", async () => {
  const other = "Invoice RG-2026-1178 VAT DE123456780 due €1,060.07";
  expect(await differences(other, withTerms({}), good)).toEqual([]);
  for (const value of ["RG-2026-1187", "DE123456789", "1,060.70"]) {
    expect(await differences(good, withTerms({}), good.replace(value, "")), value).toEqual([]);
    expect(await differences(other, withTerms({}), good.replace(value, "")), value).toHaveLength(3);
  }
});

test("nothing is compared without text that can be trusted, or with XML that is no invoice or cannot be read", async () => {
  expect(await differences(undefined)).toEqual([]);
  expect(await differences("nothing of it 5.00", "<letter/>")).toEqual([]);
  expect(await differences("nothing of it 5.00", ublInvoice().slice(0, -100))).toEqual([]);
});

test("pages that show nothing of the XML cause a warning for each value", async () => {
  expect(await differences("Rechnung 4711 DE 987 654 321 zusammen 999,99 und 1.234,56")).toEqual([
    "has the invoice number RG-2026-1187, which is not on its pages.",
    "has the seller's VAT number DE123456789; its pages show DE 987 654 321.",
    "gives the amount due as €1,060.70; its pages do not show it, and the largest amount there is 1.234,56.",
  ]);
});

test.each(["rg20261187", "RG 2026 / 1187", "xRG-2026-1187x", "ＲＧ-2026-1187"])(
  "the number is on the pages in any form: %s",
  async (number) => {
    expect(await differences(good.replace("RG-2026-1187", number))).toEqual([]);
  },
);

test("an invoice without number, VAT number and amounts has nothing to compare", async () => {
  const xml = withTerms({ "BT-1": "--", "BT-31": "", "BT-115": "", "BT-112": "" });
  expect(await differences("other words 5.00", xml)).toEqual([]);
});

test.each([
  ["123 456 789", "DE123456789", []],
  ["12.3456.789", "DE123456789", []],
  ["99999", "DE12345", []],
  ["99999", "DE123456", ["has the seller's VAT number DE123456, which is not on its pages."]],
  ["99999", "123456789", ["has the seller's VAT number 123456789, which is not on its pages."]],
  ["FR 999999999", "DE123456789", ["has the seller's VAT number DE123456789, which is not on its pages."]],
  ["DE999999999", "DE123456789", ["has the seller's VAT number DE123456789; its pages show DE999999999."]],
  ["DE.99 99.99 9", "DE123456789", ["has the seller's VAT number DE123456789; its pages show DE.99 99.99 9."]],
])("with %s on the pages, the VAT number %s is compared", async (shown, vatId, warnings) => {
  expect(await differences(`RG-2026-1187 ${shown} €1,060.70`, withTerms({ "BT-31": vatId }))).toEqual(warnings);
});

const amountWarning = async (shown: string, due: string) =>
  (await differences(`RG-2026-1187 DE123456789 ${shown} and 5.00`, withTerms({ "BT-115": due }))).length;

test.each([
  ["1,060.70", "1060.70"],
  ["1.060,70", "1060.70"],
  ["1 060,70", "1060.70"],
  ["1’060.70", "1060.70"],
  ["1060.70", "1060.70"],
  ["1060.7000", "1060.70"],
  ["1 0 6 0 , 7 0", "1060.70"],
  ["€1060·70", "1060.70"],
  ["1,060.70-", "-1060.70"],
  ["1,060", "1060.00"],
  ["1,060.00", "1060"],
  ["1,060.", "1060"],
  ["1,234,567.89", "1234567.89"],
  ["0.50", "0.5"],
  ["12.35", "12.345"],
  ["12.34", "12.344"],
])("%s on the pages is the amount %s", async (shown, due) => {
  expect(await amountWarning(shown, due)).toBe(0);
});

test.each([
  ["1,060.71", "1060.70"],
  ["21,060.70", "1060.70"],
  ["2.1,060.70", "1060.70"],
  ["1,060.705", "1060.70"],
  ["1,060", "1060.70"],
  ["1,060.50", "1060.00"],
  ["1,0605", "1060.00"],
  ["10,60.70", "1060.70"],
])("%s on the pages is not the amount %s", async (shown, due) => {
  expect(await amountWarning(shown, due)).toBe(1);
});

test("an amount of nothing, or that is no number, is not compared, and the total with VAT is compared instead", async () => {
  const text = "RG-2026-1187 DE123456789 5.00";
  const total = [
    "gives the total with VAT as €1,560.64; its pages do not show it, and the largest amount there is 5.00.",
  ];
  for (const due of ["0.00", "n/a", ""]) {
    expect(await differences(text, ublInvoice({ terms: { "BT-115": due } }))).toEqual(total);
  }
  const both = await differences(`${text} 1,060.70`, ublInvoice());
  expect(both, "the amount due is there, and the total is not").toEqual([
    "gives the total with VAT as €1,560.64; its pages do not show it, and the largest amount there is 1,060.70.",
  ]);
});

test("pages without any amount are not compared with one", async () => {
  expect(await differences("RG-2026-1187 DE123456789 total 1060 or 12.345 or 1.2")).toEqual([]);
});

test.each([
  ["9.99 and 10.00 and 9.98", "10.00"],
  ["1.234,56 and 999,99", "1.234,56"],
  ["5.00 and 5,00", "5.00"],
  ["12 345.67", "12 345.67"],
  ["1234.56.78 and 3.21", "3.21"],
])("of the amounts in %j the largest is named %s", async (shown, largest) => {
  const [text] = await differences(`RG-2026-1187 DE123456789 ${shown}`);
  expect(text).toContain(`the largest amount there is ${largest}.`);
});
