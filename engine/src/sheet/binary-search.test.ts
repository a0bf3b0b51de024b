import { expect, test } from "vitest";
import { firstPassing } from "./binary-search.ts";

test.each([
  [0, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 1, 1, 1],
  [0, 9, 0, 0],
  [0, 9, 4, 4],
  [0, 9, 8, 8],
  [0, 9, 99, 9],
  [3, 9, 0, 3],
  [3, 10, 7, 7],
  [5, 2, 0, 5],
])("from %i before %i, the first number of at least %i is %i", (start, end, least, found) => {
  const asked: number[] = [];
  const passes = (index: number) => {
    asked.push(index);
    return index >= least;
  };
  expect(firstPassing(start, end, passes)).toBe(found);
  expect(asked.every((index) => index >= start && index < end)).toBe(true);
  expect(new Set(asked).size).toBe(asked.length);
});
