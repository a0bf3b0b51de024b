import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { expect, test } from "vitest";
import config from "../../drizzle.config.ts";

const server = join(import.meta.dirname, "../..");
const folder = join(server, "drizzle/meta");

test("the migrations produce the tables of all table.ts files, and each follows the previous one", async () => {
  const files = [config.schema ?? []].flat().flatMap((pattern) => globSync(pattern, { cwd: server }));
  const tables = await Promise.all(files.map((file) => import(join(server, file))));
  const snapshots = readdirSync(folder)
    .filter((name) => name.endsWith("_snapshot.json"))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
  const journal = JSON.parse(readFileSync(join(folder, "_journal.json"), "utf8"));
  const last = snapshots.at(-1);
  const now = generateDrizzleJson(Object.assign({}, ...tables), last.id, undefined, "snake_case");

  expect(files.length).toBeGreaterThan(20);
  expect(await generateMigration(last, now)).toEqual([]);
  const times = journal.entries.map(({ when }: { when: number }) => when);
  expect(times).toEqual(times.toSorted((one: number, other: number) => one - other));
  expect(snapshots.slice(1).map(({ prevId }) => prevId)).toEqual(snapshots.slice(0, -1).map(({ id }) => id));
});
