import type { Side } from "./css-shorthands.ts";
import { hexColour } from "./css-values.ts";
import type { Place } from "./odt-paragraph.ts";
import { attributesXml, borderText, type OdtStyles, points } from "./odt-styles.ts";
import type { BorderLine, Style } from "./style.ts";

export interface TableCell {
  /** The blocks of the cell. */
  xml: string;
  columns: number;
  rows: number;
  style: string;
}

export interface TableRow {
  /** A cell at its first column; "covered" where another cell spans; undefined where there is none. */
  cells: (TableCell | "covered" | undefined)[];
  minHeight: number;
  keepsTogether: boolean;
}

export interface TableFrame extends Place {
  widths: number[];
  rows: TableRow[];
  headRows: number;
  collapsesBorders: boolean;
  isRightToLeft: boolean;
}

/** LibreOffice lays out a longer table in more than proportional time. */
const rowsPerTable = 300;

/** Writes a table, as several ones of the same columns when it is long. */
export function tableXml(table: TableFrame, styles: OdtStyles): string {
  const parts = splitRows(table.rows);
  return parts
    .map((rows, index) => {
      const place = index === 0 ? table : { ...table, above: 0, startsPage: false };
      return onePart({ ...place, rows, headRows: index === 0 ? table.headRows : 0 }, styles);
    })
    .join(spacer(styles));
}

function splitRows(rows: TableRow[]): TableRow[][] {
  if (rows.length <= rowsPerTable * 1.5) return [rows];
  const parts: TableRow[][] = [];
  let part: TableRow[] = [];
  for (const row of rows) {
    const isSpanned = row.cells.some((cell, at) => cell === "covered" && !isSpannedInRow(row, at));
    if (part.length >= rowsPerTable && !isSpanned) {
      parts.push(part);
      part = [];
    }
    part.push(row);
  }
  parts.push(part);
  return parts;
}

/** Returns whether a covered cell belongs to a cell of its own row. */
function isSpannedInRow({ cells }: TableRow, at: number): boolean {
  for (let from = at - 1; from >= 0; from--) {
    const cell = cells[from];
    if (cell === "covered") continue;
    return cell !== undefined && from + cell.columns > at;
  }
  return false;
}

function onePart(table: TableFrame, styles: OdtStyles): string {
  const { widths, rows, headRows } = table;
  const total = widths.reduce((sum, one) => sum + one, 0);
  const style = styles.nameOf(
    "table",
    `<style:table-properties${attributesXml({
      "style:width": points(total),
      "table:align": "left",
      "fo:margin-left": points(table.left),
      "fo:margin-top": points(table.above),
      "fo:margin-bottom": "0pt",
      "fo:break-before": table.startsPage ? "page" : undefined,
      "table:border-model": table.collapsesBorders ? "collapsing" : "separating",
      "style:may-break-between-rows": "true",
      "style:writing-mode": table.isRightToLeft ? "rl-tb" : "lr-tb",
    })}/>`,
  );
  const columns = widths.map((width) => {
    const name = styles.nameOf(
      "table-column",
      `<style:table-column-properties style:column-width="${points(width)}"/>`,
    );
    return `<table:table-column table:style-name="${name}"/>`;
  });
  const written = rows.map((row) => rowXml(row, widths.length, styles));
  const head = headRows > 0 && headRows < rows.length ? headRows : 0;
  const headXml =
    head > 0 ? `<table:table-header-rows>${written.slice(0, head).join("")}</table:table-header-rows>` : "";
  return `<table:table table:style-name="${style}">${columns.join("")}${headXml}${written.slice(head).join("")}</table:table>`;
}

function rowXml({ cells, minHeight, keepsTogether }: TableRow, columns: number, styles: OdtStyles): string {
  const name = styles.nameOf(
    "table-row",
    `<style:table-row-properties${attributesXml({
      "style:min-row-height": minHeight > 0 ? points(minHeight) : undefined,
      "fo:keep-together": keepsTogether ? "always" : "auto",
    })}/>`,
  );
  let xml = `<table:table-row table:style-name="${name}">`;
  for (let at = 0; at < columns; at++) {
    const cell = cells[at];
    if (cell === "covered") xml += "<table:covered-table-cell/>";
    else if (cell === undefined)
      xml += `<table:table-cell office:value-type="string">${spacer(styles)}</table:table-cell>`;
    else {
      const spans = attributesXml({
        "table:number-columns-spanned": cell.columns > 1 ? String(cell.columns) : undefined,
        "table:number-rows-spanned": cell.rows > 1 ? String(cell.rows) : undefined,
      });
      xml += `<table:table-cell table:style-name="${cell.style}"${spans} office:value-type="string">${cell.xml}</table:table-cell>`;
    }
  }
  return `${xml}</table:table-row>`;
}

/** Returns the name of a cell's style. */
export function cellStyle(style: Style, border: Record<Side, BorderLine | undefined>, styles: OdtStyles): string {
  const { background, padding, verticalAlign } = style;
  return styles.nameOf(
    "table-cell",
    `<style:table-cell-properties${attributesXml({
      "fo:background-color": background ? hexColour(background) : undefined,
      "fo:padding-top": points(padding.top),
      "fo:padding-right": points(padding.right),
      "fo:padding-bottom": points(padding.bottom),
      "fo:padding-left": points(padding.left),
      "fo:border-top": borderText(border.top),
      "fo:border-right": borderText(border.right),
      "fo:border-bottom": borderText(border.bottom),
      "fo:border-left": borderText(border.left),
      "style:vertical-align": verticalAlign,
    })}/>`,
  );
}

/**
 * Writes an empty paragraph that takes no room: between tables, and after the last one of a cell.
 * @param above space before it, in pixels
 */
export function spacer(styles: OdtStyles, above = 0): string {
  const name = styles.nameOf(
    "paragraph",
    `<style:paragraph-properties fo:margin-top="${points(above)}" fo:margin-bottom="0pt" fo:line-height="0.5pt"/><style:text-properties fo:font-size="1pt" style:font-size-asian="1pt" style:font-size-complex="1pt"/>`,
  );
  return `<text:p text:style-name="${name}"/>`;
}
