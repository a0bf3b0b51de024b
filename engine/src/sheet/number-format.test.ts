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
  [1, "0"],
  [60, "0.00"],
  [3, "#,##0"],
  [4, "#,##0.00"],
  [5, "£#,##0"],
  [8, "£#,##0.00"],
  [9, "0%"],
  [68, "0.00%"],
  [15, "dd-mmm-yy"],
  [16, "dd-mmm"],
  [17, "mmm-yy"],
  [19, "hh:mm:ss AM"],
  [20, "hh:mm"],
  [35, "hh:mm:ss"],
  [58, "dd/mm/yyyy"],
  [38, "#,##0 ()"],
  [40, "#,##0.00 ()"],
  [41, "#,##0 - "],
  [42, "£ #,##0 - "],
  [43, "#,##0.00 - "],
  [44, "£ #,##0.00 - "],
  [45, "mm:ss"],
  [47, "mm:ss.0"],
  [0, ""],
  [12, ""],
  [49, ""],
])("the built-in format %i is %j", (id, code) => expect(formatCode(id, undefined)).toBe(code));

test.each([
  ["0.0", "0.0"],
  ["General", ""],
  ["GENERAL", ""],
  ["@", ""],
  ["", ""],
])("the workbook's own code %j precedes a built-in one, and is %j", (own, code) =>
  expect(formatCode(4, own)).toBe(code),
);

test.each([
  ["y", "46054", "0000", "00"],
  ["yyy", "46054", "0000", "0000"],
  ["yyyyyyyy", "46054", "00000000", "0000"],
  ["mmm ddd", "46054", "Sep Wed", "May Wed"],
  ["m d h", "46054", "00 00 00", "0 0 0"],
  ["hhh sss", "46054", "00 00", "00 00"],
  ["0.0#", "1", "1.00", "1.00"],
  ["0", "-1.5", "-2", "-2"],
  ["0;0", "-1.5", "2", "2"],
  ["0;;x", "-1.5", "", ""],
  ["0;;x", "0", "0", "0"],
  ["#,##0,,", "-1234567", "-1", "-1"],
  ["0%", "0.5", "%50", "%50"],
  ["0\\d", "1", "x1", "x1"],
  ["0", "damson", "damson", "damson"],
  ["0", "a long damson", "a long dam", "a long dam"],
])("format %s: the estimates for %s are %s and %s", (code, value, longest, shortest) => {
  expect([formatNumber(value, code), formatShortestNumber(value, code)]).toEqual([longest, shortest]);
});

test.each([
  ["12345", "12345"],
  ["12345.9", "12345"],
  ["123456", "1E+00"],
  ["-1234.5", "-1234"],
  ["-12345", "1E+00"],
])("the shortest text for %s in the general format is %s", (value, shown) => {
  expect(formatShortestNumber(value, "")).toBe(shown);
});

test.each([
  ["dddd d mmmm yyyy", "46054", "Friday 0 May 0000"],
  ["dd-mmm-yy", "46054", "00-May-00"],
  ["#,##0.00", "-12345.6", "-12,345.60"],
  ['[>=1000000]0.0,,"m";0', "12345678", ""],
])("format %s: the shortest text for %s is %s", (code, value, shown) => {
  expect(formatShortestNumber(value, code)).toBe(shown);
});

/** As LibreOffice prints them in the United Kingdom; Excel documents most for other languages only. */
test.each<[string, number[]]>([
  ["0", [1, 59]],
  ["0.00", [2, 60]],
  ["#,##0", [3, 61]],
  ["#,##0.00", [4, 62]],
  ["£#,##0", [5, 6]],
  ["£#,##0.00", [7, 8]],
  ["0%", [9, 67]],
  ["0.00%", [10, 68]],
  ["0.00E+00", [11]],
  ["dd/mm/yyyy", [14, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58, 71, 72]],
  ["dd-mmm-yy", [15]],
  ["dd-mmm", [16]],
  ["mmm-yy", [17]],
  ["hh:mm AM", [18]],
  ["hh:mm:ss AM", [19]],
  ["hh:mm", [20]],
  ["hh:mm:ss", [21, 32, 33, 34, 35, 46]],
  ["dd/mm/yyyy hh:mm", [22]],
  ["#,##0 ()", [37, 38]],
  ["#,##0.00 ()", [39, 40]],
  ["#,##0 - ", [41]],
  ["£ #,##0 - ", [42]],
  ["#,##0.00 - ", [43]],
  ["£ #,##0.00 - ", [44]],
  ["mm:ss", [45]],
  ["mm:ss.0", [47]],
  ["", [0, 12, 13, 23, 24, 25, 26, 48, 49, 63, 64, 65, 66, 69, 70, 73]],
])("the built-in formats of the code %j are %j", (code, ids) => {
  expect(ids.map((id) => [id, formatCode(id, undefined)])).toEqual(ids.map((id) => [id, code]));
});
