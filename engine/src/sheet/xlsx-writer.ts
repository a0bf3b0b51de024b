import { declaration, officeRelationships, writeOfficePackage } from "./office-package.ts";
import type { PageFit } from "./page-fit.ts";
import { digitAdvance } from "./text-width.ts";
import { xmlText } from "./xml-text.ts";

/** A sheet of text cells, ready to print on A4. */
export interface TextSheet {
  name: string;
  columns: { width: number; alignRight: boolean }[];
  rows: Iterable<string[]>;
  /** Index of the row that is set in bold and repeated on every page. */
  header: number | undefined;
  /** In points. */
  fontSize: number;
  margin: number;
  fit: PageFit;
  /** Whether the first column is repeated on every page, where columns are spread over several. */
  repeatFirstColumn: boolean;
}

/** Number of written rows; final only at the end, since long texts continue in further rows. */
interface Written {
  rows: number;
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** Writes cells as inline strings, so that none is read as a number, a date or a formula. */
export function writeTextSheet(path: string, sheet: TextSheet): Promise<void> {
  const written = { rows: 0 };
  const references: [string, string][] = [
    ["worksheet", "worksheets/sheet1.xml"],
    ["styles", "styles.xml"],
  ];
  const workbook = { folder: "xl", name: "workbook.xml", format: "spreadsheetml", kind: "sheet" };
  return writeOfficePackage(path, workbook, references, [
    ["xl/styles.xml", stylesXml(sheet.fontSize)],
    ["xl/worksheets/sheet1.xml", sheetXml(sheet, written)],
    ["xl/workbook.xml", workbookXml(sheet, written)],
  ]);
}

/** @param written complete, since this part follows the sheet */
function* workbookXml({ name, columns, header, repeatFirstColumn }: TextSheet, written: Written): Generator<string> {
  // A sheet's name has at most 31 characters and none of these (Excel's rule; LibreOffice keeps to it).
  const title =
    name
      .replace(/[\\/?*[\]:']/g, " ")
      .trim()
      .slice(0, 31) || "Table";
  const quoted = `'${title}'!`;
  const titles = [
    repeatFirstColumn && `${quoted}$A:$A`,
    header !== undefined && `${quoted}$${header + 1}:$${header + 1}`,
  ].filter(Boolean);
  // Without it, LibreOffice computes page breaks for every row that a sheet can have: see printed-rows.ts.
  const area = `${quoted}$A$1:$${columnLetters(columns.length - 1)}$${written.rows}`;
  const names = [
    titles.length > 0 && definedName("Titles", titles.join(",")),
    columns.length > 0 && written.rows > 0 && definedName("Area", area),
  ].filter(Boolean);
  const defined = names.length === 0 ? "" : `<definedNames>${names.join("")}</definedNames>`;
  yield `${declaration}<workbook xmlns="${main}" xmlns:r="${officeRelationships}"><sheets><sheet name="${xmlText(title)}" sheetId="1" r:id="rId1"/></sheets>${defined}</workbook>`;
}

const definedName = (what: "Titles" | "Area", value: string) =>
  `<definedName name="_xlnm.Print_${what}" localSheetId="0">${xmlText(value)}</definedName>`;

/**
 * Styles: 1 text, 2 amounts, 3 the header, 4 the header over amounts. All are text ("@") and wrap; a thin line
 * separates the rows.
 */
function stylesXml(fontSize: number): string {
  const font = (bold: string) =>
    `<font>${bold}<sz val="${fontSize}"/><name val="Liberation Sans"/><family val="2"/></font>`;
  const cell = (fontId: number, border: number, alignment: string) =>
    `<xf numFmtId="49" fontId="${fontId}" fillId="0" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyBorder="1" applyAlignment="1"><alignment vertical="top" wrapText="1"${alignment}/></xf>`;
  const line = (colour: string) =>
    `<border><left/><right/><top/><bottom style="thin"><color rgb="FF${colour}"/></bottom><diagonal/></border>`;
  const right = ' horizontal="right" indent="1"';
  const left = ' horizontal="left"';
  return `${declaration}<styleSheet xmlns="${main}"><fonts count="2">${font("")}${font("<b/>")}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="3"><border><left/><right/><top/><bottom/><diagonal/></border>${line("D9DCE1")}${line("4B5563")}</borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${cell(0, 1, left)}${cell(0, 1, right)}${cell(1, 2, left)}${cell(1, 2, right)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

function* sheetXml(sheet: TextSheet, written: Written): Generator<string> {
  const { columns, rows, header, fontSize, margin, fit } = sheet;
  const unit = digitAdvance * fontSize;
  const letters = columns.map((_, index) => columnLetters(index));
  yield `${declaration}<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="${fit.how === "fit" ? 1 : 0}"/></sheetPr><cols>`;
  for (const [index, { width }] of columns.entries()) {
    yield `<col min="${index + 1}" max="${index + 1}" width="${(width / unit).toFixed(2)}" customWidth="1"/>`;
  }
  yield "</cols><sheetData>";
  for (const row of rows) {
    const isHeader = written.rows === header;
    const number = ++written.rows;
    let cells = "";
    for (const [column, text] of row.entries()) {
      const style = (isHeader ? 3 : 1) + (columns[column]?.alignRight ? 1 : 0);
      const reference = `r="${letters[column]}${number}" s="${style}"`;
      cells +=
        text === ""
          ? `<c ${reference}/>`
          : `<c ${reference} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
    }
    yield `<row r="${number}">${cells}</row>`;
  }
  const inches = (margin / 72).toFixed(3);
  const scale = fit.how === "fit" ? 'fitToWidth="1" fitToHeight="0"' : `scale="${fit.percent}"`;
  yield `</sheetData><pageMargins left="${inches}" right="${inches}" top="${inches}" bottom="${inches}" header="0.2" footer="0.2"/><pageSetup paperSize="9" ${scale} orientation="${fit.landscape ? "landscape" : "portrait"}"/></worksheet>`;
}

/** 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
