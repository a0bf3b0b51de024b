import { join } from "node:path";
import { ConvertError } from "@sheaf/engine/converter.ts";
import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { subjectOf, writeDeliveries } from "../delivery/service.ts";
import { newId } from "../ids.ts";
import { defineTask } from "../queue/task.ts";
import type { WorkerServices } from "../services.ts";
import { BlobDamaged, BlobMissing } from "../storage/blob-store.ts";
import { outputKey } from "./blob-keys.ts";
import { dayOf, outputNames } from "./output-names.ts";
import {
  completeJob,
  convertAgain,
  type FileRow,
  failAssembly,
  type JobRef,
  type JobRow,
  startAssembly,
} from "./status.ts";
import { jobFiles, type outputs } from "./table.ts";
import { makeThumbnails } from "./thumbnails.task.ts";
import { withWorkFolder } from "./work-folder.ts";

type Needs = Pick<WorkerServices, "config" | "db" | "engine" | "log" | "queue" | "storage">;
type NewOutput = typeof outputs.$inferInsert & { blobKey: string };
type ConvertedFile = FileRow & { pagesKey: string; pagesBytes: number; pagesSha256: string };

/** The A4 pages of a job's files, in the user's order → one PDF, or one per file; then the job is completed. */
export const assembleJob = defineTask<JobRef, Needs>({
  name: "jobs.assemble",
  payload: z.object({ practiceId: z.uuid(), jobId: z.uuid() }),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  async run(ref, services, { signal }) {
    const { db, storage, log } = services;
    const job = await db.transaction((tx) => startAssembly(tx, ref));
    if (!job) return;
    const attempt = job.assemblyAttempt;
    const made: NewOutput[] = [];
    try {
      const files = await convertedFiles(services, ref);
      await withWorkFolder(services.config.dataDir, (folder) => assemble(services, job, files, folder, signal, made));
    } catch (error) {
      await storage.delete(made.map((output) => output.blobKey));
      signal.throwIfAborted();
      if (error instanceof PagesLost) {
        log.error({ jobId: ref.jobId, fileIds: error.fileIds }, "Stored pages are gone or damaged, and are made again");
        await db.transaction((tx) => convertAgain(tx, ref, attempt, error.fileIds));
        return;
      }
      if (!(error instanceof ConvertError)) throw error;
      // A limit: the same pages would be refused again.
      log.info({ jobId: ref.jobId, reason: error.reason }, "The pages of a job cannot be put together");
      await db.transaction((tx) => failAssembly(tx, ref, attempt));
      return;
    }
    const completed = await db.transaction(async (tx) => {
      const done = await completeJob(tx, ref, attempt, made);
      if (done) {
        await writeDeliveries(tx, done, made);
        await services.queue.add(tx, makeThumbnails, ref, { group: ref.practiceId });
      }
      return done;
    });
    if (!completed) await storage.delete(made.map((output) => output.blobKey));
  },
  async givenUp(ref, _reason, { db }) {
    await db.transaction((tx) => failAssembly(tx, ref, undefined));
  },
});

/** What the store holds for these files is not what was written. */
class PagesLost extends Error {
  readonly fileIds: string[];
  constructor(fileIds: string[]) {
    super("Stored pages are gone or damaged");
    this.fileIds = fileIds;
  }
}

async function convertedFiles({ db }: Needs, { practiceId, jobId }: JobRef): Promise<ConvertedFile[]> {
  const rows = await db
    .select()
    .from(jobFiles)
    .where(and(eq(jobFiles.practiceId, practiceId), eq(jobFiles.jobId, jobId), eq(jobFiles.state, "converted")))
    .orderBy(asc(jobFiles.position));
  return rows.map((row) => {
    const { pagesKey, pagesBytes, pagesSha256 } = row;
    if (pagesKey === null || pagesBytes === null || pagesSha256 === null)
      throw new Error("A converted file has no pages");
    return { ...row, pagesKey, pagesBytes, pagesSha256 };
  });
}

/** @param made gets every output as soon as it is stored, so that it can be taken back */
async function assemble(
  services: Needs,
  job: JobRow,
  files: ConvertedFile[],
  folder: string,
  signal: AbortSignal,
  made: NewOutput[],
): Promise<void> {
  const { config, engine, storage } = services;
  const lost: string[] = [];
  const sources = await Promise.all(
    files.map(async (file, index) => {
      const path = join(folder, `${index}.pdf`);
      const expected = { sizeBytes: file.pagesBytes, sha256: file.pagesSha256 };
      await storage.fetch(file.pagesKey, path, expected).catch((error) => {
        if (!(error instanceof BlobMissing || error instanceof BlobDamaged)) throw error;
        lost.push(file.id);
      });
      return { path, title: file.originalName, fileId: file.id };
    }),
  );
  if (lost.length > 0) throw new PagesLost(lost);
  const title = job.emailSubject ? subjectOf(job) : `${job.customerName} ${dayOf(job.createdAt, config.timeZone)}`;
  const groups = job.separatePdfs ? sources.map((source) => [source]) : [sources];
  const names = outputNames(job, files, config.timeZone);
  for (const [position, group] of groups.entries()) {
    const id = newId();
    const path = join(folder, `out-${position}.pdf`);
    const name = names[position] ?? "Documents.pdf";
    const { pages } = await engine.assemble(group, path, { practiceId: job.practiceId, title, signal });
    const blobKey = outputKey(job.practiceId, job.id, id, job.assemblyAttempt);
    const stored = await storage.putFile(blobKey, path);
    const fileIds = group.map(({ fileId }) => fileId);
    made.push({ practiceId: job.practiceId, jobId: job.id, id, position, name, pages, fileIds, blobKey, ...stored });
  }
}
