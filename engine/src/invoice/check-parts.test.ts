import { expect, test } from "vitest";
import { checkTotals } from "./check-totals.ts";
import type { Allowance, VatGroup } from "./model.ts";
import { euros, invoiceOf, lineOf } from "./paper-testing.ts";

type Values = Parameters<typeof invoiceOf>[0];

/** The differences of an invoice in euros, one sentence each. */
const differences = (values: Values): string[] =>
  checkTotals(invoiceOf({ currency: "EUR", ...values })).flatMap(({ text }) => text.split(/(?<=\.) /));

const line = (quantity: string, price: string, net: string, more: Parameters<typeof lineOf>[0] = {}) =>
  lineOf({
    id: "1",
    quantity: { value: quantity, unit: undefined },
    net: euros(net),
    price: { net: euros(price) },
    ...more,
  });

test.each([
  ["exactly", "2", "10.00", "20.00", true],
  ["to two cents and the rounding of its price", "2", "10.00", "20.03", true],
  ["less two cents and the rounding of its price", "2", "10.00", "19.97", true],
  ["to more than that", "2", "10.00", "20.04", false],
  ["to less than that", "2", "10.00", "19.96", false],
  ["to two cents and the rounding of a price to whole euros", "2", "10", "21.02", true],
  ["to more than that", "2", "10", "21.03", false],
  ["exactly, with less than nothing", "-2", "10.00", "-20.03", true],
  ["exactly, with too little less than nothing", "-2", "10.00", "-19.96", false],
])("a line adds up %s: %s times %s is %s", (_what, quantity, price, net, addsUp) => {
  expect(differences({ lines: [line(quantity, price, net)] }).length === 0).toBe(addsUp);
});

const allowance = (isCharge: boolean, amount: string, vat?: Allowance["vat"]): Allowance => ({
  isCharge,
  amount: euros(amount),
  base: undefined,
  percent: undefined,
  vat,
  reason: undefined,
  reasonCode: undefined,
});

test.each([
  ["an allowance", [allowance(false, "5")], "15.00"],
  ["a charge", [allowance(true, "5")], "25.00"],
  ["both", [allowance(true, "5"), allowance(false, "3")], "22.00"],
  ["an allowance below nothing", [allowance(false, "-5")], "25.00"],
])("a line with %s contains it", (_what, allowances, net) => {
  expect(differences({ lines: [line("2", "10.00", net, { allowances })] })).toEqual([]);
  expect(differences({ lines: [line("2", "10.00", "20.10", { allowances })] })).toHaveLength(1);
});

test.each([
  ["its base quantity is nothing", { price: { net: euros("10"), base: { value: "0", unit: undefined } } }],
  ["its base quantity is no number", { price: { net: euros("10"), base: { value: "a few", unit: undefined } } }],
  ["its quantity is no number", { quantity: { value: "some", unit: undefined } }],
  ["it has no quantity", { quantity: undefined }],
  ["it has no price", { price: {} }],
  ["its allowance is no number", { allowances: [allowance(false, "n/a")] }],
])("a line is not compared where %s", (_what, more) => {
  expect(differences({ lines: [line("2", "10", "99", more)] })).toEqual([]);
});

test("a line without a number is named so, and a price is for its base quantity", () => {
  const values = { price: { net: euros("10.00"), base: { value: "100", unit: undefined } } };
  expect(differences({ lines: [line("200", "", "20.00", values)] })).toEqual([]);
  expect(differences({ lines: [line("200", "", "30.00", { ...values, id: undefined })] })).toEqual([
    "The amount of line without number is stated as €30.00; its parts give €20.00.",
  ]);
});

test.each([
  [{ lines: euros("100"), charges: euros("7"), allowances: euros("3"), withoutVat: euros("104") }, true],
  [{ lines: euros("100"), withoutVat: euros("100") }, true],
  [{ lines: euros("100"), charges: euros("7"), allowances: euros("3"), withoutVat: euros("96") }, false],
  [{ withoutVat: euros("100"), vat: euros("19"), withVat: euros("119") }, true],
  [{ withoutVat: euros("100"), vat: euros("19"), withVat: euros("119.01") }, false],
  [{ withoutVat: euros("100"), withVat: euros("100") }, true],
  [{ withVat: euros("100"), due: euros("100") }, true],
  [{ withVat: euros("100"), paid: euros("30"), rounding: euros("0.05"), due: euros("70.05") }, true],
  [{ withVat: euros("100"), paid: euros("30"), rounding: euros("0.05"), due: euros("69.95") }, false],
  [{ withVat: euros("100"), paid: euros("30"), due: euros("130") }, false],
  [{ due: euros("5") }, true],
])("totals are compared with their parts: %j", (totals, addsUp) => {
  const found = differences({ totals }).filter((text) => !/sum of|The VAT/.test(text));
  expect(found.length === 0).toBe(addsUp);
});

