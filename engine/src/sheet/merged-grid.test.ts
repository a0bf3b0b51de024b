import { expect, test } from "vitest";
import { mergedGrid } from "./merged-grid.ts";

const merges = (...ranges: string[]) => ranges.map((range) => `<mergeCell ref="${range}"/>`).join("");
const sheet = (rows: string, merged: string, after = "") =>
  `<worksheet><sheetData>${rows}</sheetData><mergeCells>${merged}</mergeCells>${after}</worksheet>`;
const grid = '<printOptions gridLines="1"/>';

test("a form of merged cells is printed to its last row and column, with grid lines instead of other options", () => {
  const rows = '<row r="1"><c r="A1"/></row><row r="4"/>';
  const cut = '<row r="5"><c r="A5"/></row><row r="900" ht="9"/>';
  const options = '<printOptions headings="1"/><pageMargins/>';
  expect(mergedGrid(sheet(rows + cut, merges("A1:AB2", "B3:D4"), options))).toEqual({
    xml: sheet(rows, merges("A1:AB2", "B3:D4"), `${grid}<pageMargins/>`),
    area: "$A$1:$AB$4",
  });
});

test("merged cells below row 60 are removed", () => {
  expect(mergedGrid(sheet("", merges("A1:B60", "A1:C61")))).toEqual({
    xml: sheet("", merges("A1:B60"), grid),
    area: "$A$1:$B$60",
  });
  expect(mergedGrid(sheet("", merges("A61:B61")))).toBeUndefined();
});

test("elements keep their prefix, and a row without a number is kept", () => {
  const prefixed = (xml: string) => xml.replaceAll(/<(\/?)(?=\w)/g, "<$1x:");
  expect(mergedGrid(prefixed(sheet("<row></row>", merges("A1:B2"))))?.xml).toBe(
    prefixed(sheet("<row></row>", merges("A1:B2"), grid)),
  );
});

test("a sheet without merged cells is no form", () => {
  expect(mergedGrid("<worksheet><sheetData/></worksheet>")).toBeUndefined();
});
