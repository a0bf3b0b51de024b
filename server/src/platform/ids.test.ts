import { expect, test } from "vitest";
import { newId } from "./ids.ts";

test("identifiers sort by creation, also within one millisecond", () => {
  const ids = Array.from({ length: 5_000 }, () => newId());
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

test("an identifier for an earlier time sorts before, and later ones still sort by creation", () => {
  const first = newId();
  const earlier = newId(Date.now() - 1_000);
  expect(earlier < first).toBe(true);
  expect(first < newId()).toBe(true);
});

test("an identifier is a UUID of version 7 that begins with the time", () => {
  const id = newId(0x0123_4567_89ab);
  expect(id).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
