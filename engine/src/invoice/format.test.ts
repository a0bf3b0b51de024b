import { expect, test } from "vitest";
import {
  accountWords,
  amountWords,
  countryWords,
  currencyWords,
  dateWords,
  identifierWords,
  moneyText,
  numberWords,
  percentWords,
  quantityWords,
  sizeWords,
} from "./format.ts";

test.each([
  ["2026-10-14", "14 October 2026"],
  ["2026-01-01", "1 January 2026"],
  ["2026-12-31", "31 December 2026"],
  ["2026-10-14Z", "14 October 2026"],
  ["2026-10-14+02:00", "14 October 2026"],
  ["2026-10-14-05:30", "14 October 2026"],
  ["2026-00-14", "2026-00-14"],
  ["2026-13-14", "2026-13-14"],
  ["2026-10-14T12:00:00", "2026-10-14T12:00:00"],
  ["14.10.2026", "14.10.2026"],
  ["", ""],
])("the date %j is written %j", (date, words) => {
  expect(dateWords(date)).toBe(words);
});

test.each([
  ["1", "1"],
  ["999", "999"],
  ["1000", "1,000"],
  ["-1234567.5", "-1,234,567.5"],
  ["10.500", "10.5"],
  ["10.00", "10"],
  ["0.0010", "0.001"],
  ["100", "100"],
  ["1.234567", "1.234567"],
  ["1,5", "1,5"],
])("the number %s is written %s", (value, words) => {
  expect(numberWords(value)).toBe(words);
});

test.each([
  ["1234.5", "EUR", "€1,234.50"],
  ["-5", "GBP", "-£5.00"],
  ["5", "SEK", "SEK\u00a05.00"],
  ["-5", "SEK", "-SEK\u00a05.00"],
  ["1000", "JPY", "JP¥1,000"],
  ["1.25", "JPY", "JP¥1.25"],
  ["1.2", "KWD", "KWD\u00a01.200"],
  ["1.23456", "EUR", "€1.23456"],
  ["5", "QQQ", "5.00\u00a0QQQ"],
  ["5", "eur", "5.00\u00a0eur"],
  ["5", undefined, "5.00"],
])("the amount %s in %s is written %s", (value, currency, words) => {
  expect(amountWords({ value, currency: undefined }, currency)).toBe(words);
  expect(amountWords({ value, currency }, "USD")).toBe(currency === undefined ? "US$5.00" : words);
});

test("an amount that is no number stands as it is, with its currency", () => {
  expect(amountWords({ value: "n/a", currency: undefined }, "EUR")).toBe("n/a EUR");
  expect(amountWords({ value: "n/a", currency: "GBP" }, "EUR")).toBe("n/a GBP");
  expect(amountWords({ value: "n/a", currency: undefined }, undefined)).toBe("n/a");
});

test("money of no currency has two places", () => {
  expect(moneyText({ units: 12_345n, places: 1 }, undefined)).toBe("1,234.50");
});

test.each([
  ["1", "HUR", "1 hour"],
  ["1.00", "HUR", "1 hour"],
  ["2", "HUR", "2 hours"],
  ["0", "HUR", "0 hours"],
  ["-1", "H87", "-1 pieces"],
  ["1234.50", "KGM", "1,234.5 kg"],
  ["3", "QQ1", "3 QQ1"],
  ["3", "toString", "3 toString"],
  ["3", undefined, "3"],
  ["some", "HUR", "some hours"],
])("%s of the unit %s is written %s", (value, unit, words) => {
  expect(quantityWords({ value, unit })).toBe(words);
});

test.each([
  ["19", "19%"],
  ["7.00", "7%"],
  ["5.5", "5.5%"],
  ["19 %", "19 %"],
])("the rate %s is written %s", (rate, words) => {
  expect(percentWords(rate)).toBe(words);
});

test.each([
  ["DE", "Germany"],
  ["GB", "United Kingdom"],
  ["QQ", "QQ"],
  ["de", "de"],
  ["DEU", "DEU"],
])("the country %s is written %s", (code, words) => {
  expect(countryWords(code)).toBe(words);
});

test.each([
  ["EUR", "Euro (EUR)"],
  ["QQQ", "QQQ"],
  ["euros", "euros"],
])("the currency %s is written %s", (code, words) => {
  expect(currencyWords(code)).toBe(words);
});

test.each([
  ["DE89370400440532013000", "DE89 3704 0044 0532 0130 00"],
  ["DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 00"],
  ["NO9386011117947", "NO93 8601 1117 947"],
  ["XX123456789012", "XX12 3456 7890 12"],
  ["XX12345678901", "XX12345678901"],
  ["31926819", "31926819"],
  ["12 34 56", "12 34 56"],
])("the account %s is written %s", (account, words) => {
  expect(accountWords(account)).toBe(words);
});

test.each([
  [{ value: "7", scheme: undefined }, "7"],
  [{ value: "7", scheme: "0088" }, "7 (GLN)"],
  [{ value: "7", scheme: "QQ" }, "7 (scheme QQ)"],
  [{ value: "7", scheme: "QQ", version: "3" }, "7 (scheme QQ, version 3)"],
  [{ value: "7", scheme: undefined, version: "3" }, "7 (version 3)"],
])("the identifier %j is written %s", (identifier, words) => {
  expect(identifierWords(identifier)).toBe(words);
});

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [2, "2 bytes"],
  [1_023, "1023 bytes"],
  [1_024, "1 KB"],
  [1_535, "1 KB"],
  [1_536, "2 KB"],
  [1_048_575, "1024 KB"],
  [1_048_576, "1.0 MB"],
  [1_258_291, "1.2 MB"],
])("%i bytes are written %s", (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});
