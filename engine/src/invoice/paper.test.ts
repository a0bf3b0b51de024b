import { expect, test } from "vitest";
import type { Invoice } from "./model.ts";
import { frameMarks, invoiceBlocks } from "./paper.ts";
import { allowance, euros, heights, invoiceOf, lineOf, measure, party, placed, words } from "./paper-testing.ts";

const all = (invoice: Invoice) => placed(invoiceBlocks(invoice, measure).flatMap(({ strips }) => strips));

test("the first page begins with title and number on the left and the amount due on the right, then the key facts", () => {
  const invoice = invoiceOf({ number: "42", currency: "EUR", dueDate: "2026-01-02", totals: { due: euros("5") } });
  expect(all(invoice).slice(0, 9)).toEqual([
    ...["48, 22.5: Invoice", "547.28>, 10.3: Amount due", "547.28>, 29.9: €5.00", "48, 41.45: No. 42"],
    "547.28>, 46.95: by 2 January 2026",
    ...["48, 75.8: Due date", "176.32, 75.8: Currency", "48, 88.6: 2 January 2026", "176.32, 88.6: Euro (EUR)"],
  ]);
});

test("parts of an invoice that has them all come in the order in which they are read, and the others take no space", () => {
  const full = invoiceOf({
    seller: { ...party, name: "S" },
    currency: "EUR",
    lines: [lineOf({ id: "line" })],
    mandate: "M",
    totals: { due: euros("5") },
    notes: [{ subject: undefined, text: "note" }],
    allowances: [{ ...allowance, isCharge: true }],
  });
  const texts = words(invoiceBlocks(full, measure));
  const wanted = ["Invoice", "S", "Currency", "line", "Charge", "Amount due", "Mandate", "note"];
  expect(wanted.map((text) => texts.lastIndexOf(text)).every((at, index, list) => at > (list[index - 1] ?? -1))).toBe(
    true,
  );
  expect(heights(invoiceBlocks(invoiceOf({}), measure))).toEqual([46, 0, 0, 10]);
  expect(heights(invoiceBlocks(invoiceOf({ seller: { ...party, name: "S" }, currency: "EUR" }), measure))).toEqual([
    ...[46, 44.5, 38.7, 10],
  ]);
});

test.each([
  [{ typeCode: "381" }, "Credit note"],
  [{ typeCode: "384" }, "Corrected invoice"],
  [{ typeCode: "999", isCreditNote: true }, "Credit note"],
  [{ isCreditNote: true }, "Credit note"],
  [{ typeCode: "999" }, "Invoice"],
])("a document with %j is called %s", (values, title) => {
  expect(words(invoiceBlocks(invoiceOf(values), measure))[0]).toBe(title);
});

test.each([
  [{}, []],
  [{ withVat: euros("7") }, ["Total with VAT", "€7.00"]],
  [{ withVat: euros("7"), due: euros("5") }, ["Amount due", "€5.00"]],
])("beside the title stands the amount due, else the total: %j", (totals, texts) => {
  const [head] = invoiceBlocks(invoiceOf({ currency: "EUR", totals }), measure);
  expect(words(head ? [head] : []).slice(1)).toEqual(texts);
});

test("every key fact has its label", () => {
  const id = { value: "o", scheme: undefined };
  const invoice = invoiceOf({
    issueDate: "2026-01-01",
    dueDate: "2026-01-02",
    taxPointDate: "2026-01-05",
    taxPointCode: "35",
    delivery: { name: undefined, locations: [], date: "2026-01-03", address: undefined },
    period: { start: "2026-01-04", end: undefined },
    currency: "EUR",
    vatCurrency: "GBP",
    references: {
      buyer: "b",
      order: "p",
      salesOrder: "s",
      contract: "c",
      project: ["j", "k"],
      despatchAdvice: "d",
      receivingAdvice: "r",
      tender: "t",
      object: id,
      accounting: "a",
    },
  });
  const marks = invoiceBlocks(invoice, measure)[2]?.strips.flatMap((strip) => strip.marks) ?? [];
  const ordered = marks
    .flatMap((mark) => (mark.kind === "text" ? mark : []))
    .sort((one, other) => one.order - other.order);
  expect(ordered.map(({ text }) => text).join(" / ")).toBe(
    "Invoice date / 1 January 2026 / Due date / 2 January 2026 / Delivery date / 3 January 2026 / " +
      "Period / from 4 January 2026 / VAT date / 5 January 2026 / VAT is due at / Date of delivery / " +
      "Your reference / b / Purchase order / p / Sales order / s / Contract / c / Project / j · k / " +
      "Despatch advice / d / Receiving advice / r / Tender or lot / t / Invoiced object / o / " +
      "Buyer's accounting / reference / a / Currency / Euro (EUR) / Currency of VAT / British Pound (GBP)",
  );
  const code = invoiceBlocks(invoiceOf({ taxPointCode: "77" }), measure)[2];
  expect(words(code ? [code] : []), "an unknown code").toEqual(["VAT is due at", "77"]);
});

const frame = (page: number, values: Partial<Invoice>) =>
  placed([{ height: 0, marks: frameMarks(invoiceOf(values), { page, pages: 3, sha256: "ab" }, measure) }]);

const foot = ["rule 48 to 547.28, 799.89", "48, 810.55: Reading copy; the XML is the original. SHA-256 ab"];

test("each page has its number and the file's hash at its foot, and later pages have the document's name at their head", () => {
  expect(frame(1, { number: "42" })).toEqual([...foot, "547.28>, 810.55: Page 1 of 3"]);
  expect(frame(2, { number: "42", seller: { ...party, name: "S" } })).toEqual([
    ...["48, 46.18: Invoice 42 · S", "rule 48 to 547.28, 52"],
    ...[...foot, "547.28>, 810.55: Page 2 of 3"],
  ]);
  expect(frame(3, { isCreditNote: true })[0]).toBe("48, 46.18: Credit note");
});
