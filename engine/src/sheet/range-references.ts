import { columnNumber } from "./worksheet-cells.ts";

/** Rows and columns of one reference, counted from 1; undefined where it names whole columns, or whole rows. */
interface RangeReference {
  rows: { from: number; to: number } | undefined;
  columns: { from: number; to: number } | undefined;
}

const piece = /(?:'(?:[^']|'')*'|[^',])+/g;
/** A cell or two, two columns or two rows, behind the name of a sheet, which may be empty here. */
const reference = /^(?:'(?:[^']|'')*'|[^'!()"]*)!\$?([A-Z]{0,3})\$?(\d{0,7})(?:(:)\$?([A-Z]{0,3})\$?(\d{0,7}))?$/;

/**
 * "Sheet1!$A$1:$D$20,Sheet1!$F:$G", as names for printing have it, range by range.
 * @returns undefined where it is anything else than a list of references: LibreOffice computes none of them
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
