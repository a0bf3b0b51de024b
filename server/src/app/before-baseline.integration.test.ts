import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSheafRuns, neededVariables } from "../../testing/as-sheaf-runs.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let earlier: Awaited<ReturnType<typeof freshDatabase>>;
const folder = mkdtempSync(join(tmpdir(), "sheaf-before-baseline-"));

beforeAll(async () => {
  [database, earlier] = await Promise.all([freshDatabase(), freshDatabase()]);
  await inEarlier("delete from drizzle.__drizzle_migrations");
  await inEarlier("insert into drizzle.__drizzle_migrations (hash, created_at) values ('an old one', 1763820000000)");
  const manifest = { format: 1, madeAt: "2026-11-20T02:15:00.000Z", version: "an old one", tables: [] };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ ...manifest, files: null, key: "file" }));
});
afterAll(async () => {
  await Promise.all([database.disconnect(), earlier.disconnect()]);
  rmSync(folder, { recursive: true, force: true });
});

async function inEarlier(statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: earlier.url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Runs a command of Sheaf with a database. */
function run(module: string, words: string[], url: string): Promise<{ code: number; stderr: string }> {
  const env = {
    ...neededVariables(),
    SHEAF_DATA: join(folder, "data"),
    SHEAF_KEY: "5e".repeat(32),
    DATABASE_URL: url,
  };
  const args = [...asSheafRuns, join(import.meta.dirname, module), ...words];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, _, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stderr });
    });
  });
}

test.each([
  ["start", "main-all.ts", []],
  ["migrate", "main-migrate.ts", []],
  ["restore", "main-backup.ts", ["restore", folder]],
])(
  "%s refuses tables from before the baseline and does not change them",
  async (_, module, words) => {
    const { code, stderr } = await run(module, words, earlier.url);

    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^This database contains tables of an earlier version of Sheaf\. Continue with version 0\.1\.0, the last one that can read them, [^.]+\.\n$/,
    );
    const { rows } = await inEarlier("select hash from drizzle.__drizzle_migrations");
    expect(rows).toEqual([{ hash: "an old one" }]);
  },
  60_000,
);

test("restore refuses a backup from before the baseline and names the version that reads it", async () => {
  const { code, stderr } = await run("main-backup.ts", ["restore", folder], database.url);

  expect(code).toBe(1);
  expect(stderr).toBe(
    "This backup of 2026-11-20T02:15:00.000Z was made by an earlier version of Sheaf. Restore it with version 0.1.0, the last one that can read it.\n",
  );
});
