import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { nameStatements } from "./statement-names.ts";

const query = vi.spyOn(pg.Client.prototype, "query").mockImplementation((() => {}) as never);
beforeEach(() => void query.mockClear());
afterEach(() => void vi.clearAllMocks());

/** Returns what a connection sends for a statement. */
function sent(statement: unknown, values: unknown, prepared: "all" | "writes" = "all"): unknown {
  const client = new pg.Client();
  nameStatements(client, prepared);
  client.query(statement as string, values as unknown[]);
  return query.mock.calls.at(-1)?.[0];
}

test("a statement with parameters has the same name each time", () => {
  const first = sent("select $1", [1]);
  expect(first).toEqual({ text: "select $1", name: expect.stringMatching(/^sheaf_\d+$/) });
  expect(sent({ text: "select $1" }, [2])).toEqual(first);
  expect(sent("select $1, 2", [1])).not.toMatchObject({ name: (first as { name: string }).name });
});

test.each([
  ["without parameters that is no query", "begin", []],
  ["of several commands", "select 1; select 2", []],
  ["without a list of parameters", "select 1", undefined],
  ["that has a name", { text: "select $1", name: "own" }, [1]],
  ["that is no text", { submit() {} }, [1]],
])("a statement %s is sent as it is", (_, statement, values) => {
  expect(sent(statement, values)).toBe(statement);
});

test.each([
  ["insert into a values ($1)", true],
  ["  UPDATE a set b = $1", true],
  ["with added as (\n  INSERT into a values ($1)) select 1", true],
  ["delete from a where b = $1", true],
  ["select b from a where c = $1 for update", true],
  ["select b from a where c = $1 for no key update", true],
  ["/* one plan */ select b from a where c = $1", true],
  ["select b from a where /* one plan */ c = $1", true],
  ["select b from a where c = $1 /* one */", false],
  ["select b from inserts where c = $1", false],
  ["insertion $1", false],
])("a connection that prepares writes names “%s”: %s", (text, isNamed) => {
  expect(typeof sent(text, [1], "writes") === "object").toBe(isNamed);
});

test("four hundred different statements are named, and those still are afterwards", () => {
  const named = Array.from({ length: 450 }, (_, index) => sent(`select ${index} + $1`, [1])).filter(
    (each) => typeof each === "object",
  );
  const last = named.at(-1) as { name: string };
  expect(last.name).toBe("sheaf_399");
  expect(sent("select 449 + $1", [1])).toBe("select 449 + $1");
  expect(sent("select 0 + $1", [1])).toEqual(named[0]);
});
