import { beforeAll, expect, test } from "vitest";
import { readTableWrites, type TableWrite, type TableWrites } from "./testing/table-writes.ts";

/** Long, since the tests read all of the server's source with its types. */
const patienceMs = 120_000;

/** Files that may write tables of other folders, with the reason. */
const exceptions = {
  "server/src/platform/db/apply-migrations.ts":
    "Migrations may rewrite any table; a separate table records which have run.",
  "server/src/platform/db/projection.ts": "Its text is a list of columns to select, which writes nothing.",
  "server/src/app/backup/": "A restored backup fills every table, and stops what must not happen a second time.",
  "server/src/app/demo/":
    "The demonstration's invented past is written as it would have become, without living through it.",
};
const isException = ({ file }: TableWrite) => Object.keys(exceptions).some((path) => file.startsWith(path));

/** The folders of tables that a library declares, by database schema. */
const schemas: Record<string, string> = { pgboss: "server/src/platform/queue", drizzle: "server/src/platform/db" };

const folderOf = (file: string) => /^server\/src\/\w+(?:\/[\w-]+(?=\/))?/.exec(file)?.[0];

const ownerOf = ({ declared }: TableWrites, table: string | null) =>
  schemas[/^(\w+)\./.exec(table ?? "")?.[1] ?? ""] ?? folderOf(declared.get(table ?? "") ?? "");

/** Returns the writes outside the folder that declares the table. */
const foreignWrites = (read: TableWrites) =>
  read.writes.filter((write) => ownerOf(read, write.table) !== folderOf(write.file));

/** Invented files, one for each way in which a noun could write to another noun's table. */
const invented: Record<string, string> = {
  "alias.ts": `import { jobs as theirs } from "../jobs/table.ts";
    export const stray = (tx: Tx) => tx
      .with()
      .update(theirs)
      .set({ status: "failed" });`,
  "namespace.ts": `import * as tables from "../jobs/table.ts";
    export const stray = (tx: Tx) => tx["delete"](tables.outputs);`,
  "list.ts": `import { jobFiles, jobs } from "../jobs/table.ts";
    export async function stray(tx: Tx) { for (const table of [jobFiles, jobs]) await tx.delete(table); }`,
  "parameter.ts": `import type { PgTable } from "drizzle-orm/pg-core";
    export const stray = (db: Db, table: PgTable) => db.delete(table);`,
  "method.ts": `import { jobs } from "../jobs/table.ts";
    export const stray = (db: Db, how: "insert" | "update") => db[how](jobs);`,
  "taken.ts": `export const stray = ({ db }: { db: Db }) => db.insert.bind(db);`,
  "template.ts": `import { jobs } from "../jobs/table.ts";
    export const stray = (tx: Tx) => tx.execute(sql\`with old as (select 1) update \${jobs} as job set status = 'failed'\`);`,
  "words.ts": `export const stray = (tx: Tx) => tx.execute(sql\`insert
      into "outputs" select * from outputs\`);`,
  "plain.ts": `export const stray = (client: { query(text: string): void }) => client.query("truncate table jobs");`,
  "identifier.ts": `export const stray = (tx: Tx, name: string) => tx.execute(sql\`delete from \${sql.identifier(name)}\`);`,
  "added.ts": `export const stray = (tx: Tx, name: string) => tx.execute("delete from " + name);`,
  "raw.ts": `export const stray = (tx: Tx, text: string) => tx.execute(sql.raw(text));`,
  "unknown.ts": `export const stray = (tx: Tx) => tx.execute(sql\`delete from job_leftovers\`);`,
  "library.ts": `export const stray = (tx: Tx) => tx.execute(sql\`delete from pgboss.job\`);`,
  "own.ts": `import { customers } from "./table.ts";
    export const own = async (tx: Tx) => {
      await tx.select().from(customers).for("update");
      await tx.insert(customers).select(sql\`select 1 for update\`);
      await tx.execute(sql\`insert into customers select 1 on conflict do update set name = \${sql.raw("upper('x')")}\`);
      new Set<string>().delete("jobs");
    };`,
};
const folder = "server/src/domain/customers/";
const head = `import { sql } from "drizzle-orm";\nimport type { Db, Tx } from "../../platform/db/connect.ts";\n`;

let read: TableWrites;
beforeAll(() => {
  read = readTableWrites(
    Object.fromEntries(Object.entries(invented).map(([name, source]) => [`${folder}${name}`, head + source])),
  );
}, patienceMs);

const isInvented = ({ file }: TableWrite) => file.slice(folder.length) in invented;

test("each table is written only by the folder that declares it", () => {
  expect(read.declared.size).toBeGreaterThan(40);
  expect(read.writes.length).toBeGreaterThan(200);
  expect(foreignWrites(read).filter((write) => !isException(write) && !isInvented(write))).toEqual([]);
});

test.each(Object.keys(exceptions))("%s still writes tables of other folders, so the exception is needed", (path) => {
  expect(read.writes.filter(({ file }) => file.startsWith(path))).not.toEqual([]);
});

test.each([
  ["alias.ts", ["jobs"]],
  ["namespace.ts", ["outputs"]],
  ["list.ts", ["job_files", "jobs"]],
  ["parameter.ts", [null]],
  ["method.ts", [null]],
  ["taken.ts", [null]],
  ["template.ts", ["jobs"]],
  ["words.ts", ["outputs"]],
  ["plain.ts", ["jobs"]],
  ["identifier.ts", [null]],
  ["added.ts", [null]],
  ["raw.ts", [null]],
  ["unknown.ts", ["job_leftovers"]],
  ["library.ts", ["pgboss.job"]],
  ["own.ts", []],
])("in the invented file %s of customers, writes to tables of other nouns are found: %j", (name, tables) => {
  const found = foreignWrites(read).filter(({ file }) => file === `${folder}${name}`);
  expect(found.map(({ table }) => table).sort()).toEqual(tables);
});