test("totals that are not stated are taken from lines, allowances, charges and VAT groups", () => {
  const parts: Values = {
    lines: [lineOf({ net: euros("60") }), lineOf({ net: euros("40") })],
    allowances: [allowance(true, "7"), allowance(false, "3")],
    vatBreakdown: [group({ tax: euros("19") }), group({ tax: euros("1") })],
  };
  expect(differences({ ...parts, totals: { withoutVat: euros("104"), withVat: euros("124") } })).toEqual([]);
  expect(differences({ ...parts, totals: { withoutVat: euros("105"), withVat: euros("126") } })).toEqual([
    "The total without VAT is stated as €105.00; its parts give €104.00.",
    "The total with VAT is stated as €126.00; its parts give €125.00.",
  ]);
});

function group(values: Partial<VatGroup>): VatGroup {
  return {
    code: "S",
    rate: undefined,
    taxable: undefined,
    tax: undefined,
    exemption: undefined,
    exemptionCode: undefined,
    ...values,
  };
}

const vat = (taxable: string, tax: string, rate = "19") => group({ rate, taxable: euros(taxable), tax: euros(tax) });
const net = (value: string, rate: string | undefined = "19", code: string | undefined = "S") =>
  lineOf({ net: euros(value), vat: { code, rate } });

test.each([
  ["exactly", [], vat("100", "19.00"), true],
  ["to a cent", [], vat("100", "19.01"), true],
  ["to more than a cent", [], vat("100", "19.02"), false],
  ["to a cent for each line", [net("50"), net("50")], vat("100", "19.02"), true],
  ["to more than a cent for each line", [net("50"), net("50")], vat("100", "19.03"), false],
])("the VAT of a group is its rate of the taxable amount %s", (_what, lines, one, addsUp) => {
  const found = differences({ lines, vatBreakdown: [one] }).filter((text) => text.startsWith("The VAT at 19%"));
  expect(found.length === 0).toBe(addsUp);
});

test.each([
  ["its lines", [net("60"), net("40")], [], []],
  ["its lines, whatever way the rate is written", [net("60", "19.0"), net("40", "19.00")], [], []],
  ["other lines", [net("60"), net("40", "7")], [], ["€60.00"]],
  ["lines of another category", [net("60"), net("40", "19", "AE")], [], ["€60.00"]],
  ["no lines", [net("100", "7")], [], []],
  ["lines without a category", [net("60"), lineOf({ net: euros("40") })], [], []],
  ["a charge", [net("90")], [allowance(true, "10", { code: "S", rate: "19" })], []],
  ["an allowance", [net("110")], [allowance(false, "10", { code: "S", rate: "19" })], []],
  ["an allowance of another rate", [net("110")], [allowance(false, "10", { code: "S", rate: "7" })], ["€110.00"]],
])("the taxable amount of a group is compared with %s", (_what, lines, allowances, sums) => {
  const found = differences({ lines, allowances, vatBreakdown: [vat("100", "19")] });
  expect(found.filter((text) => text.startsWith("The taxable"))).toEqual(
    sums.map((sum) => `The taxable amount at 19% is stated as €100.00; its parts give ${sum}.`),
  );
});

test("a group without a rate is named by its category", () => {
  const free = group({ code: "E", taxable: euros("100") });
  const lines = [lineOf({ net: euros("60"), vat: { code: "E", rate: undefined } })];
  expect(differences({ lines, vatBreakdown: [free] })).toEqual([
    "The taxable amount at category E is stated as €100.00; its parts give €60.00.",
  ]);
});

const wrong = (count: number) =>
  differences({ lines: Array.from({ length: count }, () => line("1", "10.00", "20.00")) }).slice(4);

test.each([
  [4, []],
  [5, ["1 more amount differs."]],
  [6, ["2 more amounts differ."]],
])("of %i differences four are named and the others are counted", (count, more) => {
  expect(wrong(count)).toEqual(more);
});
