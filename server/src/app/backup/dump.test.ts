import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dumpTables } from "./dump.ts";
import { loadTables, requireLoadable, settleRestored } from "./load.ts";
import type { Manifest } from "./manifest.ts";
import { settleAfterRestore } from "./settle.ts";
import { tablesInOrder, versionOfTables } from "./tables.ts";

/** The database: what each table sends or received, its statements, and the rows that it answers with. */
const database = {
  chunks: [] as string[],
  received: [] as string[],
  statements: [] as string[],
  inUse: [] as object[],
};
const client = {
  query(statement: unknown) {
    if (statement instanceof Readable || statement instanceof Writable) return statement;
    database.statements.push(String(statement));
    const now = new Date("2026-11-20T12:00:00Z");
    const rows = String(statement).includes("now()") ? [{ now }] : database.inUse;
    return Promise.resolve({ rows });
  },
};
const into = () =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      database.received.push(chunk.toString());
      done();
    },
  });
vi.mock("pg-copy-streams", () => ({
  to: (statement: string) => {
    database.statements.push(statement);
    return Readable.from(database.chunks.map((chunk) => Buffer.from(chunk)));
  },
  from: (statement: string) => {
    database.statements.push(statement);
    return into();
  },
}));
vi.mock("./tables.ts", async (original) => ({
  ...(await original<object>()),
  withClient: (_url: string, name: string, work: (one: object) => unknown) => {
    database.statements.push(name);
    return work(client);
  },
  tablesInOrder: vi.fn(),
  versionOfTables: vi.fn(),
}));
vi.mock("./settle.ts", () => ({ settleAfterRestore: vi.fn(async () => ({ inDoubt: 2 })) }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-dump-"));
  Object.assign(database, { chunks: [], received: [], statements: [], inUse: [] });
  vi.mocked(versionOfTables).mockResolvedValue("v1");
  vi.mocked(tablesInOrder).mockResolvedValue([{ name: "jobs", columns: ["id", 'odd"name'] }]);
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, "tables", "jobs.copy.gz");
const hash = (data: Buffer) => createHash("sha256").update(data).digest("hex");

test.each([
  [[], 0],
  [["a\tb\n"], 1],
  [["a\nb", "c\n", "\n\nd\n"], 5],
])("a table sent as %j has %d rows, and is packed into a file for this user alone", async (chunks, rows) => {
  database.chunks = chunks;
  const { version, tables } = await dumpTables("postgres://x", folder);
  const packed = readFileSync(path());
  expect(gunzipSync(packed).toString()).toBe(chunks.join(""));
  expect({ version, tables }).toEqual({
    version: "v1",
    tables: [{ name: "jobs", columns: ["id", 'odd"name'], rows, sha256: hash(packed) }],
  });
  expect([statSync(path()).mode & 0o777, statSync(join(folder, "tables")).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(database.statements).toEqual([
    "sheaf-backup",
    "begin isolation level repeatable read read only",
    'copy "jobs" ("id", "odd""name") to stdout',
    "commit",
  ]);
});

test("a database without tables is not dumped", async () => {
  vi.mocked(versionOfTables).mockResolvedValue(null);
  await expect(dumpTables("postgres://x", folder)).rejects.toThrow("The database contains no tables of Sheaf");
});

function backup(more: Partial<Manifest> = {}): Manifest {
  mkdirSync(join(folder, "tables"));
  const packed = gzipSync("a\tb\n");
  writeFileSync(path(), packed);
  const tables = [{ name: "jobs", columns: ["id", "name"], rows: 1, sha256: hash(packed) }];
  return { format: 2, madeAt: "2026-11-19T12:00:00Z", version: "v1", tables, files: null, key: "file", ...more };
}

test("tables are loaded in one transaction, without triggers, and settled before its end", async () => {
  expect(await loadTables("postgres://x", folder, backup())).toEqual({ inDoubt: 2 });
  expect(database.received.join("")).toBe("a\tb\n");
  expect(database.statements).toEqual([
    "sheaf-restore",
    "begin",
    "select 1 from practices union all select 1 from admins limit 1",
    'alter table "jobs" disable trigger user',
    'truncate "jobs" cascade',
    'copy "jobs" ("id", "name") from stdin',
    'alter table "jobs" enable trigger user',
    "commit",
  ]);
  expect(settleAfterRestore).toHaveBeenCalledWith(client, new Date("2026-11-19T12:00:00Z"));
});

test.each([
  ["in use", () => backup(), () => database.inUse.push({}), "This installation already has practices"],
  ["of another version", () => backup({ version: "v2" }), () => {}, "was made by another version of Sheaf"],
  [
    "damaged",
    () => backup(),
    () => writeFileSync(path(), "x"),
    "jobs.copy.gz is missing or damaged. Use another backup.",
  ],
  ["without its file", () => backup(), () => rmSync(path()), "is missing or damaged"],
])("a backup is refused when it or the installation is %s", async (_what, make, change, words) => {
  const manifest = make();
  change();
  await expect(requireLoadable("postgres://x", folder, manifest)).rejects.toThrow(words);
  await expect(loadTables("postgres://x", folder, manifest)).rejects.toThrow(words);
  expect(database.statements.join()).not.toContain("truncate");
});

test("a usable backup is loadable, and nothing is changed by that", async () => {
  await expect(requireLoadable("postgres://x", folder, backup())).resolves.toBeUndefined();
  expect(database.statements.join()).not.toContain("alter");
});

test("a backup without one of the tables is refused", async () => {
  await expect(loadTables("postgres://x", folder, backup({ tables: [] }))).rejects.toThrow(
    "The backup does not contain the table jobs.",
  );
  expect(database.statements).not.toContain("commit");
});

test("a database restored by other means is settled at its own time, without sessions and waiting tasks", async () => {
  expect(await settleRestored("postgres://x")).toBe(2);
  expect(settleAfterRestore).toHaveBeenCalledWith(client, new Date("2026-11-20T12:00:00Z"));
  expect(database.statements.slice(1)).toEqual([
    "begin",
    "select now() as now",
    "delete from sessions",
    "delete from admin_sessions",
    "delete from pgboss.job where state < 'completed'",
    "commit",
  ]);
});
