import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../../drizzle");
const migrations = readdirSync(folder).filter((name) => name.endsWith(".sql"));
/** Comment before a statement that explains why the previous version tolerates it. */
const mark = "-- safe beside the version before:";

/** Statements that make a running process of the previous version fail, or its writes be refused. */
const harms: [what: string, pattern: RegExp][] = [
  ["drops", /\bdrop (table|column|view|function|type|schema|trigger)\b/i],
  ["renames", /\brename\b/i],
  ["changes the type of", /\b(set data type|alter column \S+ type)\b/i],
  ["demands a value of", /\bset not null\b/i],
  ["adds without a default", /\badd column (?!.*\b(default|generated)\b).*\bnot null\b/i],
  ["takes the default from", /\bdrop default\b/i],
];

/** @returns the statements of a migration that break the previous version, each with its effect */
function harmful(sql: string): string[] {
  return sql.split("--> statement-breakpoint").flatMap((statement) => {
    if (statement.includes(mark)) return [];
    return harms.flatMap(([what, pattern]) => (pattern.test(statement) ? [`${what}: ${statement.trim()}`] : []));
  });
}

test("no migration breaks what the previous version reads and writes", () => {
  for (const name of migrations) expect(harmful(readFileSync(join(folder, name), "utf8")), name).toEqual([]);
});

/** @returns index builds that would block writes to an existing table, or cannot be run */
function blocking(sql: string): string[] {
  const made = [...sql.matchAll(/create table "(\w+)"/gi)].map(([, table]) => table);
  const statements = sql.split("--> statement-breakpoint");
  const concurrent = statements.filter((statement) => /\bindex concurrently\b/i.test(statement));
  if (concurrent.length > 0 && concurrent.length < statements.length) return ["builds concurrently, and does more"];
  return [...sql.matchAll(/create (?:unique )?index (?!concurrently)"(\w+)" on "(\w+)"/gi)].flatMap(
    ([, index, table]) => (made.includes(table) ? [] : [`${index} keeps ${table} locked`]),
  );
}

test("migrations build indexes of existing tables concurrently, and in a migration without other statements", () => {
  for (const name of migrations) expect(blocking(readFileSync(join(folder, name), "utf8")), name).toEqual([]);
});

test.each([
  ['CREATE INDEX "a" ON "jobs" USING btree ("id");', 1],
  ['CREATE INDEX CONCURRENTLY "a" ON "jobs" USING btree ("id");', 0],
  ['CREATE TABLE "notes" ();--> statement-breakpoint\nCREATE INDEX "a" ON "notes" USING btree ("id");', 0],
  ['ALTER TABLE "jobs" ADD COLUMN "a" int;--> statement-breakpoint\nCREATE INDEX CONCURRENTLY "a" ON "jobs" ("a");', 1],
])("%s: contains %i statements that block writes", (sql, number) => {
  expect(blocking(sql)).toHaveLength(number);
});

test.each([
  ['ALTER TABLE "jobs" DROP COLUMN "note";', 1],
  ['ALTER TABLE "jobs" RENAME COLUMN "note" TO "remark";', 1],
  ['ALTER TABLE "jobs" ADD COLUMN "note" text NOT NULL;', 1],
  ['ALTER TABLE "jobs" ALTER COLUMN "note" SET NOT NULL;', 1],
  ['ALTER TABLE "jobs" ALTER COLUMN "note" SET DATA TYPE integer;', 1],
  ['ALTER TABLE "jobs" ADD COLUMN "note" text;', 0],
  ['ALTER TABLE "jobs" ADD COLUMN "note" text DEFAULT \'\' NOT NULL;', 0],
  ['CREATE TABLE "notes" ("note" text NOT NULL);', 0],
  [`${mark} 1.4 reads it no more.\nALTER TABLE "jobs" DROP COLUMN "note";`, 0],
])("%s: contains %i statements that break the previous version", (sql, number) => {
  expect(harmful(sql)).toHaveLength(number);
});
