import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { defined } from "@sheaf/contracts/defined.ts";
import { dayOf } from "../../platform/calendar-day.ts";
import { AppError } from "../../platform/errors.ts";
import { contentDisposition } from "../../platform/http/content-disposition.ts";
import { splitName, uniqueNames } from "../../platform/http/file-name.ts";
import { openZip } from "../../platform/http/zip.ts";
import { BlobDamaged, BlobMissing, type BlobStore, type StoredBlob } from "../../platform/storage/blob-store.ts";
import { verified } from "../../platform/storage/verified.ts";
import { type OutputRow, thumbnailKey, versionWithText, zipName } from "../jobs/index.ts";
import { isResult, type JobRows } from "./job-view.ts";

export interface Download {
  name: string;
  type: "application/pdf" | "application/zip";
  /** Undefined when the size is not known in advance. */
  sizeBytes: number | undefined;
  body: Readable;
}

/**
 * Opens the download of a completed job: its PDF, or a ZIP of several.
 * @throws AppError job-not-ready, files-deleted; BlobMissing
 */
export async function openDownload(storage: BlobStore, rows: JobRows, timeZone: string): Promise<Download> {
  const { job } = rows;
  const outputs = resultsOf(rows);
  const [first, ...more] = outputs;
  if (first && more.length === 0) return openOutput(storage, first);
  const entries = outputs.map((output) => ({ output, path: output.name }));
  return zip(storage, entries, zipName(job, timeZone), job.completedAt ?? job.createdAt);
}

/**
 * Returns a link by which the browser fetches a job's only PDF directly from the store.
 * @returns undefined when the download has to go through the API: several PDFs, or a store that browsers cannot reach
 * @throws AppError job-not-ready, files-deleted
 */
export async function downloadLink(storage: BlobStore, rows: JobRows): Promise<string | undefined> {
  const [first, ...more] = resultsOf(rows);
  if (!first || more.length > 0) return undefined;
  if (first.blobKey === null) throw deleted();
  const as = { disposition: contentDisposition("attachment", first.name), type: "application/pdf" };
  const text = versionWithText(first);
  const link = await storage.link(text?.key ?? first.blobKey, as);
  if (link === undefined || text === null || (await isStored(storage, text.key))) return link;
  return storage.link(first.blobKey, as);
}

function resultsOf({ job, outputs }: JobRows): OutputRow[] {
  if (job.filesDeletedAt) throw deleted();
  if (job.status !== "completed") throw new AppError("job-not-ready", "The PDF of this job is not ready yet.");
  return outputs.filter(isResult);
}

/**
 * Opens one PDF.
 * @throws AppError files-deleted; BlobMissing
 */
export async function openOutput(storage: BlobStore, output: OutputRow): Promise<Download> {
  const { body, sizeBytes } = await openVersion(storage, output);
  return { name: output.name, type: "application/pdf", sizeBytes, body };
}

/**
 * Opens the thumbnail of one page. Pages are counted from 1.
 * @throws AppError job-not-found when there is none
 */
export async function openThumbnail(storage: BlobStore, output: OutputRow, page: number): Promise<Readable> {
  const none = () => new AppError("job-not-found", "There is no picture of this page.");
  if (output.blobKey === null || page < 1 || page > output.thumbnails) throw none();
  const key = thumbnailKey(output.practiceId, output.jobId, output.id, page);
  return storage.open(key).catch((error) => {
    throw error instanceof BlobMissing ? none() : error;
  });
}

/** Returns whether a job is completed and its PDFs are still stored. */
export const isReady = ({ job }: JobRows) => job.status === "completed" && job.filesDeletedAt === null;

/**
 * Opens a ZIP with the PDFs of several jobs: a job's only PDF at the top level, several in a folder. Jobs without PDFs
 * (not ready, or deleted) are listed in a text file of the ZIP.
 * @throws AppError job-not-ready when none of the jobs has a PDF; BlobMissing
 */
export function openDownloads(storage: BlobStore, jobs: JobRows[], name: string, timeZone: string): Download {
  const [ready, missing] = [jobs.filter(isReady), jobs.filter((rows) => !isReady(rows))];
  const first = ready[0]?.job;
  if (!first) throw new AppError("job-not-ready", "None of these jobs has a PDF to download.");
  const results = ready.map(({ outputs }) => outputs.filter(isResult));
  const names = uniqueNames(
    ready.map(({ job }, at) => {
      const [only, ...more] = results[at] ?? [];
      return only && more.length === 0 ? only.name : splitName(zipName(job, timeZone)).stem;
    }),
  );
  const entries = results.flatMap((outputs, at) =>
    outputs.map((output) => {
      const path = outputs.length === 1 ? names[at] : `${names[at]}/${output.name}`;
      return { output, path: path ?? output.name };
    }),
  );
  const note = missing.map(({ job }) => {
    const why = job.filesDeletedAt ? "its files have been deleted" : "its PDF is not ready";
    return `${job.customerName}, ${dayOf(job.createdAt, timeZone)}: ${why}\r\n`;
  });
  return zip(storage, entries, name, first.createdAt, note.join(""));
}

interface ZipEntry {
  output: OutputRow;
  path: string;
}

/**
 * Creates a ZIP of PDFs.
 * @param note text of a file that lists what is missing; no such file is added when it is empty
 */
function zip(storage: BlobStore, entries: ZipEntry[], name: string, mtime: Date, note = ""): Download {
  const archive = openZip();
  if (note) archive.add("Not included.txt", { mtime }, async () => Readable.from([Buffer.from(note)]));
  for (const { output, path } of entries) {
    // Which version is served is known when it is opened.
    const size = versionWithText(output) ? undefined : output.sizeBytes;
    archive.add(path, defined({ mtime, size }), async () => (await openVersion(storage, output)).body);
  }
  return { name, type: "application/zip", sizeBytes: undefined, body: archive.end() };
}

/** Opens the version of a PDF with text; the PDF itself when it has none, or when that version is gone or damaged. */
async function openVersion(storage: BlobStore, output: OutputRow): Promise<{ body: Readable; sizeBytes: number }> {
  const { blobKey, sizeBytes, sha256 } = output;
  if (blobKey === null) throw deleted();
  const text = versionWithText(output);
  const body = text && (await openIntact(storage, text));
  if (text && body) return { body, sizeBytes: text.sizeBytes };
  return { body: verified(await storage.open(blobKey), { sizeBytes, sha256 }), sizeBytes };
}

/** Reads a stored file to its end before it is opened, because what was sent of a damaged one cannot be taken back. */
async function openIntact(
  storage: BlobStore,
  { key, ...stored }: StoredBlob & { key: string },
): Promise<Readable | null> {
  try {
    const read = verified(await storage.open(key), stored);
    read.resume();
    await finished(read);
    return verified(await storage.open(key), stored);
  } catch (error) {
    if (error instanceof BlobMissing || error instanceof BlobDamaged) return null;
    throw error;
  }
}

async function isStored(storage: BlobStore, key: string): Promise<boolean> {
  try {
    (await storage.open(key, { start: 0, end: 0 })).destroy();
    return true;
  } catch (error) {
    if (error instanceof BlobMissing) return false;
    throw error;
  }
}

const deleted = () =>
  new AppError("files-deleted", "The files of this job were deleted when their retention period ended.");
