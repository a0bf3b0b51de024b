import { expect, test } from "vitest";
import {
  readPageSetup,
  removeBackground,
  removeUsualFooter,
  removeWhiteHeaderColour,
  setChartPage,
  setFitToPage,
  setPageSetup,
  splitWorksheet,
} from "./page-setup.ts";
import { replaceErrors, replaceFormulas } from "./sheet-cells.ts";

const sheet = (before: string, after: string) =>
  `<worksheet xmlns="m">${before}<sheetData><row r="1"/></sheetData>${after}</worksheet>`;

const rewritten = (xml: string) => {
  const { head, body, tail } = splitWorksheet(xml);
  return setFitToPage(head, true) + body + setPageSetup(tail, { landscape: true, fit: { width: 1, height: 0 } });
};
const fitted = '<pageSetup paperSize="9" fitToWidth="1" fitToHeight="0" orientation="landscape"/>';

test.each([
  ["nothing", sheet("", "")],
  ["an empty property", sheet('<sheetPr codeName="A"/>', "<pageMargins left='1'/>")],
  [
    "properties",
    sheet(
      '<sheetPr><tabColor rgb="1"/></sheetPr>',
      '<pageMargins left="1"/><pageSetup scale="40" r:id="rId1"/><drawing/>',
    ),
  ],
  ["a fit that is off", sheet('<sheetPr><pageSetUpPr fitToPage="0"/></sheetPr>', "<pageSetup></pageSetup>")],
  ["prefixes", sheet("", "").replaceAll(/<(\/?)(?=[a-z])/g, "<$1x:")],
])("a sheet with %s gets one page set-up element, in the right place", (_, xml) => {
  const result = rewritten(xml).replaceAll("x:", "");
  expect(result.match(/<pageSetup\b[^>]*>/g)).toEqual([fitted]);
  expect(result.match(/<pageSetUpPr[^>]*>/g)).toEqual(['<pageSetUpPr fitToPage="1"/>']);
  expect(result.indexOf("<sheetPr")).toBeLessThan(result.indexOf("<sheetData"));
  expect(result.indexOf("<pageSetup ")).toBeGreaterThan(result.indexOf("</sheetData>"));
  expect(result.indexOf("<pageSetup ")).toBeGreaterThan(result.indexOf("<pageMargins"));
});

test("the page set-up of a custom view is not taken for the sheet's", () => {
  const xml = sheet(
    "",
    '<customSheetViews><customSheetView><pageSetup scale="20" orientation="landscape"/></customSheetView></customSheetViews>',
  );
  expect(readPageSetup(xml)).toMatchObject({ scale: 100, landscape: false });
});

test.each([
  ["no set-up", "", "landscape"],
  ["other paper", '<pageSetup paperSize="8" r:id="rId2"/>', "landscape"],
  ["its author's choice", '<pageSetup orientation="portrait"></pageSetup>', "portrait"],
])("a chart sheet with %s gets the orientation that Excel would use", (_, setup, orientation) => {
  const view =
    '<customSheetViews><customSheetView><pageSetup orientation="portrait"/></customSheetView></customSheetViews>';
  const chart = `<chartsheet><sheetPr/>${view}<pageMargins left="1"/>${setup}<drawing r:id="rId1"/></chartsheet>`;
  expect(setChartPage(chart)).toBe(
    `<chartsheet><sheetPr/><pageMargins left="1"/><pageSetup paperSize="9" orientation="${orientation}"/><drawing r:id="rId1"/></chartsheet>`,
  );
});

test("the file's folder is removed from a header and its name is kept", () => {
  const xml = sheet("", "<pageSetup/><headerFooter><oddHeader>&amp;L&amp;Z&amp;F</oddHeader></headerFooter>");
  expect(rewritten(xml)).toContain("<oddHeader>&amp;L&amp;F</oddHeader>");
});

test("white text of an OpenDocument footer loses its colour", () => {
  const footer = (code: string) =>
    `<headerFooter><oddFooter>&amp;C&amp;K0000FFPage ${code}&amp;P</oddFooter></headerFooter>`;
  const cell = "<c><is><t>&amp;Kffffff</t></is></c>";
  expect(removeWhiteHeaderColour(sheet(cell, footer("&amp;Kffffff")))).toBe(sheet(cell, footer("")));
});

