import { expect, test } from "vitest";
import { cellFormats } from "./cell-formats.ts";

const border = '<border><left/><top style="thin"><color/></top><bottom style="thin"/></border>';
const list = (name: string, ...items: string[]) => `<${name} count="${items.length}">${items.join("")}</${name}>`;
const sheet = (borders: string[], xfs: string[], after = "") =>
  `<styleSheet>${list("borders", ...borders)}${list("cellXfs", ...xfs)}${after}</styleSheet>`;
const text = '<xf borderId="0"><alignment horizontal="left" shrinkToFit="1"/><protection/></xf>';
const amount = '<xf numFmtId="2"/>';
const shrunk = '<xf numFmtId="2" applyAlignment="1"><alignment shrinkToFit="1"/></xf>';
const stated = sheet([border], [text, amount]);

test("numbers shrink to fit, unless a text has their format", () => {
  const formats = cellFormats(stated);
  expect(formats.toXml()).toBe(sheet([border], [text, shrunk]));
  formats.markAsText(1);
  expect(formats.toXml()).toBe(stated);
});

test("a format with wrapped text is added once, and a text that has it counts for the original", () => {
  const formats = cellFormats(stated);
  expect([formats.wrapped(0), formats.wrapped(1), formats.wrapped(0), formats.wrapped(9)]).toEqual([2, 3, 2, 9]);
  expect(formats.styles.format(2).wraps).toBe(true);
  formats.markAsText(3);
  expect(formats.toXml()).toBe(
    sheet(
      [border],
      [
        text,
        amount,
        '<xf borderId="0" applyAlignment="1"><alignment horizontal="left" wrapText="1"/><protection/></xf>',
        '<xf numFmtId="2" applyAlignment="1"><alignment wrapText="1"/></xf>',
      ],
    ),
  );
});

test("the pieces of a cell are aligned to the top and have borders at the ends of the row only", () => {
  const formats = cellFormats(stated);
  expect([formats.piece(0, "first"), formats.piece(0, "middle")]).toEqual([2, 3]);
  const piece = (id: number) =>
    `<xf borderId="${id}" applyBorder="1" applyAlignment="1"><alignment horizontal="left" shrinkToFit="1" vertical="top"/><protection/></xf>`;
  const open = border.replace('<bottom style="thin"/>', "<bottom/>");
  const bare = "<border><left/><top/><bottom/></border>";
  expect(formats.toXml()).toBe(sheet([border, open, bare], [text, shrunk, piece(1), piece(2)]));
});

test("added elements have the prefix of the part", () => {
  const prefixed = (xml: string) => xml.replaceAll(/<(\/?)(?=\w)/g, "<$1x:");
  const formats = cellFormats(prefixed(stated));
  expect(formats.toXml()).toBe(prefixed(sheet([border], [text, shrunk])));
});

test("palette colours become opaque, other colours stay", () => {
  const coloured = (alpha: string) =>
    sheet(
      [border],
      [text],
      `<colors><indexedColors><rgbColor rgb="${alpha}000000"/><rgbColor rgb="${alpha}aaaaaa"/></indexedColors><mruColors><color rgb="FF123456"/></mruColors></colors>`,
    );
  expect(cellFormats(coloured("ff")).toXml()).toBe(coloured("00"));
  expect(cellFormats(coloured("00")).toXml()).toBe(coloured("00"));
});

test("the last piece of a cell keeps its lower border, and a format that is not listed stays", () => {
  const formats = cellFormats(stated);
  expect([formats.piece(0, "last"), formats.piece(9, "last"), formats.piece(0, "last")]).toEqual([2, 9, 2]);
  formats.markAsText(9);
  const closed = '<border><left/><top/><bottom style="thin"/></border>';
  expect(formats.toXml()).toContain(list("borders", border, closed));
});

test("pieces of a workbook without borders, or of a cell with an unlisted one, have no border", () => {
  const xf = '<xf borderId="7"/>';
  const piece = '<xf borderId="7" applyAlignment="1"><alignment vertical="top"/></xf>';
  const unlisted = cellFormats(sheet([border], [xf]));
  expect(unlisted.piece(0, "first")).toBe(1);
  expect(unlisted.toXml()).toBe(sheet([border], [xf, piece]));
  const without = cellFormats(`<styleSheet>${list("cellXfs", xf)}</styleSheet>`);
  expect(without.piece(0, "first")).toBe(1);
  expect(without.toXml()).toBe(`<styleSheet>${list("cellXfs", xf, piece)}</styleSheet>`);
});

test("numbers that are rotated or already shrink keep their format, and a wrapped one shrinks instead", () => {
  const rotated = '<xf numFmtId="2"><alignment textRotation="90"/></xf>';
  const wrapped = (alignment: string) => `<xf numFmtId="2"${alignment}</xf>`;
  const formats = cellFormats(sheet([], [rotated, wrapped('><alignment wrapText="1"/>')]));
  expect(formats.toXml()).toBe(sheet([], [rotated, wrapped(' applyAlignment="1"><alignment shrinkToFit="1"/>')]));
});

test("a part without formats, and one that is no XML, stay", () => {
  expect(cellFormats("<styleSheet><cellXfs/></styleSheet>").toXml()).toBe("<styleSheet><cellXfs/></styleSheet>");
  expect(cellFormats("<styleSheet/>").toXml()).toBe("<styleSheet/>");
  const bordered = "<styleSheet><borders><border/></borders></styleSheet>";
  expect(cellFormats(bordered).toXml()).toBe(bordered);
  expect(cellFormats("").toXml()).toBe("");
});

test("a piece of a cell that states no border has the first one, without its inner edges", () => {
  const formats = cellFormats(sheet([border, "<border><top/></border>"], ["<xf/>"]));
  expect(formats.piece(0, "middle")).toBe(1);
  expect(formats.toXml()).toContain("<border><top/></border><border><left/><top/><bottom/></border></borders>");
});
