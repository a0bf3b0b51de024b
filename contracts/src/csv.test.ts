import { expect, test } from "vitest";
import { csvLine, formulaSafe, fromFormulaSafe } from "./csv.ts";

test.each(["=1+1", "+44 Ltd", "-2", "@SUM(A1)", "\t=1", "＝1"])(
  "%j gets an apostrophe in front, so that a spreadsheet does not read it as a formula",
  (text) => {
    expect(formulaSafe(text)).toBe(`'${text}`);
  },
);

test.each(["=1+1", "'=1+1", "''@x", "O'Neil", "'quoted'", "Bright Bakery", "", "a=b"])(
  "fromFormulaSafe restores %j after formulaSafe",
  (text) => {
    expect(fromFormulaSafe(formulaSafe(text))).toBe(text);
  },
);

test("quotes only cells that contain a comma, a quote, a line break or outer blanks", () => {
  expect(csvLine(["Bright", 'The "Kestrel", Inn', "two\nlines", null, -3])).toBe(
    'Bright,"The ""Kestrel"", Inn","two\nlines",,-3\r\n',
  );
});

test.each([" outer", "outer ", "a\rb", "a\tb "])("the cell %j is quoted", (text) => {
  expect(csvLine([text])).toBe(`"${text}"\r\n`);
});

test("a number stays a number, even a negative one, and a text that looks like one is marked as text", () => {
  expect(csvLine([0, -3, "-3", ""])).toBe("0,-3,'-3,\r\n");
});
