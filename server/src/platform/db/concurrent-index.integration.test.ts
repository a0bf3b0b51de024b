import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../../../testing/fresh-database.ts";
import { migrateTables } from "./migrate.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.disconnect();
});

/** Later than all of Sheaf's own migrations. */
const when = Date.UTC(2100, 0);

function folderOf(migrations: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-migrations-"));
  mkdirSync(join(folder, "meta"));
  const entries = migrations.map((sql, idx) => {
    writeFileSync(join(folder, `${idx}.sql`), sql);
    return { idx, version: "7", when: when + idx, tag: String(idx), breakpoints: true };
  });
  writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ entries }));
  return folder;
}

test("one of several processes builds an index without blocking writes, and rebuilds it after a failed attempt", async () => {
  const folder = folderOf([
    'create table "papers" ("number" int);--> statement-breakpoint\ninsert into papers values (1), (1);',
    'create unique index concurrently "papers_number" on "papers" ("number");',
    'alter table "papers" add column "later" int;',
  ]);
  const valid = async () => {
    const { rows } = await client.query("select indisvalid from pg_index where indexrelid = 'papers_number'::regclass");
    return rows.map(({ indisvalid }) => indisvalid);
  };

  await expect(migrateTables(database.url, folder)).rejects.toThrow("could not create unique index");
  expect(await valid()).toEqual([false]);

  await client.query("truncate papers");
  await Promise.all([1, 2, 3].map(() => migrateTables(database.url, folder)));

  expect(await valid()).toEqual([true]);
  await expect(client.query("select later from papers")).resolves.toMatchObject({ rows: [] });
});
