/**
 * Yields rows that are read page by page, because there may be more than fit into memory.
 * @param read receives the last row of the previous page; a page with fewer rows than `size` is the last
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
