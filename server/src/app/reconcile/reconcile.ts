import { and, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { uploadKeys } from "../../domain/arrivals/table.ts";
import { jobFolder } from "../../domain/jobs/index.ts";
import { jobFiles, jobs, outputs } from "../../domain/jobs/table.ts";
import { fileReadings } from "../../domain/readings/table.ts";
import { databaseNow } from "../../platform/db/clock.ts";
import { equals } from "../../platform/db/equals.ts";
import type { Services } from "../../platform/services.ts";
import { type NamedBlob, namedBlobs } from "./named-blobs.ts";
import { storedParts } from "./stored-parts.ts";

type Needs = Pick<Services, "db" | "storage">;

/** Younger files may belong to an upload in progress, whose row is written later. */
const minAgeMs = 24 * 3_600_000;
/** How many keys are in memory at a time, plus the rest of a job: about 200 bytes each. */
const defaultKeysPerPart = 5_000;
const suspectsPerBatch = 500;
const deletionsPerBatch = 500;

interface Options {
  signal: AbortSignal;
  /** Called for each row whose file is missing. */
  reportMissing(row: Omit<NamedBlob, "key">): void;
  keysPerPart?: number;
}

/**
 * Deletes the files of a practice that no row refers to and that are older than a day, and reports rows whose files are
 * missing. Files and rows are read in the order of the job ids, some at a time.
 * @returns files: how many files are stored
 */
export async function reconcilePractice(
  services: Needs,
  practiceId: string,
  { signal, reportMissing, keysPerPart = defaultKeysPerPart }: Options,
): Promise<{ files: number; deleted: number; missing: number }> {
  const began = await databaseNow(services.db);
  const found = { files: 0, deleted: 0, missing: 0 };
  const report = async (suspects: NamedBlob[]) => {
    for (const { key: _, ...row } of await stillMissing(services, practiceId, suspects)) {
      found.missing += 1;
      reportMissing(row);
    }
  };
  // Rows are read after the files, so that a file whose row was written meanwhile does not count as unused.
  for await (const { files: unused, jobs: range } of storedParts(services.storage, practiceId, keysPerPart)) {
    found.files += unused.size;
    const suspects: NamedBlob[] = [];
    for await (const { mustExist, ...blob } of namedBlobs(services.db, practiceId, range)) {
      signal.throwIfAborted();
      if (!unused.delete(blob.key) && mustExist) suspects.push(blob);
      if (suspects.length === suspectsPerBatch) await report(suspects.splice(0));
    }
    await report(suspects);
    const old = [...unused].flatMap(([key, at]) => (began.getTime() - at.getTime() > minAgeMs ? [key] : []));
    found.deleted += await deleteUnused(services, practiceId, old, signal);
  }
  return found;
}

/** Deletes unused files. Files in the folder of a running job or an upload in progress are left for the next night. */
async function deleteUnused(services: Needs, practiceId: string, keys: string[], signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (let at = 0; at < keys.length; at += deletionsPerBatch) {
    signal.throwIfAborted();
    const some = keys.slice(at, at + deletionsPerBatch);
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

/**
 * Returns the files that are still missing: a file may have been written, replaced or properly deleted while the store
 * was read, so its row and its folder are read again.
 */
async function stillMissing(services: Needs, practiceId: string, suspects: NamedBlob[]): Promise<NamedBlob[]> {
  const missing: NamedBlob[] = [];
  for (const blob of suspects) {
    if (!(await isStillNamed(services, practiceId, blob)) || (await isStored(services, blob.key))) continue;
    missing.push(blob);
  }
  return missing;
}

async function isStillNamed({ db }: Needs, practiceId: string, row: NamedBlob): Promise<boolean> {
  if (row.what === "reading") {
    const { jobId, id: fileId, key: blobKey } = row;
    return (await db.$count(fileReadings, equals(fileReadings, { practiceId, jobId, fileId, blobKey }))) > 0;
  }
  if (row.what === "output") {
    const itself = and(eq(outputs.practiceId, practiceId), eq(outputs.jobId, row.jobId), eq(outputs.id, row.id));
    return (
      (await db.$count(outputs, and(itself, or(eq(outputs.blobKey, row.key), eq(outputs.searchableKey, row.key))))) > 0
    );
  }
  const itself = and(eq(jobFiles.practiceId, practiceId), eq(jobFiles.jobId, row.jobId), eq(jobFiles.id, row.id));
  const column = row.what === "original" ? jobFiles.originalKey : jobFiles.pagesKey;
  return (await db.$count(jobFiles, and(itself, eq(column, row.key)))) > 0;
}

async function isStored({ storage }: Needs, key: string): Promise<boolean> {
  for await (const blob of storage.list(key)) if (blob.key === key) return true;
  return false;
}
