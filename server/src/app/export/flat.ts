export type Cell = string | number | boolean | null | undefined;
/** A row of a table. */
export type Flat = Record<string, Cell>;

/** Number of rows per query. */
export const pageSize = 500;
