import { expect, test } from "vitest";
import { type TypedPage, typedPage } from "../../testing/typed-page.ts";
import { factsOf } from "./facts.ts";

const partiesOf = (page: TypedPage) => {
  const facts = factsOf(typedPage(page));
  const value = (kind: string) => facts.find((fact) => fact.kind === kind)?.value ?? null;
  return { supplier: value("supplier"), addressee: value("addressee") };
};

const letter = [
  "Corrie Box & Bag Ltd                    12 Mill Lane",
  "Packaging for food and retail           Oldstow OZ4 5NB",
  "",
  "",
  "",
  "Pennyfold Bakehouse Ltd                           INVOICE",
  "16 High Street                  Invoice number   INV-4711",
  "Marlbridge                      Invoice date   14/10/2026",
  "MJ5 5HN",
  "",
  "Flour                                             £120.00",
  "Total due                                         £120.00",
  "Corrie Box & Bag Ltd. Registered in England no. 98123456.",
];

test("a letterhead names the supplier, the block below it the addressee", () => {
  expect(partiesOf({ lines: letter, sizes: { 0: 14 } })).toEqual({
    supplier: "Corrie Box & Bag Ltd",
    addressee: "Pennyfold Bakehouse Ltd\n16 High Street\nMarlbridge\nMJ5 5HN",
  });
});

test.each(["Invoice to", "Bill to:", "To:", "Invoiced to:"])("the addressee stands below %s", (label) => {
  const lines = [
    "Timberly Tools Limited",
    "",
    `From:                    ${label}`,
    "Timberly Tools Limited   Ellen Danso",
    "4 Quarry Road            133 High Street",
    "Oldstow OZ4 5NB          Oldstow OZ5 6NB",
    "",
    "Total   £12.00",
  ];
  expect(partiesOf({ lines })).toEqual({
    supplier: "Timberly Tools Limited",
    addressee: "Ellen Danso\n133 High Street\nOldstow OZ5 6NB",
  });
});

test("a till receipt is headed by its supplier and has no addressee", () => {
  const lines = [
    "  HOPGROVE FUELS",
    " 12 Station Approach",
    "  Kelderby KJ4 5NB",
    "Tel 01632 960123",
    "14/10/2026  12:33",
    "DIESEL   54.10",
    "TOTAL GBP   54.10",
  ];
  expect(partiesOf({ lines })).toEqual({ supplier: "HOPGROVE FUELS", addressee: null });
});

/** Makes a page as wide as a letter; narrow pages are receipts. */
const thanks = "Thank you for your custom. Please ask for our list of all prices and services, which we gladly send.";

test("a name without a company's form heads an invoice in large letters", () => {
  const lines = ["Severn Tyres", "Station Approach, Marlbridge", "", "Invoice No: 4711", "Total   £12.00", thanks];
  expect(partiesOf({ lines, sizes: { 0: 15 } }).supplier).toBe("Severn Tyres");
  expect(partiesOf({ lines: lines.toSpliced(3, 1), sizes: { 0: 15 } }).supplier).toBeNull();
});

test.each([
  ["a report", ["ANNUAL REPORT", "of the year 2026", "", "Turnover rose by 3.25 per cent.", "Costs fell."]],
  ["a list", ["Fixed assets", "", "Van   £12,000.00", "Oven   £3,000.00"]],
  ["a letter without a head", ["14 October 2026", "", "Dear Sir", "please find the invoice enclosed.", "Yours"]],
  ["a table of names", ["Name   Town", "Ellen Danso   Oldstow", "Callum Pell   Kelderby"]],
])("%s names no supplier and no addressee", (_, lines) => {
  expect(partiesOf({ lines, sizes: { 0: 18 } })).toEqual({ supplier: null, addressee: null });
});

test("a sender's address with its telephone number is no addressee", () => {
  const lines = [
    "QUOTATION",
    "",
    "",
    "Ellen Danso",
    "133 High Street",
    "Oldstow OZ5 6NB",
    "Tel 01632 960123",
    "",
    "Hello",
  ];
  expect(partiesOf({ lines }).addressee).toBeNull();
});

test("the initial in a logo is not part of the name", () => {
  const lines = ["W Wickhollow Hygiene Ltd", "", "INVOICE", "Total   £12.00"];
  expect(partiesOf({ lines }).supplier).toBe("Wickhollow Hygiene Ltd");
});
