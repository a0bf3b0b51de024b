import { expect, test } from "vitest";
import { withIsoTimes } from "./iso-times.ts";

test("times become ISO 8601 text, and other values stay", () => {
  const at = new Date("2026-11-20T12:00:00.5Z");
  expect(withIsoTimes({ at, name: "a", count: 2, none: null, list: [1] })).toEqual({
    at: "2026-11-20T12:00:00.500Z",
    name: "a",
    count: 2,
    none: null,
    list: [1],
  });
  expect(withIsoTimes({})).toEqual({});
});
