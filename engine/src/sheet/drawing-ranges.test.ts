import { expect, test } from "vitest";
import { drawingRanges } from "./drawing-ranges.ts";

const corner = (name: string, column: number, row: number) =>
  `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>77</xdr:colOff><xdr:row>${row}</xdr:row></xdr:${name}>`;
const drawing = (...anchors: string[]) => `<xdr:wsDr>\n${anchors.join("\n")}</xdr:wsDr>`;
const two = (...inner: string[]) => `<xdr:twoCellAnchor>${inner.join("")}</xdr:twoCellAnchor>`;

test("pictures and charts cover the cells from their first to their last corner", () => {
  const one = `<xdr:oneCellAnchor>${corner("from", 3, 8)}<xdr:ext cx="1" cy="1"/></xdr:oneCellAnchor>`;
  const loose = "<xdr:absoluteAnchor><xdr:pos/></xdr:absoluteAnchor>";
  const ranges = drawingRanges(drawing(two(corner("from", 0, 1), corner("to", 4, 6)), one, loose));
  expect(ranges).toEqual([
    { from: { row: 2, column: 1 }, to: { row: 7, column: 5 } },
    { from: { row: 9, column: 4 }, to: { row: 9, column: 4 } },
  ]);
});

test("of corners stated twice the first count, and a missing first corner is the last one", () => {
  const nested = two(corner("from", 0, 0), corner("to", 1, 1), corner("from", 7, 7), corner("to", 9, 9));
  expect(drawingRanges(drawing(nested, two(corner("to", 2, 5)), two()))).toEqual([
    { from: { row: 1, column: 1 }, to: { row: 2, column: 2 } },
    { from: { row: 6, column: 3 }, to: { row: 6, column: 3 } },
  ]);
});

test("a corner that leaves out its row does not take that of the one before", () => {
  const partial = two(corner("from", 4, 4), "<xdr:to><xdr:col>6</xdr:col></xdr:to>");
  expect(drawingRanges(drawing(partial))).toEqual([{ from: { row: 5, column: 5 }, to: { row: 0, column: 7 } }]);
});
