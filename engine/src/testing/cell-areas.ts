/** A range of cells; rows and columns are counted from 1. */
export interface Area {
  row: number;
  toRow: number;
  column: number;
  toColumn: number;
}

const last = Number.MAX_SAFE_INTEGER;
const number = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** Parses "Sheet1!$A$1:$D$20,Sheet1!$F:$G" into areas; returns none for a formula. */
export function namedAreas(list: string): Area[] {
  return [...list.matchAll(/!\$?([A-Z]*)\$?(\d*)(?::\$?([A-Z]*)\$?(\d*))?(?=,|$)/g)].map(
    ([, column = "", row = "", toColumn = column, toRow = row]) => ({
      row: row === "" ? 1 : Number(row),
      toRow: toRow === "" ? last : Number(toRow),
      column: column === "" ? 1 : number(column),
      toColumn: toColumn === "" ? last : number(toColumn),
    }),
  );
}

export const within = (areas: Area[], row: number, column: number) =>
  areas.some((one) => row >= one.row && row <= one.toRow && column >= one.column && column <= one.toColumn);
