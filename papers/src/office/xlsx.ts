import { escapeXml } from "../page/svg.ts";
import { containerOf, relationsPart } from "./container.ts";

const sheetMarkup = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Cell styles, in the order in which they are written. */
const looks = [
  "plain",
  "title",
  "note",
  "heading",
  "headingRight",
  "date",
  "money",
  "number",
  "totalWords",
  "totalMoney",
  "totalNumber",
] as const;
export type Look = (typeof looks)[number];

/** Text, a number, a date, or a formula with its stored result. */
export interface Cell {
  value: string | number | Date;
  look?: Look;
  formula?: string;
}

export interface Table {
  name: string;
  rows: (Cell | undefined)[][];
  /** Column widths in characters. */
  widths: number[];
  /** Number of frozen rows at the top. */
  frozen: number;
  landscape?: boolean;
}

/** Returns Excel's serial number of a date: days since 30 December 1899. */
const serial = (date: Date) => Math.floor(date.getTime() / 86_400_000) + 25_569;

const columnName = (column: number) => String.fromCharCode(65 + column);

/**
 * Writes a workbook.
 * @param colour colour of headings, "rrggbb"
 */
export function xlsxOf(tables: Table[], font: string, colour: string): Promise<Uint8Array> {
  return containerOf([
    relationsPart("", [["officeDocument", "xl/workbook.xml"]]),
    {
      path: "xl/workbook.xml",
      type: `${sheetType}.sheet.main+xml`,
      xml: `<workbook xmlns="${sheetMarkup}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${tables
        .map(({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
        .join("")}</sheets></workbook>`,
    },
    relationsPart("xl/workbook.xml", [
      ...tables.map((_, index) => ["worksheet", `worksheets/sheet${index + 1}.xml`] as const),
      ["styles", "styles.xml"],
    ]),
    { path: "xl/styles.xml", type: `${sheetType}.styles+xml`, xml: styles(font, colour) },
    ...tables.map((table, index) => ({
      path: `xl/worksheets/sheet${index + 1}.xml`,
      type: `${sheetType}.worksheet+xml`,
      xml: sheet(table),
    })),
  ]);
}

function sheet({ rows, widths, frozen, landscape }: Table): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const body = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((cell, column) => (cell ? cellMarkup(cell, `${columnName(column)}${row + 1}`) : "")).join("")}</row>`,
  );
  return `<worksheet xmlns="${sheetMarkup}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join("")}</cols><sheetData>${body.join("")}</sheetData><pageMargins left="0.6" right="0.6" top="0.7" bottom="0.7" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="${landscape ? "landscape" : "portrait"}" fitToWidth="1" fitToHeight="0"/></worksheet>`;
}

function cellMarkup({ value, look, formula }: Cell, reference: string): string {
  const style = looks.indexOf(look ?? (value instanceof Date ? "date" : "plain"));
  if (typeof value === "string")
    return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
  const stored = value instanceof Date ? serial(value) : value;
  return `<c r="${reference}" s="${style}">${formula ? `<f>${escapeXml(formula)}</f>` : ""}<v>${stored}</v></c>`;
}

function styles(font: string, colour: string): string {
  const letters = (more: string, size = 11) => `<font>${more}<sz val="${size}"/><name val="${font}"/></font>`;
  const formats = { plain: 0, date: 14, number: 164, money: 165 };
  const style = (format: number, { font = 0, fill = 0, border = 0, align = "" } = {}) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${align && `<alignment horizontal="${align}"/>`}</xf>`;
  const ofLooks: Record<Look, string> = {
    plain: style(formats.plain, { border: 1 }),
    title: style(formats.plain, { font: 2 }),
    note: style(formats.plain),
    heading: style(formats.plain, { font: 3, fill: 2 }),
    headingRight: style(formats.plain, { font: 3, fill: 2, align: "right" }),
    date: style(formats.date, { border: 1, align: "left" }),
    money: style(formats.money, { border: 1 }),
    number: style(formats.number, { border: 1 }),
    totalWords: style(formats.plain, { font: 1, border: 2 }),
    totalMoney: style(formats.money, { font: 1, border: 2 }),
    totalNumber: style(formats.number, { font: 1, border: 2 }),
  };
  return `<styleSheet xmlns="${sheetMarkup}"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0"/><numFmt numFmtId="165" formatCode="&quot;£&quot;#,##0.00"/></numFmts><fonts count="4">${letters("")}${letters("<b/>")}${letters("<b/>", 15)}<font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="${font}"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF${colour}"/></patternFill></fill></fills><borders count="3"><border/><border><bottom style="hair"><color rgb="FFB8BFC9"/></bottom></border><border><top style="thin"/><bottom style="double"/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${looks.length}">${looks.map((look) => ofLooks[look]).join("")}</cellXfs></styleSheet>`;
}
