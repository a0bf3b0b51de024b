import { expect, test } from "vitest";
import {
  frozenRowCount,
  markCustomWidths,
  readPageSetup,
  removeWhiteHeaderColour,
  setChartPage,
  setFitToPage,
  setPageSetup,
  splitWorksheet,
} from "./page-setup.ts";

const sheet = (before: string, after: string) =>
  `<worksheet>${before}<sheetData><row r="1"/></sheetData>${after}</worksheet>`;
const usual = {
  fitToPage: false,
  fitToWidth: 1,
  fitToHeight: 1,
  scale: 100,
  landscape: false,
  columnBreaks: [],
};

test("a worksheet without a page set-up has the usual one, with margins of 0.7 and 0.75 inches", () => {
  const { marginsAcross, marginsDown, ...others } = readPageSetup(sheet("", ""));
  expect(others).toEqual(usual);
  expect(marginsAcross).toBeCloseTo(100.8, 6);
  expect(marginsDown).toBeCloseTo(108, 6);
});

test("all that a page set-up states is read, margins in points", () => {
  const fit = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
  const breaks =
    '<colBreaks count="2"><brk id="5" man="1"/><brk id="12"/></colBreaks><rowBreaks><brk id="7"/></rowBreaks>';
  const setup = '<x:pageSetup scale="64" fitToWidth="2" fitToHeight="0" orientation="landscape"/>';
  const margins = '<pageMargins left="0.5" right="0.25" top="1" bottom="2" header="9"/>';
  expect(readPageSetup(sheet(fit, margins + setup + breaks))).toEqual({
    fitToPage: true,
    fitToWidth: 2,
    fitToHeight: 0,
    scale: 64,
    landscape: true,
    marginsAcross: 54,
    marginsDown: 216,
    columnBreaks: [5, 12],
  });
});

test.each(["0", "none", ""])("a scale of %j is 100 %%", (scale) => {
  expect(readPageSetup(sheet("", `<pageSetup scale="${scale}"/>`)).scale).toBe(100);
});

test.each([
  ['<pane ySplit="2" state="frozen"/>', 2],
  ['<pane xSplit="1" ySplit="3" state="frozenSplit"/>', 3],
  ['<pane ySplit="2.9" state="frozen"/>', 2],
  ['<pane xSplit="1" state="frozen"/>', 0],
  ['<pane ySplit="2000" state="split"/>', 0],
  ['<pane ySplit="2000"/>', 0],
  ["", 0],
])("the view %s has %i frozen rows", (pane, rows) => expect(frozenRowCount(`<worksheet>${pane}`)).toBe(rows));

const view = '<customSheetViews><customSheetView scale="9"/></customSheetViews>';
test.each<[string, string, object]>([
  [
    "rows",
    `<w><sheetData><row/></sheetData>${view}<a/></w>`,
    { head: "<w><sheetData>", body: "<row/>", tail: "</sheetData><a/></w>" },
  ],
  ["no rows", "<w><x:sheetData/><a/></w>", { head: "<w><x:sheetData/>", body: "", tail: "<a/></w>" }],
  ["rows that do not end", "<w><sheetData><row/>", { head: "<w><sheetData>", body: "", tail: "<row/>" }],
  ["no cells at all", "<chartsheet/>", { head: "<chartsheet/>", body: "", tail: "" }],
])("a worksheet part with %s is divided around them, without custom views", (_what, xml, parts) => {
  expect(splitWorksheet(xml)).toEqual(parts);
});

test("widths count as custom in the head of a worksheet only", () => {
  const cols = (custom: boolean) => `<cols><x:col min="1" width="9" customWidth="${custom}"/></cols>`;
  const after = '<col customWidth="false"/>';
  expect(markCustomWidths(sheet(cols(false) + cols(false), after))).toBe(sheet(cols(true) + cols(true), after));
});