test("the picture behind the cells is removed, other pictures are kept", () => {
  const tail = '<drawing r:id="rId1"/><legacyDrawing r:id="rId2"/>';
  expect(removeBackground(sheet("", `${tail}<picture r:id="rId3"/>`))).toBe(sheet("", tail));
  const prefixed = `<x:worksheet><x:sheetData/><x:picture r:id="rId3"></x:picture><y:picture z="1"/></x:worksheet>`;
  expect(removeBackground(prefixed)).toBe('<x:worksheet><x:sheetData/><y:picture z="1"/></x:worksheet>');
});

test.each([
  ["blank", '<c r="A1" s="2"></c>'],
  ["dash", '<c r="A1" t="str" s="2"><v>--</v></c>'],
  ["NA", '<c r="A1" t="e" s="2"><v>#N/A</v></c>'],
  ["displayed", '<c r="A1" t="e" s="2"><v>#DIV/0!</v></c>'],
])("errors are printed as the page set-up states: %s", (errors, printed) => {
  const [error, next] = ['<c r="A1" t="e" s="2"><v>#DIV/0!</v></c>', '<c r="B1"><v>5</v></c>'];
  expect(replaceErrors(`</sheetData><pageSetup errors="${errors}"/>`, error + next)).toBe(printed + next);
});

test("formulas are replaced by their stored results", () => {
  const cells = '<c r="A1"><f>TODAY()</f><v>46037</v></c><c r="A2" t="str"><f>IF(A1=0,1,"")</f><v></v></c>';
  expect(replaceFormulas(cells, false)).toBe('<c r="A1"><v>46037</v></c><c r="A2" t="str"><v></v></c>');
});

test("stored results after an empty cell and of shared formulas are used too", () => {
  const overdue = (result: string) =>
    `<c r="D2" s="1"/><c r="E2" s="2" t="str">${result}</c><c r="E3"><f t="shared" si="0" ref="E3:E4">TODAY()</f><v>46037</v></c>`;
  const formula = '<f>IF(AND(D2="",TODAY()&gt;C2),"OVERDUE","")</f>';
  expect(replaceFormulas(overdue(`${formula}<v></v>`), false)).toBe(overdue("<v></v>").replace(/<f t=.*<\/f>/, ""));
});

test("formulas without results, and formulas with placeholders as results, are kept", () => {
  const open = '<c r="A1"><f>1+1</f></c><c r="A2"><f t="shared" si="0" ref="A2:A3">2+2</f><v>4</v></c>';
  expect(replaceFormulas(open, false)).toBe(open);
  expect(replaceFormulas('<c r="A1"><f>1+1</f><v>0</v></c>', true)).toBe('<c r="A1"><f>1+1</f></c>');
});

test("a HYPERLINK formula of texts and cells is kept, without its stored text", () => {
  const cell = (formula: string, value = "<v>Open</v>") => `<c r="A1" t="str">${formula}${value}</c>`;
  const link = '<f>HYPERLINK("https://x.example/?a=(1)&amp;b="&amp;\'My sheet\'!B2,"Open")</f>';
  const [first, next] = ['<f t="shared" si="3" ref="A2:A3">HYPERLINK(B2)</f>', '<f t="shared" si="3"/>'];
  const cells = (value?: string) => [link, first, next].map((formula) => cell(formula, value)).join("");
  expect(replaceFormulas(cells(), false)).toBe(cells(""));
});

test.each(['HYPERLINK("#"&amp;TODAY(),"Open")', "HYPERLINK([1]Links!A1)", 'IF(A2,HYPERLINK(A2),"")'])(
  "%s may give another result, so only its stored text is kept",
  (formula) => {
    const words = "<v>Open</v>";
    expect(replaceFormulas(`<c t="str"><f>${formula}</f>${words}</c>`, false)).toBe(`<c t="str">${words}</c>`);
  },
);

test("functions that would print data of this machine are removed", () => {
  const cells = '<c r="A1"><f>LEN(CELL("filename",A1))&amp;INFO("osversion")</f></c>';
  expect(replaceFormulas(cells, false)).toBe('<c r="A1"><f>LEN("")&amp;""</f></c>');
});

test("a footer that LibreOffice made up is removed, and an author's stays", () => {
  const font = "&amp;C&amp;&quot;Times New Roman,Regular&quot;&amp;12";
  const footer = (text: string) => `<headerFooter><oddHeader/><oddFooter>${text}</oddFooter></headerFooter>`;
  expect(removeUsualFooter(footer(`${font}Page &amp;P`))).toBe(footer(""));
  for (const own of [footer("&amp;CPage &amp;P"), footer(`${font}Page &amp;P of &amp;N`)])
    expect(removeUsualFooter(own)).toBe(own);
});
