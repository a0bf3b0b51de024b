import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { StartError } from "../../platform/process/start-error.ts";
import { hashFile } from "../../platform/storage/hashing.ts";
import { type Manifest, tableFile } from "./manifest.ts";
import { settleAfterRestore } from "./settle.ts";
import { columnList, quotedName, tablesInOrder, versionOfTables, withClient } from "./tables.ts";

/**
 * Checks that a backup can be loaded, before anything of it is copied into an installation.
 * @throws StartError as `loadTables`, which checks again
 */
export async function requireLoadable(url: string, folder: string, backup: Manifest): Promise<void> {
  await checkFiles(folder, backup);
  return withClient(url, "sheaf-restore", async (client) => {
    await checkVersion(client, backup);
    await checkEmpty(client);
  });
}

/**
 * Loads a backup's tables in one transaction into a database that has tables of the same version and neither practices
 * nor administrators.
 * @returns the result of settle.ts
 * @throws StartError when the database is in use or of another version, or when a file of the backup is damaged
 */
export async function loadTables(url: string, folder: string, backup: Manifest): Promise<{ inDoubt: number }> {
  await checkFiles(folder, backup);
  return withClient(url, "sheaf-restore", async (client) => {
    await client.query("begin");
    await checkVersion(client, backup);
    await checkEmpty(client);
    const known = (await tablesInOrder(client)).map(({ name }) => name);
    // Disable the triggers: those of the ledger would refuse the truncate, and those that count would count every row a
    // second time.
    for (const name of known) await client.query(`alter table ${quotedName(name)} disable trigger user`);
    await client.query(`truncate ${known.map(quotedName).join(", ")} cascade`);
    for (const name of known) {
      const table = backup.tables.find((candidate) => candidate.name === name);
      if (!table) throw new StartError(`The backup does not contain the table ${name}.`);
      await pipeline(
        createReadStream(join(folder, tableFile(name))),
        createGunzip(),
        client.query(copyFrom(`copy ${quotedName(name)} (${columnList(table.columns)}) from stdin`)),
      );
    }
    const settled = await settleAfterRestore(client, new Date(backup.madeAt));
    for (const name of known) await client.query(`alter table ${quotedName(name)} enable trigger user`);
    await client.query("commit");
    return settled;
  });
}

/**
 * Does the last step of a restore for a database that was restored by other means, before Sheaf runs on it; also ends
 * all sessions and empties the queue.
 * @returns how many emails are now in doubt
 */
export async function settleRestored(url: string): Promise<number> {
  return withClient(url, "sheaf-restore", async (client) => {
    await client.query("begin");
    const { rows } = await client.query<{ now: Date }>("select now() as now");
    const settled = await settleAfterRestore(client, rows[0]?.now ?? new Date(Number.NaN));
    for (const name of ["sessions", "admin_sessions"]) await client.query(`delete from ${name}`);
    await client.query("delete from pgboss.job where state < 'completed'");
    await client.query("commit");
    return settled.inDoubt;
  });
}

async function checkFiles(folder: string, { tables }: Manifest): Promise<void> {
  for (const { name, sha256 } of tables) {
    const path = join(folder, tableFile(name));
    const got = await hashFile(path).catch(() => undefined);
    if (got?.sha256 !== sha256) throw new StartError(`${path} is missing or damaged. Use another backup.`);
  }
}

async function checkVersion(client: pg.Client, { version, madeAt }: Manifest): Promise<void> {
  if ((await versionOfTables(client)) === version) return;
  throw new StartError(
    `This backup of ${madeAt} was made by another version of Sheaf. Restore it with that version, then update Sheaf.`,
  );
}

async function checkEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select 1 from practices union all select 1 from admins limit 1");
  if (rows.length === 0) return;
  throw new StartError(
    "This installation already has practices, which a restore would replace. Set SHEAF_DATA to an empty folder, or DATABASE_URL to an empty database.",
  );
}
