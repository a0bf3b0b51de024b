import { formRows } from "./sheet-cells.ts";
import { columnNumber } from "./worksheet-cells.ts";

export interface MergedGrid {
  xml: string;
  /** The print area, such as "$A$1:$C$60". */
  area: string;
}

/**
 * Lets an empty worksheet with merged cells print its grid lines: it is an empty form. Rows are cut like trailing
 * formats. Uses regular expressions because the XML parser is slower for large worksheets (see `measureWorksheet`).
 * @param xml a worksheet that would print nothing
 * @returns undefined where no cells are merged
 */
export function mergedGrid(xml: string): MergedGrid | undefined {
  let [lastRow, lastColumn] = [0, ""];
  const kept = xml.replaceAll(
    /<(?:\w+:)?mergeCell\b[^>]*ref="[A-Z]+\d+:([A-Z]+)(\d+)"[^>]*>/g,
    (merge, column: string, row: string) => {
      if (Number(row) > formRows) return "";
      lastRow = Math.max(lastRow, Number(row));
      if (lastColumn === "" || columnNumber(column) > columnNumber(lastColumn)) lastColumn = column;
      return merge;
    },
  );
  if (lastRow === 0) return undefined;
  const prefix = /<((?:\w+:)?)worksheet\b/.exec(xml)?.[1] ?? "";
  const body = kept
    .replace(/<(?:\w+:)?row\b[^>]*?(?:\/>|>.*?<\/(?:\w+:)?row>)/gs, (row) =>
      Number(/\br="(\d+)"/.exec(row)?.[1] ?? 0) > lastRow ? "" : row,
    )
    .replace(/<(?:\w+:)?printOptions\b[^>]*>/, "");
  const options = `<${prefix}printOptions gridLines="1"/>`;
  return {
    xml: body.replace(/<\/(?:\w+:)?mergeCells>/, (end) => end + options),
    area: `$A$1:$${lastColumn}$${lastRow}`,
  };
}
