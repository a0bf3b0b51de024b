import { expect, test } from "vitest";
import { formatCode, formatNumber, formatShortestNumber } from "./number-format.ts";

test.each([
  [14, undefined, "46054", "00/00/0000"],
  [22, undefined, "46054.5", "00/00/0000 00:00"],
  [164, "d mmmm yyyy", "46054", "00 September 0000"],
  [164, '[$-809]dddd" the "d', "46054", "Wednesdayxxxxx00"],
  [4, undefined, "-12345.6", "-12,345.60"],
  [164, "[$£-809]#,##0.00;[Red]-[$£-809]#,##0.00", "-12345.6", "-£12,345.60"],
  [164, "#,##0.00_);(#,##0.00)", "-1234.5", "()1,234.50"],
  [10, undefined, "0.175", "%17.50"],
  [0, undefined, "123456789012", "123456789012"],
  [0, undefined, "0.333333333333", "0.33333333"],
  [49, undefined, "007", "007"],
  [46, undefined, "1.5", "00:00:00"],
  [164, "[h]:mm", "1.5", "00:00"],
  [164, '#,##0,"k"', "1234567", "x1,235"],
  [11, undefined, "1e25", "0.00E+00"],
  [164, ";;;", "1234567", ""],
  [164, 'General" units"', "12", "xxxxxx12"],
  [18, undefined, "0.5", "00:00 XX"],
  [164, "hh:mm AM/PM", "0.5", "00:00 XX"],
  [164, `0.${"0".repeat(200)}`, "1", `1.${"0".repeat(30)}`],
])("format %s %s: the estimate for %s is %s", (id, own, value, shown) => {
  expect(formatNumber(value, formatCode(id, own))).toBe(shown);
});

test.each([
  ["dddd d mmmm yyyy", "46054", "Friday 0 May 0000"],
  ["dd-mmm-yy", "46054", "00-May-00"],
  ["#,##0.00", "-12345.6", "-12,345.60"],
  ['[>=1000000]0.0,,"m";0', "12345678", ""],
])("format %s: the shortest text for %s is %s", (code, value, shown) => {
  expect(formatShortestNumber(value, code)).toBe(shown);
});
