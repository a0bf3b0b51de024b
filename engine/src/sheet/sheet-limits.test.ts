import { expect, test } from "vitest";
import type { SheetMeasurements } from "./measure-sheet.ts";
import { addTotals, noTotals, refuseTooLarge, type SheetTotals, sheetTotals } from "./sheet-limits.ts";

const measured = (others: Partial<SheetMeasurements>) =>
  sheetTotals({ cells: 3, characters: 4, contentRow: 5, visibleRow: 6, ...others } as SheetMeasurements, 7);

test("a sheet without content has no pages, and one without anything visible is blank", () => {
  expect(measured({})).toEqual({ cells: 3, characters: 4, pages: 7, isBlank: false });
  expect(measured({ contentRow: 0 })).toEqual({ cells: 3, characters: 4, pages: 0, isBlank: false });
  expect(measured({ contentRow: 0, visibleRow: 0 })).toMatchObject({ pages: 0, isBlank: true });
});

test("sheets add up, and are blank together when each is", () => {
  const one: SheetTotals = { cells: 1, characters: 2, pages: 3, isBlank: true };
  const other: SheetTotals = { cells: 10, characters: 20, pages: 30, isBlank: false };
  expect(addTotals(one, other)).toEqual({ cells: 11, characters: 22, pages: 33, isBlank: false });
  expect(addTotals(noTotals, one)).toEqual(one);
});

test.each<[Partial<SheetTotals>, string | undefined]>([
  [{ cells: 999_999, characters: 40_000_000, pages: 4_000 }, undefined],
  [{ cells: 1_000_000 }, "has 1,000,000 cells or more. Split it and replace it."],
  [{ characters: 40_000_001 }, "has more than 40 million characters. Split it and replace it."],
  [{ pages: 4_001 }, "would make about 4,001 pages; the limit is 2,000. Set a print area or split it, and replace it."],
])("sheets of %o are refused as too large: %s", (totals, detail) => {
  const refuse = () => refuseTooLarge({ ...noTotals, ...totals });
  if (detail === undefined) expect(refuse).not.toThrow();
  else expect(refuse).toThrow(expect.objectContaining({ reason: "too-large", detail }));
});
