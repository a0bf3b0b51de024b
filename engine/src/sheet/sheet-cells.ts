import { attribute } from "../detect/package.ts";
import type { SheetMeasurements } from "./measure-sheet.ts";
import { columnNumber } from "./worksheet-cells.ts";
import { unescapeXml } from "./xml-text.ts";

/** Maximum number of empty formatted rows after the content that may be part of a form; more are trailing formats. */
export const formRows = 60;
const formColumns = 4;

/** Whether empty formatted cells continue too far after the last content. */
export function trailingFormats({ contentRow, contentColumn, visibleRow, visibleColumn }: SheetMeasurements) {
  return { rows: visibleRow > contentRow + formRows, columns: visibleColumn > contentColumn + formColumns };
}

/**
 * Removes empty formatted cells far after the last content, which would print as empty pages. Uses regular expressions
 * because the rows are a fragment, which the XML parser cannot read.
 * @param body the rows of a worksheet
 * @returns the remaining rows with their measurements
 */
export function trimCells(body: string, measured: SheetMeasurements): { body: string; measured: SheetMeasurements } {
  const { contentRow, contentColumn } = measured;
  const { rows: cutRows, columns: cutColumns } = trailingFormats(measured);
  if (!cutRows && !cutColumns) return { body, measured };

  let kept = body;
  if (cutRows) {
    for (const row of body.matchAll(/<(?:\w+:)?row\b[^>]*?\br="(\d+)"/g)) {
      if (Number(row[1]) <= contentRow) continue;
      kept = body.slice(0, row.index);
      break;
    }
  }
  if (cutColumns) {
    kept = kept.replace(/<(?:\w+:)?c\b[^>]*?\br="([A-Z]+)\d+"[^>]*\/>/g, (cell, letters: string) =>
      columnNumber(letters) > contentColumn ? "" : cell,
    );
  }
  return {
    body: kept,
    measured: {
      ...measured,
      visibleRow: cutRows ? contentRow : measured.visibleRow,
      visibleColumn: cutColumns ? contentColumn : measured.visibleColumn,
    },
  };
}

/** A cell with content. An empty element has no end tag, and that of the next cell must not be taken for it. */
const cell = /<(?:\w+:)?c\b([^>]*)(?<!\/)>(.*?)<\/(?:\w+:)?c>/gs;
const formula = /<(?:\w+:)?f\b[^>]*?(?:\/>|>.*?<\/(?:\w+:)?f>)/s;
const value = /<(?:\w+:)?v\b[^>]*?(?:\/>|>([^<]*)<\/(?:\w+:)?v>)/s;

/** Calls that give away the machine: the folder of the file and the system. */
const machineFunctions = /(?:CELL\(\s*(?:"|&quot;)(?:filename|address)(?:"|&quot;)[^()]*\)|INFO\([^()]*\))/gi;

/** HYPERLINK of texts and cells alone, whose result never changes. */
const plainLink = /^\s*HYPERLINK\((?:"[^"]*"|[^"()[\]])*\)\s*$/i;

/**
 * Replaces formulas by their stored results, so that the workbook prints what its author last saw: neither today's date
 * nor a figure from another file is computed again. Formulas without a stored result stay; where results are
 * placeholders, these are removed instead. Links made by formulas stay formulas, since a stored text has no address.
 * Calls that give away this machine are always removed.
 * @param body the rows of a worksheet, read with regular expressions: they are a fragment, and parsing is slower (see
 * `measureWorksheet`)
 * @param recalculate whether stored results are placeholders
 */
export function replaceFormulas(body: string, recalculate: boolean): string {
  if (!formula.test(body)) return body;
  const silent = body.replace(cell, removeMachineCalls);
  if (recalculate) return silent.replace(cell, (whole) => (formula.test(whole) ? whole.replace(value, "") : whole));

  let allStored = true;
  for (const [, attributes = "", inner = ""] of silent.matchAll(cell)) {
    if (formula.test(inner) && !hasStoredResult(attributes, inner)) allStored = false;
  }
  const isLink = linkTest(silent);
  return silent.replace(cell, (whole, attributes: string, inner: string) => {
    // LibreOffice would take the stored text for the address.
    if (isLink(inner)) return whole.replace(value, "");
    // Cells that share a formula need the cell that states it.
    const shared = /<(?:\w+:)?f\b[^>]*\bt="(?:shared|array|dataTable)"/.test(inner);
    return hasStoredResult(attributes, inner) && (allStored || !shared) ? whole.replace(formula, "") : whole;
  });
}

