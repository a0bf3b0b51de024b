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
