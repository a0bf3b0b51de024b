import { describe, expect, test } from "vitest";
import { sum } from "../money.ts";
import { randomFrom } from "../random.ts";
import { inventInvoice } from "./invoice.ts";
import { inventPayslip } from "./payslip.ts";
import { inventPhone, inventPlace, inventSortCode, inventVatNumber, webNameOf } from "./places.ts";
import { inventReceipt } from "./receipt.ts";
import { shopNames } from "./shops.ts";
import { inventStatement } from "./statement.ts";
import { inventSupplier, tradeNames } from "./suppliers.ts";

const generators = Array.from({ length: 100 }, (_, index) => randomFrom(`facts ${index}`));
const day = new Date("2026-10-14T00:00:00Z");

describe("amounts on the papers are consistent", () => {
  test("an invoice's lines add up to its net amount, and its tax is 20% of the taxed lines", () => {
    for (const random of generators) {
      const { lines, ...invoice } = inventInvoice(random, inventSupplier(random, random.pick(tradeNames)), "A", day);
      expect(lines.every((line) => line.netPence === line.quantity * line.unitPence)).toBe(true);
      expect(invoice.netPence).toBe(sum(lines.map((line) => line.netPence)));
      const taxed = sum(lines.filter(({ rate }) => rate === 20).map(({ netPence }) => netPence));
      expect(Math.abs(invoice.vatPence - taxed / 5)).toBeLessThanOrEqual(0.5);
      expect(invoice.totalPence).toBe(invoice.netPence + invoice.vatPence);
    }
  });

  test("a receipt's lines add up to its total, its tax is a sixth of the taxed lines, and its change is correct", () => {
    for (const random of generators) {
      const { lines, tax, totalPence, payment } = inventReceipt(random, random.pick(shopNames), day);
      expect(sum(lines.map(({ pence }) => pence))).toBe(totalPence);
      expect(sum(tax.map(({ netPence, vatPence }) => netPence + vatPence))).toBe(totalPence);
      for (const part of tax) {
        const share = part.rate === 20 ? (part.netPence + part.vatPence) / 6 : 0;
        expect(Math.abs(part.vatPence - share)).toBeLessThanOrEqual(0.5);
      }
      if (payment.way === "cash") expect(payment.givenPence - payment.changePence).toBe(totalPence);
    }
  });

  test("a statement's lines are in order of date within its month, and each balance follows from the one before and is never negative", () => {
    for (const random of generators) {
      const statement = inventStatement(random, "A", day);
      let balance = statement.openingPence;
      let before = statement.from;
      for (const line of statement.lines) {
        balance += line.pence;
        expect(line.balancePence).toBe(balance);
        expect(line.balancePence).toBeGreaterThan(0);
        expect(line.date >= before && line.date <= statement.to).toBe(true);
        before = line.date;
      }
      expect(statement.closingPence).toBe(balance);
      expect(statement.openingPence + statement.inPence - statement.outPence).toBe(balance);
    }
  });

  test("a payslip's net pay is its payments minus its deductions", () => {
    for (const random of generators) {
      const slip = inventPayslip(random, "A", day);
      expect(sum(slip.payments.map(({ pence }) => pence))).toBe(slip.grossPence);
      expect(slip.grossPence - sum(slip.deductions.map(({ pence }) => pence))).toBe(slip.netPence);
    }
  });

  test("an October payslip has tax month 7 and is paid on the last working day", () => {
    const slip = inventPayslip(randomFrom("one"), "A", day);
    expect([slip.taxMonth, slip.paidOn.toISOString().slice(0, 10)]).toEqual([7, "2026-10-30"]);
  });
});

describe("people, businesses and numbers on the papers are invented", () => {
  /**
   * Returns whether a VAT number passes HM Revenue & Customs' check: the digits weighted 8 to 2 plus the number of the
   * last two digits are a multiple of 97, or since 2010 also with 55 added.
   */
  const isValid = (number: string) => {
    const digits = [...number.replaceAll(" ", "")].map(Number);
    const weighted = digits.slice(0, 7).reduce((total, digit, index) => total + digit * (8 - index), 0);
    const check = (digits[7] ?? 0) * 10 + (digits[8] ?? 0);
    return [0, 55].some((more) => (weighted + more + check) % 97 === 0);
  };

  test("a VAT number has the right form but is not valid", () => {
    expect(isValid("980 7806 84")).toBe(true);
    const numbers = generators.flatMap((random) => Array.from({ length: 50 }, () => inventVatNumber(random)));
    expect(numbers.filter((number) => !/^\d{3} \d{4} \d{2}$/.test(number) || isValid(number))).toEqual([]);
  });

  test("telephone numbers are from the ranges reserved for drama, sort codes begin with 00, and postcodes have areas that do not exist", () => {
    for (const random of generators) {
      expect(inventPhone(random)).toMatch(/^(01632 960\d{3}|020 7946 0\d{3})$/);
      expect(inventSortCode(random)).toMatch(/^00-\d\d-\d\d$/);
      expect(inventPlace(random).postcode).toMatch(/^(MJ|TX|AQ|KJ|WQ|FJ|OZ|BJ)\d{1,2} \d[A-Z]{2}$/);
    }
  });

  test.each([
    ["Pennyfold Bakehouse Ltd", "pennyfold-bakehouse.example"],
    ["Corrie Box & Bag Ltd", "corrie-box-and-bag.example"],
    ["Dr O'Hara", "dr-ohara.example"],
  ])("the web address of %s is in the domain .example", (business, address) => {
    expect(webNameOf(business)).toBe(address);
  });
});
