/**
 * Rows that are read some at a time, because there may be more than fit into memory.
 * @param read gets the last row of the page before; a page with fewer rows than `size` is the last
 */
export async function* inPages<Last, Row extends Last>(
  size: number,
  read: (last?: Last) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let rows: Row[] = [];
  do {
    rows = await read(rows.at(-1));
    yield* rows;
  } while (rows.length === size);
}