test("fit to page is switched off where it is stated", () => {
  const head = (on: number) => `<worksheet><sheetPr><pageSetUpPr fitToPage="${on}"/></sheetPr><sheetData>`;
  expect(setFitToPage(head(1), false)).toBe(head(0));
  expect(setFitToPage(head(0), true)).toBe(head(1));
});

test.each<[string, string, Parameters<typeof setPageSetup>[1], string]>([
  ["a scale", "", { landscape: false, scale: 64 }, 'scale="64" orientation="portrait"'],
  ["no scale", "", { landscape: true }, 'scale="100" orientation="landscape"'],
  [
    "a fit",
    "",
    { landscape: true, fit: { width: 2, height: 0 } },
    'fitToWidth="2" fitToHeight="0" orientation="landscape"',
  ],
  [
    "page numbers of its author's",
    '<pageSetup firstPageNumber="7" scale="9" useFirstPageNumber="1" pageOrder="overThenDown" r:id="r1"/>',
    { landscape: false, scale: 80 },
    'scale="80" orientation="portrait" firstPageNumber="7" useFirstPageNumber="1" pageOrder="overThenDown"',
  ],
])("a page set-up with %s is written for A4", (_what, stated, setup, attributes) => {
  const tail = (pageSetup: string) => `</sheetData><pageMargins left="1"/>${pageSetup}<drawing/></worksheet>`;
  expect(setPageSetup(tail(stated), setup)).toBe(tail(`<pageSetup paperSize="9" ${attributes}/>`));
});

test("without margins and rows, the page set-up comes first", () => {
  expect(setPageSetup("<drawing/></x:worksheet>", { landscape: false })).toBe(
    '<x:pageSetup paperSize="9" scale="100" orientation="portrait"/><drawing/></x:worksheet>',
  );
});

test("a chart sheet's page set-up comes before its headers, which lose the file's folder", () => {
  const headers = (codes: string) => `<headerFooter><oddHeader>${codes}&amp;F</oddHeader></headerFooter>`;
  expect(setChartPage(`<chartsheet>${headers("&amp;Z")}<drawing/></chartsheet>`)).toBe(
    `<chartsheet><pageSetup paperSize="9" orientation="landscape"/>${headers("")}<drawing/></chartsheet>`,
  );
});

test("a chart sheet without a drawing, and a part that is no XML, stay", () => {
  expect(setChartPage("<chartsheet><sheetPr/></chartsheet>")).toBe("<chartsheet><sheetPr/></chartsheet>");
  expect(setChartPage("")).toBe("");
});

test("only white loses its colour, in headers alone", () => {
  const headers = (codes: string) => `<headerFooter>${codes}&amp;KFFFFF0&amp;A</headerFooter>`;
  const xml = (codes: string) => `<worksheet><t>&amp;KFFFFFF</t>${headers(codes)}</worksheet>`;
  expect(removeWhiteHeaderColour(xml("&amp;KFFFFFF&amp;kffffff"))).toBe(xml(""));
});

test.each([
  ["", '<x:sheetPr><x:pageSetUpPr fitToPage="1"/></x:sheetPr>'],
  ['<x:sheetPr codeName="A"/>', '<x:sheetPr codeName="A"><x:pageSetUpPr fitToPage="1"/></x:sheetPr>'],
  ["<x:sheetPr><x:tabColor/></x:sheetPr>", '<x:sheetPr><x:tabColor/><x:pageSetUpPr fitToPage="1"/></x:sheetPr>'],
  [
    '<x:sheetPr a="1"><x:pageSetUpPr a="2"></x:pageSetUpPr></x:sheetPr>',
    '<x:sheetPr a="1"><x:pageSetUpPr fitToPage="1"/></x:sheetPr>',
  ],
])("fit to page is added to the properties %j of a sheet with a prefix", (stated, written) => {
  const head = (properties: string) => `<x:worksheet a="1">${properties}<x:sheetData>`;
  expect(setFitToPage(head(stated), true)).toBe(head(written));
});
