import pg from "pg";
import { expect, test } from "vitest";
import { violatedIndex } from "./unique-violation.ts";

function databaseError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError("refused", 0, "error"), { code, constraint: "users_name" });
}

test.each([
  ["a unique violation", databaseError("23505"), "users_name"],
  [
    "a wrapped unique violation",
    new Error("a", { cause: new Error("b", { cause: databaseError("23505") }) }),
    "users_name",
  ],
  ["a violated foreign key", databaseError("23503"), undefined],
  ["another error", new Error("a"), undefined],
  ["another error with the same code", Object.assign(new Error("a"), { code: "23505", constraint: "x" }), undefined],
  ["nothing", undefined, undefined],
])("%s names the index %s", (_what, error, index) => {
  expect(violatedIndex(error)).toBe(index);
});
