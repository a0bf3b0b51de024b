import koffi from "koffi";
import { expect, test } from "vitest";
import { asyncMethod, method, plain } from "./office-kit-table.ts";

const pointerBytes = koffi.sizeof("void*");
const add = koffi.proto("int TableAdd(int one, int other)");
const measure = koffi.proto("int TableMeasure(void* object, int more)");

/** An object as LibreOfficeKit makes them: a pointer to a table of functions. */
function objectOf(...functions: unknown[]): unknown {
  const table = koffi.alloc("void*", functions.length);
  for (const [index, one] of functions.entries()) koffi.encode(table, index * pointerBytes, "void*", one);
  const object = koffi.alloc("void*", 1);
  koffi.encode(object, "void*", table);
  return object;
}
const sum = koffi.register((one: number, other: number) => one + other, koffi.pointer(add));
const product = koffi.register((one: number, other: number) => one * other, koffi.pointer(add));
const isOne = koffi.register((object: unknown, more: number) => (object ? more + 1 : -1), koffi.pointer(measure));

test("a function is taken from its slot of the table", () => {
  const object = objectOf(sum, product, isOne);
  expect([plain(object, 0, add)(3, 4), plain(object, 1, add)(3, 4)]).toEqual([7, 12]);
});

test("a method is given its object before other arguments, on this thread or another", async () => {
  const object = objectOf(sum, product, isOne);
  expect(method(object, 2, measure)(41)).toBe(42);
  expect(await asyncMethod(object, 2, measure)(41)).toBe(42);
});
