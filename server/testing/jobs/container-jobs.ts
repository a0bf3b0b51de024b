import type { Job } from "@sheaf/contracts/jobs.ts";
import { and, eq, like, sql } from "drizzle-orm";
import { assembleJob } from "../../src/domain/jobs/converting/assemble.task.ts";
import { convertFile } from "../../src/domain/jobs/converting/convert.task.ts";
import { unpackFile } from "../../src/domain/jobs/converting/unpack.task.ts";
import type { Destinations } from "../../src/domain/jobs/destinations.ts";
import { jobFiles } from "../../src/domain/jobs/table.ts";
import type { WorkerServices } from "../../src/platform/services.ts";
import type { TestServer } from "../server.ts";
import type { NewFile, Practice } from "./practice.ts";

/**
 * Creates a job with containers: files named "invoices.zip.pdf" are renamed to "invoices.zip" after the upload, because
 * no channel accepts containers.
 */
export async function jobWithContainers(
  { services: { db } }: TestServer,
  who: Practice,
  files: NewFile[],
): Promise<Job> {
  const job = await who.job(files);
  await db
    .update(jobFiles)
    .set({ originalName: sql`replace(${jobFiles.originalName}, '.zip.pdf', '.zip')`, type: "zip" })
    .where(and(eq(jobFiles.jobId, job.id), like(jobFiles.originalName, "%.zip.pdf")));
  return job;
}

/** Removes a job's tasks from the queue and returns them, in no particular order. */
export async function takeQueued({ services: { db } }: TestServer, jobId: string): Promise<Queued[]> {
  const { rows } = await db.execute<Queued>(
    sql`delete from pgboss.job where data ->> 'jobId' = ${jobId} returning name, data`,
  );
  return rows;
}

interface Queued extends Record<string, unknown> {
  name: string;
  data: { practiceId: string; jobId: string; fileId: string };
}

const tasks = [convertFile, unpackFile, assembleJob];

/** Runs a job's queued tasks until none is left, as one worker would. Thumbnails are not made. */
export async function runQueued(
  server: TestServer,
  worker: WorkerServices & { destinations: Destinations },
  jobId: string,
): Promise<void> {
  const { signal } = new AbortController();
  for (let queued = await takeQueued(server, jobId); queued.length > 0; queued = await takeQueued(server, jobId)) {
    for (const { name, data } of queued) await tasks.find((task) => task.name === name)?.run(data, worker, { signal });
  }
}
