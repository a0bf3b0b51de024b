import { expect, test } from "vitest";
import { type CellSources, splitTallRows } from "./row-pieces.ts";
import { RowShift } from "./row-shift.ts";
import type { Piece, TallRow } from "./tall-rows.ts";

const shared = ["<t>Damson tart</t>", '<r><rPr><b/></rPr><t>Dam</t></r><r><t xml:space="preserve">son &amp; é</t></r>'];
/** A piece's style is the cell's with 10, 20 or 30 added. */
const sources: CellSources = {
  formats: {
    piece: (style: number, place: string) => style + (place === "first" ? 10 : place === "middle" ? 20 : 30),
  } as CellSources["formats"],
  sharedText: (index) => shared[index] ?? "",
};
const tall = (row: number, pieces: number, texts: [column: number, pieces: Piece[]][] = []): TallRow => ({
  row,
  pieces,
  texts: new Map(texts),
});
const halves = [
  { from: 0, to: 6 },
  { from: 7, to: 11 },
];
function split(body: string, ...rows: TallRow[]): string {
  const shift = new RowShift(rows.map(({ row, pieces }) => ({ behind: row, count: pieces - 1 })));
  return splitTallRows(body, rows, shift, sources);
}
const inline = (place: string, style: number, markup: string) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is>${markup}</is></c>`;
const t = (text: string) => `<t xml:space="preserve">${text}</t>`;

test("rows before a split row stay, and rows behind it are renumbered with their cells", () => {
  const first = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';
  const others = (row: number, last: number) =>
    `<row r="${row}" spans="1:2"><c r="A${row}"/><x:c s="1" r='AB${row}'><v>7</v></x:c></row><row r='${last}'/>`;
  const pieces = '<row r="2"><c r="A2" s="10"></c></row><row r="3"><c r="A3" s="30"/></row>';
  expect(split(`${first}<row r="2"><c r="A2"/></row>${others(3, 4)}`, tall(2, 2))).toBe(first + pieces + others(4, 5));
});

test("rows without numbers are counted, and get theirs where they move", () => {
  const rows = '<row><c/></row><x:row ht="9"><x:c/></x:row><row/>';
  expect(split(rows, tall(1, 2))).toBe(
    '<row r="1"><c s="10"></c></row><row r="2"><c s="30"/></row><x:row r="3" ht="9"><x:c/></x:row><row r="4"/>',
  );
});

test("the height of a split row follows its content, and the row keeps its other attributes", () => {
  const row = '<row r="1" spans="1:1" ht="600" customHeight="1" x14ac:dyDescent="0.25" s="2"></row>';
  expect(split(row, tall(1, 2))).toBe('<row r="1" spans="1:1" s="2"></row><row r="2" spans="1:1" s="2"></row>');
});

test("a row that is only higher than its content needs loses its height", () => {
  const row = '<row r="3" ht="600" customHeight="1"><c r="A3" s="4"><v>7</v></c></row>';
  expect(split(row, tall(3, 1))).toBe('<row r="3"><c r="A3" s="4"><v>7</v></c></row>');
});

test.each([
  ["shared text", '<c r="A1" s="4" t="s"><v>0</v></c>'],
  ["text of a formula", '<c r="A1" s="4" t="str"><f>B1</f><v>Damson tart</v></c>'],
  ["text of its own", '<c r="A1" s="4" t="inlineStr"><is><t>Damson tart</t></is></c>'],
  [
    "text with phonetic runs",
    '<c r="A1" s="4" t="inlineStr"><is><t>Damson tart</t><rPh sb="0"><t>dam</t></rPh></is></c>',
  ],
])("a %s is split among the pieces", (_what, cell) => {
  expect(split(`<row r="1">${cell}</row>`, tall(1, 2, [[1, halves]]))).toBe(
    `<row r="1">${inline("A1", 14, t("Damson"))}</row><row r="2">${inline("A2", 34, t("tart"))}</row>`,
  );
});

test("each run of a text keeps its format, and a part without text is left out", () => {
  const pieces = [
    { from: 0, to: 3 },
    { from: 3, to: 4 },
    { from: 2, to: 10 },
  ];
  const bold = (text: string) => `<r><rPr><b/></rPr>${t(text)}</r>`;
  expect(split('<row r="1"><c r="A1" t="s"><v>1</v></c></row>', tall(1, 3, [[1, pieces]]))).toBe(
    `<row r="1">${inline("A1", 10, bold("Dam"))}</row>` +
      `<row r="2">${inline("A2", 20, t("s"))}</row>` +
      `<row r="3">${inline("A3", 30, bold("m") + t("son &amp; \u00c3\u00a9"))}</row>`,
  );
});

test("other content stays in the first piece, and its format in all", () => {
  const cells = '<c r="A1" s="1"><f>B1</f><v>7</v></c><c r="C1" t="s" cm="1"><v>0</v></c>';
  expect(split(`<row r="1">${cells}</row>`, tall(1, 3))).toBe(
    '<row r="1"><c r="A1" s="11"><f>B1</f><v>7</v></c><c r="C1" t="s" s="10"><v>0</v></c></row>' +
      '<row r="2"><c r="A2" s="21"/><c r="C2" s="20"/></row><row r="3"><c r="A3" s="31"/><c r="C3" s="30"/></row>',
  );
});

test("the last pieces of a row hold nothing of a shorter text", () => {
  const cells = '<c r="A1" t="s"><v>0</v></c><c t="s"><v>0</v></c>';
  const row = tall(1, 2, [
    [1, halves.slice(0, 1)],
    [2, halves],
  ]);
  const unplaced = (style: number, text: string) => `<c s="${style}" t="inlineStr"><is>${t(text)}</is></c>`;
  expect(split(`<row r="1">${cells}</row>`, row)).toBe(
    `<row r="1">${inline("A1", 10, t("Damson"))}${unplaced(10, "Damson")}</row>` +
      `<row r="2"><c r="A2" s="30"/>${unplaced(30, "tart")}</row>`,
  );
});

test("elements with a prefix keep it", () => {
  expect(split('<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c></x:row>', tall(1, 2, [[1, halves]]))).toContain(
    '<x:row r="1"><x:c r="A1" s="10" t="inlineStr"><x:is><x:t xml:space="preserve">Damson</x:t></x:is></x:c></x:row>',
  );
});
