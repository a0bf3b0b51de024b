import { expect, test } from "vitest";
import { newId } from "./ids.ts";

test("identifiers made one after the other sort by birth, within one millisecond too", () => {
  const ids = Array.from({ length: 5_000 }, () => newId());
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

test("an identifier of an earlier instant sorts before, and those after it still by birth", () => {
  const first = newId();
  const earlier = newId(Date.now() - 1_000);
  expect(earlier < first).toBe(true);
  expect(first < newId()).toBe(true);
});

test("it is a UUID of version 7 with the instant in front", () => {
  const id = newId(0x0123_4567_89ab);
  expect(id).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
