import { expect, test } from "vitest";
import { type CellNumber, Extremes, neededDigits, setColumnWidths } from "./narrow-columns.ts";
import { plainFormat, type WorkbookStyles } from "./workbook-parts.ts";

/** Style 1 has two decimals, style 2 is of 20 points. */
const styles: WorkbookStyles = {
  format: (style) => ({
    ...plainFormat,
    fontSize: style === 2 ? 20 : 10,
    formatCode: style === 1 ? "0.00" : "",
  }),
  defaultFontSize: 11,
  columnStretch: 1,
};
const number = (value: number, style = 0): CellNumber => ({ value, style });
const needed = (numbers: CellNumber[], width: number, isAutoWidth?: boolean) => {
  const digits = neededDigits(numbers, width, styles, isAutoWidth);
  return digits === undefined ? undefined : Number(digits.toFixed(3));
};

test.each<[string, CellNumber[], number, number | undefined]>([
  ["narrower than a digit, which is hidden", [number(1234567, 1)], 8.99, undefined],
  ["as wide as a digit", [number(1234567, 1)], 9, 12.781],
  // 7 digits, a point and 2 decimals: 52.82 points in the measured font, 47.538 in the narrowest.
  ["just wide enough in the narrowest font", [number(1234567, 1)], 47.54, undefined],
  ["a little narrower", [number(1234567, 1)], 47.53, 12.781],
  ["without numbers", [], 9, undefined],
  ["wide enough for a rounded number", [number(1234567.25)], 35.1, undefined],
  ["too narrow for a rounded number", [number(1234.56789)], 20, 12.781],
  ["of numbers in several formats", [number(1, 1), number(123456, 2), number(7)], 40, 15.694],
])("the digits that a column needs that is %s", (_what, numbers, width, digits) => {
  expect(needed(numbers, width)).toBe(digits);
});

test("a column of automatic width is widened even if its numbers just fit", () => {
  expect(needed([number(1234567, 1)], 54.82, true)).toBeUndefined();
  expect(needed([number(1234567, 1)], 54.81, true)).toBe(12.781);
});

test("the smallest, the largest and the longest number of each format represent a column", () => {
  const extremes = new Extremes();
  const add = (column: number, style: number, ...values: number[]) => {
    for (const value of values) extremes.add(column, style, value);
  };
  add(1, 0, 5, -70, 1e21, 0.0625, 0.25, 6);
  add(1, 1, 7);
  add(2, 0, 1, 2, 3);
  expect(Object.fromEntries(extremes.byColumn())).toEqual({
    1: [number(-70), number(1e21), number(0.0625), number(7, 1), number(7, 1), number(7, 1)],
    2: [number(1), number(3), number(1)],
  });
});

const data = "<sheetData><row/></sheetData>";
const widened = (columns: string, wanted: [number, number][]) =>
  setColumnWidths(`<worksheet>${columns}${data}</worksheet>`, new Map(wanted));
const written = (columns: string) => `<worksheet><cols>${columns}</cols>${data}</worksheet>`;
const col = (from: number, to: number, others = "") => `<col min="${from}" max="${to}"${others}/>`;
const wide = (digits: string) => ` width="${digits}" customWidth="1"`;

test.each<[string, string, [number, number][], string]>([
  [
    "no column is stated",
    "",
    [
      [3, 12.345],
      [1, 9],
    ],
    col(1, 1, wide("9.00")) + col(3, 3, wide("12.35")),
  ],
  ["no columns are listed", "<cols/>", [[2, 9]], col(2, 2, wide("9.00"))],
  [
    "one in the middle of a stated range is wanted",
    `<cols>${col(2, 6, ' style="1" width="3" bestFit="1" customWidth="1"')}</cols>`,
    [[4, 9]],
    col(2, 3, ' style="1" width="3" bestFit="1" customWidth="1"') +
      col(4, 4, ` style="1"${wide("9.00")}`) +
      col(5, 6, ' style="1" width="3" bestFit="1" customWidth="1"'),
  ],
  [
    "two of a stated range are wanted, the last one first",
    `<cols>${col(2, 6)}</cols>`,
    [
      [5, 9],
      [3, 8],
    ],
    col(2, 2) + col(3, 3, wide("8.00")) + col(4, 4) + col(5, 5, wide("9.00")) + col(6, 6),
  ],
  [
    "both ends are wanted",
    `<cols>${col(2, 4)}</cols>`,
    [
      [2, 8],
      [4, 9],
    ],
    col(2, 2, wide("8.00")) + col(3, 3) + col(4, 4, wide("9.00")),
  ],
  [
    "columns beside a range are wanted",
    `<cols>${col(2, 4)}</cols>`,
    [
      [5, 9],
      [1, 8],
    ],
    col(1, 1, wide("8.00")) + col(2, 4) + col(5, 5, wide("9.00")),
  ],
])("widths are written where %s", (_what, columns, wanted, expected) => {
  expect(widened(columns, wanted)).toBe(written(expected));
});

test("without wanted widths nothing changes, and prefixes are kept", () => {
  expect(widened("<cols></cols>", [])).toBe(`<worksheet><cols></cols>${data}</worksheet>`);
  expect(setColumnWidths("<x:cols><x:col min='1' max='1'/></x:cols><x:sheetData/>", new Map([[2, 9]]))).toContain(
    `<x:col min="2" max="2" width="9.00" customWidth="1"/></x:cols><x:sheetData/>`,
  );
});
