import { expect, test } from "vitest";
import { asCsv, asJson } from "./export-lists.ts";
import type { Flat } from "./flat.ts";

const listOf = (...rows: Flat[]) => {
  async function* each() {
    yield* rows;
  }
  return { name: "list", rows: each, table: each };
};
async function textOf(chunks: AsyncGenerator<string>): Promise<string> {
  let text = "";
  for await (const chunk of chunks) text += chunk;
  return text;
}

test("a list is one array in JSON, with a line for each row", async () => {
  expect(await textOf(asJson(listOf()))).toBe("[]\n");
  expect(await textOf(asJson(listOf({ a: 1 })))).toBe('[{"a":1}]\n');
  expect(JSON.parse(await textOf(asJson(listOf({ a: 1 }, { a: null }, { a: "x" }))))).toEqual([
    ...[{ a: 1 }, { a: null }, { a: "x" }],
  ]);
  expect(await textOf(asJson(listOf({ a: 1 }, { a: 2 })))).toBe('[{"a":1},\n{"a":2}]\n');
});

test("a list is a table in CSV, with its columns named once, yes and no for truth, and empty cells for nothing", async () => {
  const list = listOf(
    { name: "Oak", isOn: true, pages: 0, note: null },
    { name: "=1+1", isOn: false, pages: 3, note: "" },
  );
  expect(await textOf(asCsv(list))).toBe("\uFEFFname,isOn,pages,note\r\nOak,yes,0,\r\n'=1+1,no,3,\r\n");
  expect(await textOf(asCsv(listOf()))).toBe("\uFEFF");
});

test("rows of a table have the columns of the first one, in its order", async () => {
  expect(await textOf(asCsv(listOf({ a: 1, b: 2 }, { b: 4, a: 3 }, { a: 5 })))).toBe(
    "\uFEFFa,b\r\n1,2\r\n3,4\r\n5,\r\n",
  );
});
