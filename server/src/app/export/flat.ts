export type Cell = string | number | boolean | null | undefined;
/** A row as a table shows it. */
export type Flat = Record<string, Cell>;

/** Rows that are read at a time. */
export const pageSize = 500;
