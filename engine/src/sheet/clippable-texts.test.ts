import { expect, test } from "vitest";
import { type CellGeometry, createClippingTest, type PlacedText } from "./clippable-texts.ts";
import { type CellFormat, plainFormat } from "./workbook-parts.ts";

/** With 30 letters of 5.56 points, the margins and an allowance for bold, a text needs 193.82 points in one line. */
const words = "a".repeat(30);
const needed = 193.82;

interface Circumstances extends Partial<Omit<CellGeometry, "columnWidth" | "heights">> {
  text?: string;
  format?: Partial<CellFormat>;
  /** Of the text's own column, the second; the others are 50 points wide. */
  width?: number;
  height?: number | undefined;
  neighbours?: PlacedText["neighbours"];
}
function mayBeClipped(circumstances: Circumstances): boolean {
  const { text = words, format, width = 50, height, neighbours = { before: 1, next: 3 }, ...geometry } = circumstances;
  const test = createClippingTest(
    { format: () => ({ ...plainFormat, fontSize: 10, ...format }), defaultFontSize: 11, columnStretch: 1 },
    {
      columnWidth: (column) => (column === 2 ? width : 50),
      heights: new Map(height === undefined ? [] : [[2, { row: 2, height, isCustom: false }]]),
      defaultHeight: 15,
      merges: [],
      printArea: undefined,
      ...geometry,
    },
  );
  return test({ text, row: 2, column: 2, style: 0, inLines: false, neighbours });
}
const span = (toRow: number, toColumn: number) => [
  { from: { row: 2, column: 2 }, to: { row: toRow, column: toColumn } },
];

test.each<[string, boolean, Circumstances]>([
  ["as wide as its cell", false, { width: needed + 0.01 }],
  ["a little wider than its cell", true, { width: needed - 0.01 }],
  ["of few characters", false, { text: "WWWWW" }],
  ["of several short lines", false, { text: `${"a".repeat(5)}\n`.repeat(9) }],
  ["with one long line", true, { text: `a\n${words}\na` }],
  ["that shrinks to fit", false, { format: { adapts: true } }],
  ["in a hidden row", false, { height: 0 }],
  ["in a hidden column", false, { width: 0 }],
  ["that overflows to the edge of the sheet", false, { neighbours: { before: 1, next: undefined } }],
  ["that overflows into three columns", false, { neighbours: { before: 1, next: 6 } }],
  ["that overflows into two columns", true, { neighbours: { before: 1, next: 5 } }],
  ["on the right with no room before it", true, { format: { alignment: "right" }, neighbours: { before: 1, next: 9 } }],
  ["in merged cells", false, { merges: span(2, 5) }],
  ["in too few merged cells", true, { merges: span(2, 4), neighbours: { before: 1, next: undefined } }],
])("a text %s may be clipped: %s", (_what, isClipped, circumstances) => {
  expect(mayBeClipped(circumstances)).toBe(isClipped);
});

test.each<[string, boolean, string]>([
  ["around it", true, "!$A$1:$B$9"],
  ["of its cell", true, "!$B$2"],
  ["of its column", true, "!$B:$B"],
  ["of its row", true, "!$2:$2"],
  ["above it", false, "!$A$1:$B$1"],
  ["below it", false, "!$A$3:$B$9"],
  ["before it", false, "!$A:$A"],
  ["behind it", false, "!$C:$D"],
  ["besides another one", true, "!$A:$A,!$B:$B"],
  ["that is computed", true, "OFFSET(A1,0,0)"],
])("with a print area %s, a text may be clipped: %s", (_what, isClipped, printArea) => {
  expect(mayBeClipped({ printArea })).toBe(isClipped);
});

test("a text does not overflow beyond the print area", () => {
  const neighbours = { before: 1, next: undefined };
  expect(mayBeClipped({ neighbours, printArea: "!$A$1:$E$9" })).toBe(false);
  expect(mayBeClipped({ neighbours, printArea: "!$A$1:$D$9" })).toBe(true);
  expect(mayBeClipped({ neighbours, printArea: "!$1:$9" })).toBe(false);
});

/** In 50 points, the text takes six lines of 11.5 points with the allowance. */
test.each<[string, boolean, Circumstances]>([
  ["in a row without a stated height", false, {}],
  ["in a row as high as its lines", false, { height: 69 }],
  ["in a lower row", true, { height: 68.9 }],
  ["in merged cells of default height", true, { merges: span(5, 2) }],
  ["in enough merged cells", false, { merges: span(6, 2) }],
  ["in merged cells side by side", false, { merges: span(2, 9) }],
])("a wrapped text %s may be clipped: %s", (_what, isClipped, circumstances) => {
  expect(mayBeClipped({ format: { wraps: true }, ...circumstances })).toBe(isClipped);
});
