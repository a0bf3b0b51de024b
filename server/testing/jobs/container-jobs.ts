import { sql } from "drizzle-orm";
import { assembleJob } from "../../src/domain/jobs/converting/assemble.task.ts";
import { convertFile } from "../../src/domain/jobs/converting/convert.task.ts";
import { unpackFile } from "../../src/domain/jobs/converting/unpack.task.ts";
import type { Destinations } from "../../src/domain/jobs/destinations.ts";
import type { Readings } from "../../src/domain/jobs/readings.ts";
import type { WorkerServices } from "../../src/platform/services.ts";
import type { TestServer } from "../server.ts";

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
  worker: WorkerServices & { destinations: Destinations; readings: Readings },
  jobId: string,
): Promise<void> {
  const { signal } = new AbortController();
  for (let queued = await takeQueued(server, jobId); queued.length > 0; queued = await takeQueued(server, jobId)) {
    for (const { name, data } of queued) await tasks.find((task) => task.name === name)?.run(data, worker, { signal });
  }
}
