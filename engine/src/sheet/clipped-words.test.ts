import { expect, test } from "vitest";
import type { PrintedText } from "../office/printed-texts.ts";
import { cutWords } from "./clipped-words.ts";

const cell = (text: string, { column = 2, inLines = false } = {}) => ({
  text,
  row: 1,
  column,
  style: 0,
  inLines,
  neighbours: { before: 1, next: 3 },
});
const drawn = (text: string, seen = text, isClipped = seen !== text): PrintedText => ({ text, seen, isClipped });
const counted = (cells: ReturnType<typeof cell>[], ...printed: PrintedText[]) =>
  Object.fromEntries(cutWords(cells, printed));

const fee = "Consultancy fee in January";

test("a text that is drawn whole, in one piece or in lines, is not clipped", () => {
  expect(counted([cell(fee)], drawn(fee))).toEqual({});
  expect(counted([cell(fee, { inLines: true })], drawn("Consultancy fee "), drawn("in Jan"), drawn("uary"))).toEqual(
    {},
  );
  expect(counted([cell(fee)], drawn("x"), drawn(fee, fee, true), drawn("y"))).toEqual({});
});

test("words beyond the edge of a cell are counted by column, a partly visible one included", () => {
  expect(counted([cell(fee)], drawn("Consultancy fee in Ja", "Consultancy fe       "))).toEqual({ 2: 3 });
  const both = [cell(fee), cell("Paid by bank transfer", { column: 4 })];
  expect(counted(both, drawn("Consultancy fee", undefined, true), drawn("bank transfer", undefined, true))).toEqual({
    2: 2,
    4: 2,
  });
});

test("of the same text in several cells only the clipped ones count", () => {
  const cut = () => drawn("Consultancy fee in ", undefined, true);
  expect(counted([cell(fee), cell(fee), cell(fee)], drawn(fee), cut(), cut())).toEqual({ 2: 2 });
});

test("lines that do not fit count as missing although they are not drawn at all", () => {
  expect(counted([cell(fee, { inLines: true })], drawn("Consultancy"), drawn("12.00"))).toEqual({ 2: 3 });
});

test("clipped punctuation does not count, nor does a text that is not found on the page", () => {
  expect(counted([cell("Total (net)")], drawn("Total (net)", "Total (net "))).toEqual({});
  expect(counted([cell(fee)], drawn("yraunaJ ni eef ycnatlusnoC"), drawn("Total", "To   "))).toEqual({});
});
