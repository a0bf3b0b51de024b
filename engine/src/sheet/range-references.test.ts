import { expect, test } from "vitest";
import { parseRanges } from "./range-references.ts";

const span = (from: number, to: number) => ({ from, to });

test.each([
  ["Sheet1!$A$1:$D$20", [{ rows: span(1, 20), columns: span(1, 4) }]],
  ["Sheet1!B7", [{ rows: span(7, 7), columns: span(2, 2) }]],
  ["!$F:$AB", [{ rows: undefined, columns: span(6, 28) }]],
  ["!3:5", [{ rows: span(3, 5), columns: undefined }]],
  [
    "'It''s, 1!A'!$A:$B, Costs!$1:$2",
    [
      { rows: undefined, columns: span(1, 2) },
      { rows: span(1, 2), columns: undefined },
    ],
  ],
])("the list %s is read as rows and columns", (list, ranges) => expect(parseRanges(list)).toEqual(ranges));

test.each([
  "",
  "A1",
  "Sheet1!",
  "Sheet1!:",
  "Sheet1!$A",
  "Sheet1!$1",
  "Sheet1!A1:B",
  "Sheet1!A:B2",
  "Sheet1!A1:2",
  "Sheet1!1:B2",
  "Sheet1!#REF!",
  "Sheet1!$A$1,OFFSET(Sheet1!$A$1;0;0)",
])("the list %j holds something else than references and is not read", (list) => {
  expect(parseRanges(list)).toBeUndefined();
});
