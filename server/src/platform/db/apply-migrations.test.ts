import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { expect, onTestFinished, test } from "vitest";
import { applyMigrations } from "./apply-migrations.ts";
import { isBeforeBaseline, ownFolder } from "./baseline.ts";
import { migrationState } from "./migration-state.ts";

const own = readMigrationFiles({ migrationsFolder: ownFolder }).map(({ folderMillis }) => folderMillis);
const [first = 0] = own;
const last = own.at(-1) ?? 0;

/** A folder of migrations in drizzle-kit's format. Their times follow that of the baseline, one millisecond apart. */
function folderOf(...migrations: string[][]): string {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "meta"));
  const entries = migrations.map((statements, idx) => {
    writeFileSync(join(folder, `${idx}.sql`), statements.join("--> statement-breakpoint"));
    return { idx, when: first + idx, tag: `${idx}`, version: "7", breakpoints: true };
  });
  writeFileSync(
    join(folder, "meta", "_journal.json"),
    JSON.stringify({ version: "7", dialect: "postgresql", entries }),
  );
  return folder;
}

interface Database {
  /** Times of the first and the last migration that it ran. */
  ran?: [number | null, number | null];
  /** Whether an index of the name exists, and is valid. */
  index?: "valid" | "invalid";
  fails?: string;
}

/** Applies the migrations to a database. Returns the statements after those about Drizzle's own table. */
async function applied(folder: string, { ran = [null, null], index, fails }: Database = {}) {
  const statements: string[] = [];
  const query = async (statement: string, values: unknown[] = []) => {
    if (statement.includes("min(created_at)")) return { rows: [{ first: ran[0], last: ran[1] }] };
    const named = [statement.trim(), ...values.map(String).filter((value) => !/^[0-9a-f]{64}$/.test(value))].join(
      " | ",
    );
    if (!statement.startsWith("create schema") && !statement.startsWith("create table if not exists drizzle")) {
      statements.push(named.replace(/^insert into drizzle\S+ .*\|/, "recorded"));
    }
    if (statement === fails) throw new Error("refused");
    if (statement.includes("pg_index")) return { rows: index ? [{ valid: index === "valid" }] : [] };
    return { rows: [] };
  };
  const error = await applyMigrations({ query } as never, folder).catch(({ message }) => message);
  return { statements, error };
}

test("each migration runs in its own transaction, which records it", async () => {
  const { statements } = await applied(folderOf(["create table a ()", "create table b ()"], ["drop table a"]));
  expect(statements).toEqual([
    "begin",
    "create table a ()",
    "create table b ()",
    `recorded ${first}`,
    "commit",
    "begin",
    "drop table a",
    `recorded ${first + 1}`,
    "commit",
  ]);
});

test("only migrations after the last one that was run are run", async () => {
  const folder = folderOf(["select 0"], ["select 1"], ["select 2"]);
  const after = async (when: number) => (await applied(folder, { ran: [first, when] })).statements;
  expect((await after(first)).filter((one) => one.startsWith("select"))).toEqual(["select 1", "select 2"]);
  expect((await after(first + 1)).filter((one) => one.startsWith("select"))).toEqual(["select 2"]);
  expect(await after(first + 2)).toEqual([]);
});

test("a migration that fails is rolled back, and none after it is run", async () => {
  const { statements, error } = await applied(folderOf(["select 0"], ["select 1"]), { fails: "select 0" });
  expect([error, statements]).toEqual(["refused", ["begin", "select 0", "rollback"]]);
});

test("a database older than the baseline is refused before anything is changed", async () => {
  const { statements, error } = await applied(folderOf(["select 0"]), { ran: [first - 1, first - 1] });
  expect(error).toContain("tables of an earlier version of Sheaf");
  expect(statements).toEqual([]);
});

const index = 'CREATE INDEX CONCURRENTLY IF NOT EXISTS "by_name" ON "a" ("name")';
const lookUp = 'select indisvalid as valid from pg_index where indexrelid = to_regclass($1) | "by_name"';

test.each<[string, Database["index"], string[]]>([
  ["missing", undefined, [lookUp, index, `recorded ${first}`]],
  ["valid", "valid", [lookUp, `recorded ${first}`]],
  ["invalid", "invalid", [lookUp, 'drop index concurrently "by_name"', index, `recorded ${first}`]],
])("an index that is %s is built concurrently where needed, without a transaction", async (_what, state, expected) => {
  expect((await applied(folderOf([index]), state ? { index: state } : {})).statements).toEqual(expected);
});

test.each(["create unique index concurrently by_name on a (name)", '\n create index concurrently "by_name" on a (b)'])(
  "%j is built without a transaction",
  async (statement) => {
    expect((await applied(folderOf([statement]))).statements).toEqual([lookUp, statement.trim(), `recorded ${first}`]);
  },
);

test("an index of the usual kind, or one beside other statements, is built in the transaction", async () => {
  const plain = "create index by_name on a (name)";
  expect((await applied(folderOf([plain]))).statements).toEqual(["begin", plain, `recorded ${first}`, "commit"]);
  const { statements } = await applied(folderOf([index, "select 1"]));
  expect(statements).toEqual(["begin", index, "select 1", `recorded ${first}`, "commit"]);
});

test.each([
  [null, false],
  [String(first), false],
  [String(first - 1), true],
  [String(first + 1), false],
])("a database whose first migration is of %s is older than the baseline: %s", (time, expected) => {
  expect(isBeforeBaseline(time)).toBe(expected);
});

test.each([
  [false, null, null, { pending: own.length, isNewer: false, isBeforeBaseline: false }],
  [true, null, null, { pending: own.length, isNewer: false, isBeforeBaseline: false }],
  [true, first, first, { pending: own.length - 1, isNewer: false, isBeforeBaseline: false }],
  [true, first, last, { pending: 0, isNewer: false, isBeforeBaseline: false }],
  [true, first, last + 1, { pending: 0, isNewer: true, isBeforeBaseline: false }],
  [true, first - 1, last, { pending: 0, isNewer: false, isBeforeBaseline: true }],
])("with Drizzle's table %s and migrations from %s to %s the state is %j", async (found, from, to, state) => {
  const answers = [
    [{ found }],
    [{ first: from === null ? null : String(from), last: to === null ? null : String(to) }],
  ];
  const db = { execute: async () => ({ rows: answers.shift() }) };
  expect(await migrationState(db as never)).toEqual(state);
});
