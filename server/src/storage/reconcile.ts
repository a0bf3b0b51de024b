import { and, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { databaseNow } from "../db/clock.ts";
import { jobFolder, thumbnailKey } from "../jobs/blob-keys.ts";
import { jobFiles, jobs, outputs, uploadKeys } from "../jobs/table.ts";
import type { Services } from "../services.ts";

type Needs = Pick<Services, "db" | "storage">;

/** What is younger may be on its way: its row comes after it. */
const minAgeMs = 24 * 3_600_000;
const rowsAtOnce = 1_000;
const keysAtOnce = 500;

/** A row whose file is not there. */
export interface MissingBlob {
  jobId: string;
  id: string;
  what: "original" | "pages" | "output";
}

/**
 * Files of a practice that no row names and that are older than a day are deleted; rows whose files are gone are answered.
 * Holds the practice's keys in memory: some 200 bytes for each.
 * @returns files: how many were there
 */
export async function reconcilePractice(
  services: Needs,
  practiceId: string,
  signal: AbortSignal,
): Promise<{ files: number; deleted: number; missing: MissingBlob[] }> {
  const { storage } = services;
  const began = await databaseNow(services.db);
  // Rows are read after the files: what a row named meanwhile is never taken for nobody's.
  const unnamed = new Map<string, number>();
  for await (const { key, modifiedAt } of storage.list(`practices/${practiceId}/`)) {
    signal.throwIfAborted();
    unnamed.set(key, modifiedAt.getTime());
  }
  const files = unnamed.size;
  const suspects: (MissingBlob & { key: string })[] = [];
  for await (const { key, mustExist, ...row } of namedBlobs(services, practiceId)) {
    signal.throwIfAborted();
    if (!unnamed.delete(key) && mustExist) suspects.push({ key, ...row });
  }
  const old = [...unnamed].flatMap(([key, at]) => (began.getTime() - at > minAgeMs ? [key] : []));
  const deleted = await deleteNobodys(services, practiceId, old, signal);
  return { files, deleted, missing: await stillMissing(services, practiceId, suspects) };
}

type Named = MissingBlob & { key: string; mustExist: boolean };

async function* namedBlobs(services: Needs, practiceId: string): AsyncGenerator<Named> {
  for await (const { jobId, id, originalKey, pagesKey } of pages(services, practiceId, jobFiles)) {
    if (originalKey) yield { jobId, id, key: originalKey, what: "original", mustExist: true };
    if (pagesKey) yield { jobId, id, key: pagesKey, what: "pages", mustExist: true };
  }
  for await (const { jobId, id, blobKey, thumbnails } of pages(services, practiceId, outputs)) {
    if (blobKey) yield { jobId, id, key: blobKey, what: "output", mustExist: true };
    for (let page = 1; page <= thumbnails; page++) {
      yield { jobId, id, key: thumbnailKey(practiceId, jobId, id, page), what: "output", mustExist: false };
    }
  }
}

/** The rows of a practice by their key, some at a time. */
async function* pages<Table extends typeof jobFiles | typeof outputs>(
  { db }: Needs,
  practiceId: string,
  table: Table,
): AsyncGenerator<Table["$inferSelect"]> {
  let after: { jobId: string; id: string } | undefined;
  for (;;) {
    const rows: Table["$inferSelect"][] = await db
      .select()
      .from(table as typeof jobFiles)
      .where(
        and(
          eq(table.practiceId, practiceId),
          after && sql`(${table.jobId}, ${table.id}) > (${after.jobId}::uuid, ${after.id}::uuid)`,
        ),
      )
      .orderBy(table.jobId, table.id)
      .limit(rowsAtOnce);
    yield* rows;
    after = rows.at(-1);
    if (rows.length < rowsAtOnce || !after) return;
  }
}

/** Whatever lies in the folder of a job that is under way, or of an upload, is left to the night after. */
async function deleteNobodys(
  services: Needs,
  practiceId: string,
  keys: string[],
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (let at = 0; at < keys.length; at += keysAtOnce) {
    signal.throwIfAborted();
    const some = keys.slice(at, at + keysAtOnce);
    const busy = await busyFolders(services, practiceId, some);
    const free = some.filter((key) => !busy.some((folder) => key.startsWith(folder)));
    await services.storage.delete(free);
    deleted += free.length;
  }
  return deleted;
}

async function busyFolders({ db }: Needs, practiceId: string, keys: string[]): Promise<string[]> {
  const jobIds = [...new Set(keys.flatMap((key) => /\/jobs\/([0-9a-f-]{36})\//.exec(key)?.[1] ?? []))];
  if (jobIds.length === 0) return [];
  const [unsettled, uploads] = await Promise.all([
    db
      .select({ jobId: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.practiceId, practiceId), inArray(jobs.id, jobIds), isNull(jobs.settledAt))),
    db
      .select({ jobId: uploadKeys.jobId })
      .from(uploadKeys)
      .where(
        and(
          eq(uploadKeys.practiceId, practiceId),
          inArray(uploadKeys.jobId, jobIds),
          or(isNull(uploadKeys.bodySha256), gt(uploadKeys.heldUntil, sql`now()`)),
        ),
      ),
  ]);
  return [...unsettled, ...uploads].flatMap(({ jobId }) => (jobId ? [jobFolder(practiceId, jobId)] : []));
}

/** A file that was written, replaced or deleted by right while the store was read is not missing: its row and its folder are read again. */
async function stillMissing(
  services: Needs,
  practiceId: string,
  suspects: (MissingBlob & { key: string })[],
): Promise<MissingBlob[]> {
  const missing: MissingBlob[] = [];
  for (const { key, ...row } of suspects) {
    if (!(await namesStill(services, practiceId, row, key)) || (await isStored(services, key))) continue;
    missing.push(row);
  }
  return missing;
}

async function namesStill({ db }: Needs, practiceId: string, row: MissingBlob, key: string): Promise<boolean> {
  if (row.what === "output") {
    const itself = and(eq(outputs.practiceId, practiceId), eq(outputs.jobId, row.jobId), eq(outputs.id, row.id));
    return (await db.$count(outputs, and(itself, eq(outputs.blobKey, key)))) > 0;
  }
  const itself = and(eq(jobFiles.practiceId, practiceId), eq(jobFiles.jobId, row.jobId), eq(jobFiles.id, row.id));
  const column = row.what === "original" ? jobFiles.originalKey : jobFiles.pagesKey;
  return (await db.$count(jobFiles, and(itself, eq(column, key)))) > 0;
}

async function isStored({ storage }: Needs, key: string): Promise<boolean> {
  for await (const blob of storage.list(key)) if (blob.key === key) return true;
  return false;
}
