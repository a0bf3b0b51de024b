import type { Readable } from "node:stream";
import type { JobRows } from "../../domain/job-views/job-view.ts";
import { readJobs } from "../../domain/job-views/service.ts";
import { type StoredReading, storedReadings } from "../../domain/readings/index.ts";
import { dayOf } from "../../platform/calendar-day.ts";
import type { Db } from "../../platform/db/connect.ts";
import { downloadName, splitName, uniqueNames } from "../../platform/http/file-name.ts";
import { BlobDamaged, BlobMissing, type BlobStore } from "../../platform/storage/blob-store.ts";
import { verified } from "../../platform/storage/verified.ts";
import { jobsOf } from "./export-lists.ts";

/** A stored file and its path in the export. */
export interface ExportFile {
  path: string;
  key: string;
  sizeBytes: number;
  sha256: string;
  at: Date;
}

const batchSize = 100;

/** Returns every original, PDF and reading that still exists, each in its job's folder. */
export async function* filesOf(db: Db, practice: { id: string; timeZone: string }): AsyncGenerator<ExportFile> {
  let ids: string[] = [];
  for await (const { id } of jobsOf(db, practice)) {
    ids.push(id);
    if (ids.length < batchSize) continue;
    yield* filesOfJobs(db, practice, ids);
    ids = [];
  }
  yield* filesOfJobs(db, practice, ids);
}

async function* filesOfJobs(
  db: Db,
  { id: practiceId, timeZone }: { id: string; timeZone: string },
  ids: string[],
): AsyncGenerator<ExportFile> {
  const readings = await storedReadings(db, practiceId, ids);
  for (const job of await readJobs(db, practiceId, ids)) yield* filesOfJob(job, readings, timeZone);
}

function filesOfJob({ job, files, outputs }: JobRows, readings: StoredReading[], timeZone: string): ExportFile[] {
  const folder = `files/${downloadName(`${dayOf(job.createdAt, timeZone)} ${job.customerName} ${job.id.slice(-12)}`, "")}`;
  const at = job.createdAt;
  const originals = uniqueNames(files.map(({ originalName }) => nameOf(originalName)));
  const pdfs = uniqueNames(outputs.map(({ name }) => nameOf(name)));
  return [
    ...files.flatMap(({ originalKey: key, sizeBytes, sha256 }, index) =>
      key === null ? [] : { path: `${folder}/originals/${originals[index]}`, key, sizeBytes, sha256, at },
    ),
    ...outputs.flatMap(({ blobKey: key, sizeBytes, sha256 }, index) =>
      key === null ? [] : { path: `${folder}/pdfs/${pdfs[index]}`, key, sizeBytes, sha256, at },
    ),
    ...files.flatMap(({ id }, index) => {
      const reading = readings.find(({ fileId }) => fileId === id);
      return reading ? { ...reading.stored, path: `${folder}/readings/${originals[index]}.jsonl.gz`, at } : [];
    }),
  ];
}

function nameOf(name: string): string {
  const { stem, extension } = splitName(name);
  return downloadName(stem, extension);
}

/**
 * Returns the content of a stored file as far as it can be read. A missing or damaged file does not stop the export.
 * @param lost receives the path of a file that is missing or damaged
 */
export async function* contentOf(storage: BlobStore, file: ExportFile, lost: string[]): AsyncGenerator<Buffer> {
  let body: Readable | undefined;
  try {
    body = verified(await storage.open(file.key), file);
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    if (!(error instanceof BlobMissing || error instanceof BlobDamaged)) throw error;
    lost.push(file.path);
  } finally {
    body?.destroy();
  }
}