/** @returns a test whether the content of a cell is a link, or shares the formula of one */
function linkTest(body: string): (inner: string) => boolean {
  if (!/HYPERLINK\(/i.test(body)) return () => false;
  const parted = (stated: string) => /<(?:\w+:)?f\b([^>]*?)(?:\/>|>(.*?)<\/)/s.exec(stated) ?? [];
  const sharedBy = new Set<string>();
  for (const [, , inner = ""] of body.matchAll(cell)) {
    const [, attributes = "", text = ""] = parted(inner);
    const group = attribute(attributes, "si");
    if (group !== undefined && plainLink.test(unescapeXml(text))) sharedBy.add(group);
  }
  return (inner) => {
    const [, attributes = "", text = ""] = parted(inner);
    const kind = attribute(attributes, "t") ?? "normal";
    if (kind === "shared") return sharedBy.has(attribute(attributes, "si") ?? "");
    return kind === "normal" && plainLink.test(unescapeXml(text));
  };
}

/** A numeric cell without formula whose value is zero. */
const zero = /(<(?:\w+:)?c\b(?![^<>]*\st="(?!n"))[^<>]*>)<(?:\w+:)?v>-?0(?:\.0*)?<\/(?:\w+:)?v>/g;

/**
 * Empties zeros where the view of a sheet hides them (ECMA-376-1, 18.3.1.87): LibreOffice would print them. Uses
 * regular expressions because head and rows are fragments, which the XML parser cannot read.
 * @param head of the worksheet part, before its cells. @param body its rows, with formulas replaced
 */
export function hideZeros(head: string, body: string): string {
  const hides = /<(?:\w+:)?sheetView\b[^<>]*\sshowZeros="(?:0|false)"/.test(head);
  return hides ? body.replaceAll(zero, "$1") : body;
}

/** A cell without formula whose value is an error. */
const error = /(<(?:\w+:)?c\b[^<>]*?)\st="e"([^<>]*>)(<(?:\w+:)?v>)[^<]*(<\/(?:\w+:)?v>)/g;
/** Replacements for type and value. */
const printedErrors: Record<string, string> = { blank: "$1$2", dash: '$1 t="str"$2$3--$4', NA: '$1 t="e"$2$3#N/A$4' };

/**
 * Replaces errors where the page set-up prints them in another way (ECMA-376-1, 18.18.57), which LibreOffice ignores.
 * Uses regular expressions because tail and rows are fragments, which the XML parser cannot read.
 * @param tail of the worksheet part, after its cells. @param body its rows, with formulas replaced
 */
export function replaceErrors(tail: string, body: string): string {
  const setup = /<(?:\w+:)?pageSetup\b([^<>]*)>/.exec(tail)?.[1] ?? "";
  const printed = printedErrors[attribute(setup, "errors") ?? "displayed"];
  return printed === undefined ? body : body.replaceAll(error, printed);
}

function hasStoredResult(attributes: string, inner: string): boolean {
  const found = value.exec(inner);
  return found !== null && ((found[1] ?? "") !== "" || /\bt="str"/.test(attributes));
}

/**
 * Removes calls that give away the machine, and the result where LibreOffice computed it here while reading another
 * format.
 */
function removeMachineCalls(whole: string, attributes: string, inner: string): string {
  const stated = formula.exec(inner)?.[0];
  if (stated === undefined || stated.search(machineFunctions) < 0) return whole;
  const computedHere = value.exec(inner)?.[1]?.includes("file://") || /INFO\(/i.test(stated);
  if (hasStoredResult(attributes, inner) && !computedHere) return whole;
  return whole.replace(value, "").replace(stated, stated.replace(machineFunctions, '""'));
}
