import { expect, test } from "vitest";
import {
  add,
  type Decimal,
  decimalText,
  divide,
  isGreater,
  magnitude,
  multiply,
  parseDecimal,
  round,
  subtract,
  sum,
} from "./decimal.ts";

const decimal = (text: string): Decimal => parseDecimal(text) ?? { units: 0n, places: 0 };

test.each([
  ["0.1 + 0.2", add(decimal("0.1"), decimal("0.2")), "0.3"],
  ["1 − 0.999", subtract(decimal("1"), decimal("0.999")), "0.001"],
  ["−1.5 × 2.25", multiply(decimal("-1.5"), decimal("2.25")), "-3.375"],
  ["782.05 × 19 % rounded", round(multiply(decimal("782.05"), decimal("0.19")), 2), "148.59"],
  ["0.125 rounded to cents", round(decimal("0.125"), 2), "0.13"],
  ["−0.125 rounded to cents", round(decimal("-0.125"), 2), "-0.13"],
  ["2 rounded to cents", round(decimal("2"), 2), "2.00"],
  ["1.5 + 20", add(decimal("1.5"), decimal("20")), "21.5"],
  ["20 − 1.25", subtract(decimal("20"), decimal("1.25")), "18.75"],
  ["0.124 rounded to cents", round(decimal("0.124"), 2), "0.12"],
  ["−0.124 rounded to cents", round(decimal("-0.124"), 2), "-0.12"],
  ["12.5 rounded to a whole", round(decimal("12.5"), 0), "13"],
  ["0.12 rounded to cents", round(decimal("0.12"), 2), "0.12"],
  ["the magnitude of −1.50", magnitude(decimal("-1.50")), "1.50"],
  ["the magnitude of 1.50", magnitude(decimal("1.50")), "1.50"],
  ["the sum of nothing", sum([]), "0"],
  ["the sum of three", sum(["1", "0.5", "-0.25"].map(decimal)), "1.25"],
  ["1.5 / 3", divide(decimal("1.5"), decimal("3")), "0.5000000000000"],
  ["600 / 2.5", divide(decimal("600"), decimal("2.5")), "240.000000000000"],
])("%s is exact", (_what, value, text) => {
  expect(decimalText(value)).toBe(text);
});

test.each(["", ".", "1,50", "1e3", "NaN", "€5", "1".repeat(41), undefined])("%j is not read as a number", (text) => {
  expect(parseDecimal(text)).toBeUndefined();
});

test.each([
  ["+5", "5"],
  [" 07.50 ", "7.50"],
  [".5", "0.5"],
  ["-0.01", "-0.01"],
])("%j is read as %s", (text, written) => {
  expect(decimalText(decimal(text))).toBe(written);
});

test.each([
  ["1", "0.99", true],
  ["1", "1.00", false],
  ["1", "1.01", false],
  ["-2", "1", false],
])("whether %s is greater than %s", (one, other, isSo) => {
  expect(isGreater(decimal(one), decimal(other))).toBe(isSo);
});

test("a number of forty digits is read, whatever its sign", () => {
  expect(decimalText(decimal(`-${"1".repeat(38)}.25`))).toBe(`-${"1".repeat(38)}.25`);
  expect(parseDecimal(`${"1".repeat(39)}.25`)).toBeUndefined();
});
