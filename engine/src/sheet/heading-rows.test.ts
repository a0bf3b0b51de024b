import { expect, test } from "vitest";
import { addRepeatedRows, findHeadingRows, type HeadingHints, headingHints } from "./heading-rows.ts";
import type { SheetMeasurements, TopCell } from "./measure-sheet.ts";
import type { PrintNames } from "./sheet-layout.ts";
import type { Table } from "./tables.ts";
import { plainFormat, type WorkbookStyles } from "./workbook-parts.ts";

/** Style 1 is bold. */
const styles: WorkbookStyles = {
  format: (style) => ({ ...plainFormat, isBold: style === 1 }),
  defaultFontSize: 11,
  columnStretch: 1,
};
const range = (row: number, toRow = row) => ({ from: { row, column: 1 }, to: { row: toRow, column: 3 } });

test("a worksheet's hints are its frozen rows, tables with a heading and the row of its filter", () => {
  const panes = '<sheetViews><sheetView><pane ySplit="2" state="frozen"/></sheetView></sheetViews>';
  const xml = (tail: string) => `<worksheet>${panes}<sheetData/>${tail}</worksheet>`;
  const tables = [
    { ...range(4), hasHeading: true },
    { ...range(9), hasHeading: false },
  ] as Table[];
  expect(headingHints(xml('<x:autoFilter a="" ref="A3:C9"/>'), tables)).toEqual({
    frozenRows: 2,
    tables: tables.slice(0, 1),
    filterRow: 3,
  });
  expect(headingHints(xml(""), [])).toEqual({ frozenRows: 2, tables: [], filterRow: undefined });
});

const text = (row: number, column: number, style = 1): TopCell => ({ row, column, style, isText: true });
const number = (row: number, column: number): TopCell => ({ row, column, style: 0, isText: false });
/** A row of bold texts above rows of a text and a number. */
const listed = (from: number, rows: number) => [
  text(from, 1),
  text(from, 2),
  ...Array.from({ length: rows }, (_, index) => [text(from + 1 + index, 1, 0), number(from + 1 + index, 2)]).flat(),
];

interface Sheet extends Partial<HeadingHints>, Partial<PrintNames> {
  topCells?: TopCell[];
  contentRow?: number;
  /** Of each row, in points. */
  height?: number;
}
function find({ topCells = [], contentRow = 90, height = 10, printArea, printTitles, ...hints }: Sheet) {
  const measured = { topCells, contentRow, heightTo: (row: number) => row * height } as Partial<SheetMeasurements>;
  const all: HeadingHints = { frozenRows: 0, tables: [], filterRow: undefined, ...hints };
  return findHeadingRows(measured as SheetMeasurements, all, { printArea, printTitles }, styles, 400);
}

test.each<[string, Sheet, [from: number, to: number] | undefined]>([
  ["nothing", {}, undefined],
  ["frozen rows", { frozenRows: 2, filterRow: 5, tables: [range(4, 85)] }, [1, 2]],
  ["frozen rows down to the last but one", { frozenRows: 2, contentRow: 3 }, [1, 2]],
  ["frozen rows only", { frozenRows: 2, contentRow: 2 }, undefined],
  ["frozen rows of a quarter of the page", { frozenRows: 10 }, [1, 10]],
  ["frozen rows of more than a quarter of the page", { frozenRows: 11 }, undefined],
  ["hidden frozen rows", { frozenRows: 2, height: 0 }, undefined],
  ["a filter", { filterRow: 5 }, [5, 5]],
  ["a table", { tables: [range(4, 85)], filterRow: 5 }, [4, 4]],
  ["a table with ten rows below it", { tables: [range(4, 80)] }, [4, 4]],
  ["a table with eleven rows below it", { tables: [range(4, 79)] }, undefined],
  ["tables side by side", { tables: [range(4, 60), range(4, 85)] }, [4, 4]],
  ["tables one below the other", { tables: [range(4, 60), range(62, 85)] }, undefined],
  ["repeated rows of the author's", { frozenRows: 2, printTitles: "Sheet!$A:$A,Sheet!$5:$5" }, undefined],
  ["repeated columns of the author's", { frozenRows: 2, printTitles: "Sheet!$A:$A" }, [1, 2]],
  ["a print area from its heading", { filterRow: 5, printArea: "Sheet!$A$5:$C$90" }, [5, 5]],
  ["a print area from below its heading", { filterRow: 5, printArea: "Sheet!$A$6:$C$90" }, undefined],
  ["a print area of columns", { filterRow: 5, printArea: "Sheet!$A:$C" }, [5, 5]],
  ["two print areas", { filterRow: 5, printArea: "Sheet!$A$1:$C$9,Sheet!$A$20:$C$90" }, undefined],
  ["a computed print area", { filterRow: 5, printArea: "OFFSET(A1,0,0)" }, [5, 5]],
])("the heading of a sheet with %s", (_what, sheet, rows) => {
  expect(find(sheet)).toEqual(rows && { from: rows[0], to: rows[1] });
});

test.each<[string, TopCell[], [from: number, to: number] | undefined]>([
  ["one row of bold texts above numbers", listed(1, 5), [1, 1]],
  ["a title in one cell above it", [text(1, 1), ...listed(3, 5)], [3, 3]],
  ["three rows of bold texts", [text(1, 1), text(1, 2), text(2, 1), text(2, 2), ...listed(3, 5)], [1, 3]],
  ["four rows of bold texts", [1, 2, 3].flatMap((row) => [text(row, 1), text(row, 2)]).concat(listed(4, 5)), undefined],
  ["an empty row among bold texts", [text(1, 1), text(1, 2), ...listed(3, 5)], undefined],
  ["texts that are not bold", [text(1, 1, 0), text(1, 2, 0), number(2, 1), number(2, 2)], undefined],
  ["one text that is not bold", [text(1, 1), text(1, 2, 0), number(2, 1), number(2, 2)], undefined],
  ["a number among bold texts", [text(1, 1), { ...number(1, 2), style: 1 }, number(2, 1), number(2, 2)], undefined],
  ["bold texts only", [text(1, 1), text(1, 2)], undefined],
  ["single cells only", [text(1, 1), number(2, 1)], undefined],
  ["texts only below it", [text(1, 1), text(1, 2), text(2, 1, 0), text(2, 2, 0)], undefined],
  ["a column without a heading", [...listed(1, 5), number(4, 3)], undefined],
  ["a fifth of texts among the numbers", [...listed(1, 4), text(6, 2, 0)], [1, 1]],
  ["a quarter of texts among the numbers", [...listed(1, 3), text(5, 2, 0)], undefined],
])("the heading of a sheet with %s", (_what, topCells, rows) => {
  expect(find({ topCells })).toEqual(rows && { from: rows[0], to: rows[1] });
});

test("repeated rows are added to those that the sheet has", () => {
  expect(addRepeatedRows(undefined, "It's me", { from: 1, to: 2 })).toBe("'It''s me'!$1:$2");
  expect(addRepeatedRows("Sheet!$A:$A", "Sheet", { from: 3, to: 3 })).toBe("Sheet!$A:$A,'Sheet'!$3:$3");
});
