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

const chances = Array.from({ length: 100 }, (_, index) => randomFrom(`facts ${index}`));
const day = new Date("2026-10-14T00:00:00Z");

describe("what is on the papers adds up", () => {
  test("an invoice's lines make its net, and its tax is 20% of what is taxed", () => {
    for (const random of chances) {
      const { lines, ...invoice } = inventInvoice(random, inventSupplier(random, random.pick(tradeNames)), "A", day);
      expect(lines.every((line) => line.netPence === line.quantity * line.unitPence)).toBe(true);
      expect(invoice.netPence).toBe(sum(lines.map((line) => line.netPence)));
      const taxed = sum(lines.filter(({ rate }) => rate === 20).map(({ netPence }) => netPence));
      expect(Math.abs(invoice.vatPence - taxed / 5)).toBeLessThanOrEqual(0.5);
      expect(invoice.totalPence).toBe(invoice.netPence + invoice.vatPence);
    }
  });

  test("a receipt's lines make its total, its tax is a sixth of what is taxed, and its change is right", () => {
    for (const random of chances) {
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

  test("a statement's balance follows from line to line, in order of days, within its month and never below nothing", () => {
    for (const random of chances) {
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

  test("a payslip's net is its payments less its deductions", () => {
    for (const random of chances) {
      const slip = inventPayslip(random, "A", day);
      expect(sum(slip.payments.map(({ pence }) => pence))).toBe(slip.grossPence);
      expect(slip.grossPence - sum(slip.deductions.map(({ pence }) => pence))).toBe(slip.netPence);
    }
  });

  test("a payslip of October is of tax month 7 and is paid on the last day of work", () => {
    const slip = inventPayslip(randomFrom("one"), "A", day);
    expect([slip.taxMonth, slip.paidOn.toISOString().slice(0, 10)]).toEqual([7, "2026-10-30"]);
  });
});

describe("nobody on the papers exists", () => {
  /**
   * HM Revenue & Customs' check: digits weighted 8 to 2 and the last two together make a multiple of 97, since 2010
   * with 55 more.
   */
  const isValid = (number: string) => {
    const digits = [...number.replaceAll(" ", "")].map(Number);
    const weighted = digits.slice(0, 7).reduce((total, digit, index) => total + digit * (8 - index), 0);
    const check = (digits[7] ?? 0) * 10 + (digits[8] ?? 0);
    return [0, 55].some((more) => (weighted + more + check) % 97 === 0);
  };

  test("a VAT number looks like one and is none", () => {
    expect(isValid("980 7806 84")).toBe(true);
    const numbers = chances.flatMap((random) => Array.from({ length: 50 }, () => inventVatNumber(random)));
    expect(numbers.filter((number) => !/^\d{3} \d{4} \d{2}$/.test(number) || isValid(number))).toEqual([]);
  });

  test("telephone numbers are of the ranges for drama, sort codes begin with 00, postcodes with letters that are no area", () => {
    for (const random of chances) {
      expect(inventPhone(random)).toMatch(/^(01632 960\d{3}|020 7946 0\d{3})$/);
      expect(inventSortCode(random)).toMatch(/^00-\d\d-\d\d$/);
      expect(inventPlace(random).postcode).toMatch(/^(MJ|TX|AQ|KJ|WQ|FJ|OZ|BJ)\d{1,2} \d[A-Z]{2}$/);
    }
  });

  test.each([
    ["Pennyfold Bakehouse Ltd", "pennyfold-bakehouse.example"],
    ["Corrie Box & Bag Ltd", "corrie-box-and-bag.example"],
    ["Dr O'Hara", "dr-ohara.example"],
  ])("the web address of %s is below .example", (business, address) => {
    expect(webNameOf(business)).toBe(address);
  });
});
