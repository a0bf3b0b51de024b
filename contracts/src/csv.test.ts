import { expect, test } from "vitest";
import { csvLine, formulaSafe, fromFormulaSafe } from "./csv.ts";

test.each(["=1+1", "+44 Ltd", "-2", "@SUM(A1)", "\t=1", "＝1"])("%j opens as text, not as a formula", (text) => {
  expect(formulaSafe(text)).toBe(`'${text}`);
});

test.each(["=1+1", "'=1+1", "''@x", "O'Neil", "'quoted'", "Bright Bakery", "", "a=b"])(
  "%j comes back as it was",
  (text) => {
    expect(fromFormulaSafe(formulaSafe(text))).toBe(text);
  },
);

test("what would break a line is quoted, and nothing else", () => {
  expect(csvLine(["Bright", 'The "Kestrel", Inn', "two\nlines", null, -3])).toBe(
    'Bright,"The ""Kestrel"", Inn","two\nlines",,-3\r\n',
  );
});
