import { attribute } from "../detect/package.ts";
import type { SheetMeasurements } from "./measure-sheet.ts";
import { columnNumber } from "./worksheet-cells.ts";
import { unescapeXml } from "./xml-text.ts";

/** Empty formatted rows and columns that are still part of a form; what goes on for longer is only left-over formatting. */
export const formRows = 60;
const formColumns = 4;

/** Whether empty formatted cells go on for too long behind the last content. */
export function trailingFormats({ contentRow, contentColumn, visibleRow, visibleColumn }: SheetMeasurements) {
  return { rows: visibleRow > contentRow + formRows, columns: visibleColumn > contentColumn + formColumns };
}

/**
 * Leaves out empty formatted cells far behind the last content, which would print as empty pages.
 * @param body the rows of a worksheet
 * @returns what remains, and what is then seen of it
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

/** With something in it: an empty cell has no end of its own, and the next one's would be taken for it. */
const cell = /<(?:\w+:)?c\b([^>]*)(?<!\/)>(.*?)<\/(?:\w+:)?c>/gs;
const formula = /<(?:\w+:)?f\b[^>]*?(?:\/>|>.*?<\/(?:\w+:)?f>)/s;
const value = /<(?:\w+:)?v\b[^>]*?(?:\/>|>([^<]*)<\/(?:\w+:)?v>)/s;

/** Functions that tell about the machine: where the file lies and what the system is. */
const machineFunctions = /(?:CELL\(\s*(?:"|&quot;)(?:filename|address)(?:"|&quot;)[^()]*\)|INFO\([^()]*\))/gi;

/** Given nothing but texts and cells, which is the same whenever it is computed. */
const plainLink = /^\s*HYPERLINK\((?:"[^"]*"|[^"()[\]])*\)\s*$/i;

/**
 * Prints what the author last saw: where a formula's result is stored, the formula goes, so that a date of today or a figure from
 * somewhere else is not computed anew. Where the writing program stored no results, or says that they are placeholders, the
 * formulas stay and the placeholders go; so they do with links, which would lead nowhere. Nothing is ever told about this machine.
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
    // LibreOffice would take the stored words for the address.
    if (isLink(inner)) return whole.replace(value, "");
    // Cells that share a formula need the one that states it.
    const shared = /<(?:\w+:)?f\b[^>]*\bt="(?:shared|array|dataTable)"/.test(inner);
    return hasStoredResult(attributes, inner) && (allStored || !shared) ? whole.replace(formula, "") : whole;
  });
}

/** @returns whether what is in a cell is a link, or shares the formula of one */
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

/** Of a number, where no formula is left that computes it. */
const zero = /(<(?:\w+:)?c\b(?![^<>]*\st="(?!n"))[^<>]*>)<(?:\w+:)?v>-?0(?:\.0*)?<\/(?:\w+:)?v>/g;

/**
 * A view may hide its zeros (ECMA-376-1, 18.3.1.87), which LibreOffice prints all the same.
 * @param head of the worksheet, before its cells. @param body its rows, with their formulas settled
 */
export function hideZeros(head: string, body: string): string {
  const hides = /<(?:\w+:)?sheetView\b[^<>]*\sshowZeros="(?:0|false)"/.test(head);
  return hides ? body.replaceAll(zero, "$1") : body;
}

/** A cell that is an error, where no formula is left that computes it. */
const error = /(<(?:\w+:)?c\b[^<>]*?)\st="e"([^<>]*>)(<(?:\w+:)?v>)[^<]*(<\/(?:\w+:)?v>)/g;
/** In place of type and value. */
const printedErrors: Record<string, string> = { blank: "$1$2", dash: '$1 t="str"$2$3--$4', NA: '$1 t="e"$2$3#N/A$4' };

/**
 * An author may have errors printed as something else (ECMA-376-1, 18.18.57), which LibreOffice does not know.
 * @param tail of the worksheet, behind its cells. @param body its rows, with their formulas settled
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

/** A result that LibreOffice has just computed here, when it read another format, is computed again without the machine's part. */
function removeMachineCalls(whole: string, attributes: string, inner: string): string {
  const stated = formula.exec(inner)?.[0];
  if (stated === undefined || stated.search(machineFunctions) < 0) return whole;
  const computedHere = /file:\/\//.test(value.exec(inner)?.[1] ?? "") || /INFO\(/i.test(stated);
  if (hasStoredResult(attributes, inner) && !computedHere) return whole;
  return whole.replace(value, "").replace(stated, stated.replace(machineFunctions, '""'));
}
