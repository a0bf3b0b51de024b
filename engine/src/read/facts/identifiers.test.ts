import type { FactKind } from "@sheaf/contracts/reading.ts";
import { expect, test } from "vitest";
import { typedPage } from "../../testing/typed-page.ts";
import { factsOf } from "./facts.ts";

const valuesOf = (kind: FactKind, ...lines: string[]) =>
  factsOf(typedPage({ lines }))
    .filter((fact) => fact.kind === kind)
    .map(({ value }) => value);

test.each<[FactKind, string, string]>([
  ["vat-number", "VAT No. GB 980 7806 84", "GB980780684"],
  ["vat-number", "VAT Reg No 980 780 684", "GB980780684"],
  ["vat-number", "VAT: 980780684", "GB980780684"],
  ["vat-number", "GB980780684", "GB980780684"],
  ["vat-number", "VAT GB 980 7806 84 001", "GB980780684001"],
  ["vat-number", "VAT number XI 980 7806 84", "XI980780684"],
  ["vat-number", "VAT No GB GD123", "GBGD123"],
  ["vat-number", "USt-IdNr. DE136695976", "DE136695976"],
  ["vat-number", "VAT ATU 13585627", "ATU13585627"],
  ["vat-number", "TVA FR 83 404 833 048", "FR83404833048"],
  ["vat-number", "BTW-nr NL004495445B01", "NL004495445B01"],
  ["vat-number", "VAT IE 6433435F", "IE6433435F"],
  ["vat-number", "VAT IE 4421397WF", "IE4421397WF"],
  ["vat-number", "BTW BE 0428.759.497", "BE0428759497"],
  ["vat-number", "P.IVA IT00743110157", "IT00743110157"],
  ["vat-number", "NIP PL8567346215", "PL8567346215"],
  ["company-number", "Company No. 01234567", "01234567"],
  ["company-number", "Company number: SC123456", "SC123456"],
  ["company-number", "Registered in England no. 98123456. VAT no. GB 123 4567 00.", "98123456"],
  ["company-number", "Registered in England and Wales, No. OC 301234", "OC301234"],
  ["company-number", "Registered in England & Wales number 445790", "00445790"],
  ["company-number", "Company Registration Number: NI012345", "NI012345"],
  ["company-number", "Registered in England & Wales 01234567", "01234567"],
  ["company-number", "Registered in Scotland SC123456", "SC123456"],
  ["company-number", "Incorporated in England and Wales under company number 01234567", "01234567"],
  ["bank-account", "SC: 20-00-00 AC: 12345678", "200000 12345678"],
  ["invoice-number", "Invoice INV-0042", "INV-0042"],
  ["invoice-number", "TAX INVOICE 20417", "20417"],
  ["utr", "UTR 1123456789", "1123456789"],
  ["utr", "Unique Taxpayer Reference: 11234 56789", "1123456789"],
  ["ni-number", "NI number AB123456C", "AB123456C"],
  ["ni-number", "AB 12 34 56 C", "AB123456C"],
  ["ni-number", "National Insurance   AB 12 34 56 C", "AB123456C"],
  ["bank-account", "Sort code 20-00-00 Account number 12345678", "200000 12345678"],
  ["bank-account", "Sort Code: 200000   A/C No: 1234 5678", "200000 12345678"],
  ["bank-account", "Pay 20-00-00 12345678", "200000 12345678"],
  ["iban", "IBAN GB82 WEST 1234 5698 7654 32", "GB82WEST12345698765432"],
  ["iban", "IBAN: DE89370400440532013000 BIC COBADEFFXXX", "DE89370400440532013000"],
  ["iban", "gb82west12345698765432", "GB82WEST12345698765432"],
  ["invoice-number", "Invoice number   INV-48960", "INV-48960"],
  ["invoice-number", "Invoice No: 2026/0017", "2026/0017"],
  ["invoice-number", "INVOICE # : OR18031202170432", "OR18031202170432"],
  ["invoice-number", "Inv. No. 4711.", "4711"],
  ["invoice-number", "Invoice: SI-20417", "SI-20417"],
  ["invoice-number", "Credit note no CN0042", "CN0042"],
])("%s: %s", (kind, printed, value) => {
  expect(valuesOf(kind, printed)).toEqual([value]);
});

test.each<[FactKind, string, string]>([
  ["vat-number", "wrong check digits", "VAT No. GB 980 7806 85"],
  ["vat-number", "no label and no country", "Order 980 7806 84"],
  ["vat-number", "a longer number", "VAT No. 980 7806 84 5521 7"],
  ["vat-number", "another country's wrong check digit", "USt-IdNr. DE136695977"],
  ["vat-number", "nothing but zeros", "VAT No. GB 000 0000 00"],
  ["company-number", "no label", "Order 01234567"],
  ["company-number", "a charity", "Registered charity no. 1234567"],
  ["company-number", "the form of another country", "CO REG NO: 860671-D"],
  ["company-number", "an unknown prefix", "Company No. XX123456"],
  ["utr", "a wrong check digit", "UTR 2123456789"],
  ["utr", "no label", "Phone 1123456789"],
  ["ni-number", "a prefix that is not issued", "NI number QQ123456C"],
  ["ni-number", "no label and no pairs", "Part AB123456C"],
  ["ni-number", "a letter beyond D", "NI number AB123456E"],
  ["bank-account", "no account number", "Sort code 20-00-00"],
  ["bank-account", "no sort code", "Account number 12345678"],
  ["bank-account", "a date", "01-10-2026 12345678"],
  ["iban", "wrong check digits", "IBAN GB83 WEST 1234 5698 7654 32"],
  ["iban", "too short", "IBAN GB82 WEST 1234 5698 7654"],
  ["iban", "too long", "IBAN GB82 WEST 1234 5698 7654 321"],
  ["invoice-number", "a date", "Invoice no 14/10/2026"],
  ["invoice-number", "a word", "Invoice number to be quoted"],
  ["invoice-number", "an amount", "Invoice: 120.00"],
  ["invoice-number", "a year", "Invoice 2026"],
  ["invoice-number", "a sentence", "Invoice 20417 was paid"],
  ["invoice-number", "another number", "Order number 4711"],
])("no %s: %s", (kind, _, printed) => {
  expect(valuesOf(kind, printed)).toEqual([]);
});

test("sort code and account may stand in rows of their own, or in columns below their labels", () => {
  expect(valuesOf("bank-account", "Sort code        20-00-00", "Account number   12345678")).toEqual([
    "200000 12345678",
  ]);
  expect(valuesOf("bank-account", "Sort code    Account number", "20-00-00     12345678")).toEqual(["200000 12345678"]);
});

test("a number may stand below its label", () => {
  const lines = ["Invoice date    Invoice no.    Company no.", "14/10/2026      INV-20417      SC123456"];
  expect(valuesOf("invoice-number", ...lines)).toEqual(["INV-20417"]);
  expect(valuesOf("company-number", ...lines)).toEqual(["SC123456"]);
});
