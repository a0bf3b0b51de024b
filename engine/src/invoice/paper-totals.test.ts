import { expect, test } from "vitest";
import type { Invoice, VatGroup } from "./model.ts";
import { euros, heights, invoiceOf, measure, placed, words } from "./paper-testing.ts";
import { allowancesBlock, totalsBlocks } from "./paper-totals.ts";

const strips = (invoice: Invoice) => totalsBlocks(invoice, measure).flatMap((block) => block.strips);

test("totals stand at the right, one under the other, over a line and the amount due", () => {
  const totals = { lines: euros("100"), allowances: euros("1"), paid: euros("-3"), due: euros("19") };
  expect(placed(strips(invoiceOf({ currency: "EUR", totals })))).toEqual([
    "333.28, 19.6: Sum of lines",
    "547.28>, 19.6: €100.00",
    "333.28, 35.3: Allowances",
    "547.28>, 35.3: -€1.00",
    "333.28, 51: Already paid",
    "547.28>, 51: €3.00",
    "rule 333.28 to 547.28, 59.1",
    "333.28, 75.35: Amount due",
    "547.28>, 75.35: €19.00",
  ]);
});

const texts = (totals: Partial<Invoice["totals"]>, vatCurrency?: string) =>
  words(totalsBlocks(invoiceOf({ currency: "EUR", vatCurrency, totals }), measure));

test("totals come in the order of their calculation", () => {
  const amount = (value: number) => euros(String(value));
  const all = {
    due: amount(10),
    rounding: amount(9),
    paid: amount(8),
    withVat: amount(7),
    vatInVatCurrency: amount(6),
    vat: amount(5),
    withoutVat: amount(4),
    charges: amount(3),
    allowances: amount(2),
    lines: amount(1),
  };
  expect(texts(all, "GBP").join(" ")).toBe(
    "Sum of lines €1.00 Allowances -€2.00 Charges €3.00 Total without VAT €4.00 VAT €5.00 VAT in GBP £6.00 " +
      "Total with VAT €7.00 Already paid -€8.00 Rounding €9.00 Amount due €10.00",
  );
  expect(texts({})).toEqual([]);
});

test("the sums are bold, and other totals are not", () => {
  const totals = { lines: euros("1"), withoutVat: euros("2"), withVat: euros("3"), vat: euros("4") };
  const bold = strips(invoiceOf({ totals })).flatMap(({ marks }) =>
    marks.flatMap((mark) => (mark.kind === "text" && mark.style.bold && mark.align === "left" ? mark.text : [])),
  );
  expect(bold).toEqual(["Total without VAT", "Total with VAT"]);
});

test.each([
  [{ value: "5", currency: undefined }, "GBP", ["VAT in GBP", "£5.00"]],
  [{ value: "5", currency: "SEK" }, "GBP", ["VAT in GBP", "SEK\u00a05.00"]],
  [{ value: "5", currency: "SEK" }, undefined, ["VAT in SEK", "SEK\u00a05.00"]],
  [{ value: "5", currency: undefined }, undefined, ["VAT in the currency of VAT", "5.00"]],
])("VAT of %j with %s as the currency of VAT is named and written in it", (vatInVatCurrency, vatCurrency, row) => {
  expect(texts({ vatInVatCurrency }, vatCurrency)).toEqual(row);
});

test.each([
  ["5", "-€5.00"],
  ["+5", "-€5.00"],
  ["-5", "€5.00"],
  ["0.00", "€0.00"],
  ["n/a", "n/a EUR"],
])("an amount paid of %s is subtracted: %s", (paid, text) => {
  expect(texts({ paid: euros(paid) })).toEqual(["Already paid", text]);
});

const group: VatGroup = {
  code: "S",
  rate: "19",
  taxable: euros("100"),
  tax: euros("19"),
  exemption: undefined,
  exemptionCode: undefined,
};

test("the VAT breakdown stands beside the totals, with exemptions under their group", () => {
  const vatBreakdown = [{ ...group, exemption: "why", exemptionCode: "VATEX-EU-AE" }];
  expect(placed(strips(invoiceOf({ currency: "EUR", totals: { due: euros("19") }, vatBreakdown })))).toEqual([
    "48, 18.3: VAT",
    "243.28>, 18.3: Taxable amount",
    "309.28>, 18.3: VAT amount",
    "rule 333.28 to 547.28, 12",
    "333.28, 28.25: Amount due",
    "547.28>, 28.25: €19.00",
    "rule 48 to 309.28, 24.5",
    "48, 39.1: 19% · Standard rate (S)",
    "243.28>, 39.1: €100.00",
    "309.28>, 39.1: €19.00",
    "48, 50.88: why",
    "48, 62.08: Reverse charge (VATEX-EU-AE)",
    "rule 48 to 309.28, 69.1",
  ]);
});

test("a VAT group has only the values that it states", () => {
  const bare = { ...group, rate: undefined, taxable: undefined, tax: undefined, exemptionCode: "QQ" };
  expect(words(totalsBlocks(invoiceOf({ vatBreakdown: [bare] }), measure))).toEqual([
    ...["VAT", "Taxable amount", "VAT amount"],
    ...["Standard rate (S)", "QQ"],
  ]);
});

test("a breakdown of more than 300 points stands above the totals", () => {
  const blocks = (groups: number) =>
    totalsBlocks(invoiceOf({ vatBreakdown: Array(groups).fill(group), totals: { due: euros("1") } }), measure);
  const short = blocks(13); // 15.5 for the titles and 21.2 for each group: 291.1
  expect([heights(short), short.map(({ isWhole }) => isWhole)]).toEqual([[301.1], [true]]);
  const long = blocks(14);
  expect([heights(long), long.map(({ isWhole }) => isWhole)]).toEqual([
    [312.3, 33],
    [undefined, true],
  ]);
});

const allowance = {
  isCharge: false,
  amount: euros("20"),
  base: euros("200"),
  percent: "10",
  vat: { code: "S", rate: "19" },
  reason: "Loyal",
  reasonCode: "95",
};

test("allowances and charges of the document are a table under a title, allowances with a minus", () => {
  const blocks = allowancesBlock(
    invoiceOf({ currency: "EUR", allowances: [allowance, { ...allowance, isCharge: true }] }),
    measure,
  );
  expect(placed(blocks.flatMap((block) => block.strips))).toEqual([
    "48, 29.95: Allowances and charges",
    "48, 46.3: Allowance or charge",
    "236, 46.3: Calculation",
    "362, 46.3: VAT",
    "547.28>, 46.3: Net amount",
    "rule 48 to 547.28, 52.5",
    "48, 67.1: Allowance: Loyal (95)",
    "236, 67.1: 10% of €200.00",
    "362, 67.1: 19% · Standard rate",
    "547.28>, 67.1: -€20.00",
    "362, 80.3: (S)",
    "rule 48 to 547.28, 87.9",
    "48, 101.5: Charge: Loyal (95)",
    "236, 101.5: 10% of €200.00",
    "362, 101.5: 19% · Standard rate",
    "547.28>, 101.5: €20.00",
    "362, 114.7: (S)",
    "rule 48 to 547.28, 122.3",
  ]);
  expect(allowancesBlock(invoiceOf({}), measure)).toEqual([]);
});

test("an allowance without values has its kind alone", () => {
  const bare = { ...allowance, ...{ amount: undefined, base: undefined, percent: undefined, vat: undefined } };
  const invoice = invoiceOf({ allowances: [{ ...bare, reason: undefined, reasonCode: undefined }] });
  expect(words(allowancesBlock(invoice, measure)).slice(5)).toEqual(["Allowance"]);
});
