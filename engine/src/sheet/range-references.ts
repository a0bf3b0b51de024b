import { columnNumber } from "./worksheet-cells.ts";

/** Rows and columns of a reference, counted from 1; rows are undefined for whole columns, columns for whole rows. */
interface RangeReference {
  rows: { from: number; to: number } | undefined;
  columns: { from: number; to: number } | undefined;
}

const piece = /(?:'(?:[^']|'')*'|[^',])+/g;
/** A cell, a range, whole columns or whole rows after a sheet name and "!"; the name may be empty. */
const reference = /^(?:'(?:[^']|'')*'|[^'!()"]*)!\$?([A-Z]{0,3})\$?(\d{0,7})(?:(:)\$?([A-Z]{0,3})\$?(\d{0,7}))?$/;

/**
 * Parses a list of references as print areas and print titles state them: "Sheet1!$A$1:$D$20,Sheet1!$F:$G".
 * @returns undefined for anything but references, such as a formula, which LibreOffice does not evaluate here
 */
export function parseRanges(list: string): RangeReference[] | undefined {
  const ranges = (list.match(piece) ?? []).map((text) => parseRange(text.trim()));
  const known = ranges.filter((one) => one !== undefined);
  return known.length > 0 && known.length === ranges.length ? known : undefined;
}

function parseRange(text: string): RangeReference | undefined {
  const found = reference.exec(text);
  if (!found) return undefined;
  const [, column = "", row = "", isRange, toColumn = "", toRow = ""] = found;
  const isAlike = isRange ? (column === "") === (toColumn === "") && (row === "") === (toRow === "") : column && row;
  if (!isAlike || column + row === "") return undefined;
  return {
    rows: row === "" ? undefined : { from: Number(row), to: Number(toRow || row) },
    columns: column === "" ? undefined : { from: columnNumber(column), to: columnNumber(toColumn || column) },
  };
}
