import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { to as copyTo } from "pg-copy-streams";
import { HashingStream } from "../../platform/storage/hashing.ts";
import { type Manifest, tableFile } from "./manifest.ts";
import { columnList, quotedName, tablesInOrder, versionOfTables, withClient } from "./tables.ts";

/**
 * Writes all tables into `folder` in a consistent state, while Sheaf continues to run: they are read in one read-only
 * transaction, which neither waits for other transactions nor blocks them.
 */
export async function dumpTables(url: string, folder: string): Promise<Pick<Manifest, "version" | "tables">> {
  return withClient(url, "sheaf-backup", async (client) => {
    await client.query("begin isolation level repeatable read read only");
    const version = await versionOfTables(client);
    if (!version) throw new Error("The database contains no tables of Sheaf");
    const tables: Manifest["tables"] = [];
    for (const { name, columns } of await tablesInOrder(client)) {
      const path = join(folder, tableFile(name));
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const rows = lineCounter();
      const counted = new HashingStream();
      await pipeline(
        client.query(copyTo(`copy ${quotedName(name)} (${columnList(columns)}) to stdout`)),
        rows,
        createGzip({ level: 3 }),
        counted,
        createWriteStream(path, { mode: 0o600, flush: true }),
      );
      tables.push({ name, columns, rows: rows.lines(), sha256: counted.facts().sha256 });
    }
    await client.query("commit");
    return { version, tables };
  });
}

/** Counts the rows: COPY's text format has one line per row, with line breaks in values escaped. */
function lineCounter(): Transform & { lines(): number } {
  let lines = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
      done(null, chunk);
    },
  });
  return Object.assign(stream, { lines: () => lines });
}
