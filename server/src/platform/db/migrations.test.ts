import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../../drizzle");
const migrations = readdirSync(folder).filter((name) => name.endsWith(".sql"));
/** Says in the file, right before the statement, why the version before can live with it. */
const mark = "-- safe beside the version before:";

/** What makes a running process of the version before fail, or what it writes be refused. */
const harms: [what: string, pattern: RegExp][] = [
  ["drops", /\bdrop (table|column|view|function|type|schema|trigger)\b/i],
  ["renames", /\brename\b/i],
  ["changes the type of", /\b(set data type|alter column \S+ type)\b/i],
  ["demands a value of", /\bset not null\b/i],
  ["adds without a default", /\badd column (?!.*\b(default|generated)\b).*\bnot null\b/i],
  ["takes the default from", /\bdrop default\b/i],
];

/** @returns statements of a migration that the version before would notice, each with what it does */
function harmful(sql: string): string[] {
  return sql.split("--> statement-breakpoint").flatMap((statement) => {
    if (statement.includes(mark)) return [];
    return harms.flatMap(([what, pattern]) => (pattern.test(statement) ? [`${what}: ${statement.trim()}`] : []));
  });
}

test("a migration leaves everything that the version before reads and writes", () => {
  for (const name of migrations) expect(harmful(readFileSync(join(folder, name), "utf8")), name).toEqual([]);
});

/**
 * @returns what would keep writers waiting while an index of a table that holds rows already is built, or cannot be run
 */
function blocking(sql: string): string[] {
  const made = [...sql.matchAll(/create table "(\w+)"/gi)].map(([, table]) => table);
  const statements = sql.split("--> statement-breakpoint");
  const concurrent = statements.filter((statement) => /\bindex concurrently\b/i.test(statement));
  if (concurrent.length > 0 && concurrent.length < statements.length) return ["builds concurrently, and does more"];
  return [...sql.matchAll(/create (?:unique )?index (?!concurrently)"(\w+)" on "(\w+)"/gi)].flatMap(
    ([, index, table]) => (made.includes(table) ? [] : [`${index} keeps ${table} locked`]),
  );
}

test("a migration builds indexes of tables that hold rows beside those who write, and nothing else with them", () => {
  for (const name of migrations) expect(blocking(readFileSync(join(folder, name), "utf8")), name).toEqual([]);
});

test.each([
  ['CREATE INDEX "a" ON "jobs" USING btree ("id");', 1],
  ['CREATE INDEX CONCURRENTLY "a" ON "jobs" USING btree ("id");', 0],
  ['CREATE TABLE "notes" ();--> statement-breakpoint\nCREATE INDEX "a" ON "notes" USING btree ("id");', 0],
  ['ALTER TABLE "jobs" ADD COLUMN "a" int;--> statement-breakpoint\nCREATE INDEX CONCURRENTLY "a" ON "jobs" ("a");', 1],
])("%s: %i that keeps somebody waiting", (sql, number) => {
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
])("%s: %i for the version before to notice", (sql, number) => {
  expect(harmful(sql)).toHaveLength(number);
});
