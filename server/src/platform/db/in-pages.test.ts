import { expect, test } from "vitest";
import { inPages } from "./in-pages.ts";

/** Reads numbers in pages of two; returns them, and after which one each page was read. */
async function read(numbers: number[]) {
  const asked: (number | undefined)[] = [];
  const pages = inPages<number, number>(2, async (last) => {
    asked.push(last);
    return numbers.filter((number) => last === undefined || number > last).slice(0, 2);
  });
  const rows: number[] = [];
  for await (const row of pages) rows.push(row);
  return { rows, asked };
}

test.each([
  [[], [undefined]],
  [[1], [undefined]],
  [
    [1, 2],
    [undefined, 2],
  ],
  [
    [1, 2, 3],
    [undefined, 2],
  ],
  [
    [1, 2, 3, 4],
    [undefined, 2, 4],
  ],
])("the rows %j are read after %j", async (rows, asked) => {
  expect(await read(rows)).toEqual({ rows, asked });
});
