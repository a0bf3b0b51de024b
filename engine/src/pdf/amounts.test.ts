import { expect, test } from "vitest";
import { type AmountFormat, amountFormat, amountOf, isDifferentAmount } from "./amounts.ts";

test.each([
  ["1250", 1250],
  ["£1,250.50", 1250.5],
  ["1.250,50 €", 1250.5],
  ["1\u2019250.5", 1250.5],
  ["1 250", 1250],
  ["12,5", 12.5],
  ["1,250", 1250],
  ["0,250", 0.25],
  ["1250,250", 1250.25],
  ["1,25", 1.25],
  ["1.250.000", 1_250_000],
  ["1.250,000", 1250],
  [".5", 0.5],
  ["7.", 7],
  ["-7", -7],
  ["\u22127", -7],
  ["\u00967", -7],
  ["7-", -7],
  ["(7)", -7],
  ["(£ 7.50)", -7.5],
  ["0", 0],
  ["7 %", 7],
  ["$7", 7],
])("an amount is read: %s", (text, amount) => expect(amountOf(text)).toBe(amount));

test.each(["", "-", "damson", "7 damsons", "No 7", "7 - 8", "7a", "1/2"])("%j is no amount", (text) => {
  expect(amountOf(text)).toBeUndefined();
});

test("an amount has at most 60 characters", () => {
  expect(amountOf("7".padStart(60))).toBe(7);
  expect(amountOf("7".padStart(61))).toBeUndefined();
});

test.each<[string, AmountFormat]>([
  ["AFNumber_Format(2, 0, 0, 0, '', true);", { point: ".", decimals: 2, times: 1, showsSign: true }],
  ["AFNumber_Format(0, 1)", { point: ".", decimals: 0, times: 1, showsSign: true }],
  [" AFNumber_Format ( 2 , 2 , 1 , 0)", { point: ",", decimals: 2, times: 1, showsSign: false }],
  ["AFNumber_Format(3,3,2)", { point: ",", decimals: 3, times: 1, showsSign: true }],
  ["AFPercent_Format(1, 4)", { point: ".", decimals: 1, times: 100, showsSign: true }],
])("a script that formats amounts is read: %s", (script, format) => expect(amountFormat(script)).toEqual(format));

test.each([undefined, "", "AFDate_Format(1)", "x = AFNumber_Format(2, 0)", "AFNumber_Format(2)"])(
  "%j formats no amounts",
  (script) => expect(amountFormat(script)).toBeUndefined(),
);

const pence: AmountFormat = { point: ".", decimals: 2, times: 1, showsSign: true };
test.each<[string, string, boolean, Partial<AmountFormat>]>([
  ["£1,250.50", "1250.5", false, {}],
  ["£1,250.50", "1250.51", true, {}],
  ["1.250,50", "1250.5", false, { point: "," }],
  ["1,250.50", "1250.5", true, { point: "," }],
  ["1,250", "1250", false, {}],
  ["1.25", "1.255", false, {}],
  ["1.25", "1.256", true, {}],
  ["1", "1.5", false, { decimals: 0 }],
  ["1", "1.51", true, { decimals: 0 }],
  ["25 %", "0.25", false, { times: 100 }],
  ["25 %", "25", true, { times: 100 }],
  ["7.00", "-7", true, {}],
  ["7.00", "-7", false, { showsSign: false }],
  ["(7.00)", "7", true, {}],
  ["1.25", "1,250", false, {}],
  ["1.26", "1,250", true, {}],
  ["1250.00", "1,250", false, {}],
  ["9.00", "1,250.50", true, {}],
  ["7 damsons", "7", false, {}],
  ["damsons", "7", false, {}],
  ["7", "damsons", false, {}],
  ["8".padStart(60), "7", true, {}],
  ["8".padStart(61), "7", false, {}],
])("whether the text %j differs from the value %j by more than rounding: %s", (text, value, isDifferent, format) => {
  expect(isDifferentAmount(text, value, { ...pence, ...format })).toBe(isDifferent);
});
