import type { Job } from "@sheaf/contracts/jobs.ts";
import type { Engine } from "@sheaf/engine/engine-api.ts";
import { eq, sql } from "drizzle-orm";
import { assembleJob } from "../../src/domain/jobs/converting/assemble.task.ts";
import { convertFile } from "../../src/domain/jobs/converting/convert.task.ts";
import { unpackFile } from "../../src/domain/jobs/converting/unpack.task.ts";
import { outputs } from "../../src/domain/jobs/table.ts";
import { practices } from "../../src/domain/practices/table.ts";
import { readFile } from "../../src/domain/readings/lane/read-file.task.ts";
import { makeSearchable } from "../../src/domain/readings/searchable/make-searchable.task.ts";
import { fileReadings } from "../../src/domain/readings/table.ts";
import type { TestServer } from "../server.ts";
import type { NewFile, Practice } from "./practice.ts";
import { readingEngine } from "./reading-engine.ts";

const live = { signal: new AbortController().signal };
const taskOf = {
  convert: convertFile,
  unpack: unpackFile,
  assemble: assembleJob,
  read: readFile,
  text: makeSearchable,
};
type Step = keyof typeof taskOf;

/** Functions for tests of readings. No worker runs: the tests run the tasks themselves. */
export function readingTests(server: TestServer, who: Practice) {
  const { db, storage } = server.services;

  /** Takes a due task of the job from the queue. */
  async function take(job: Pick<Job, "id">, step: Step) {
    const { rows } = await db.execute<{ data: { practiceId: string; jobId: string; fileId: string } }>(sql`
      delete from pgboss.job where name = ${taskOf[step].name} and data ->> 'jobId' = ${job.id} and start_after <= now()
      returning data`);
    return rows.map(({ data }) => data);
  }

  /** Runs the due tasks of these kinds, one kind after the other. */
  async function run(job: Pick<Job, "id">, steps: Step[], engine: Engine = readingEngine()): Promise<Job> {
    for (const step of steps) {
      for (const data of await take(job, step)) await taskOf[step].run(data, { ...server.services, engine }, live);
    }
    return who.read(job.id);
  }

  return {
    ...who,
    take,
    run,
    /** Uploads files and converts them. */
    async converted(files: NewFile[], fields?: Record<string, string>): Promise<Job> {
      return run(await who.job(files, fields), ["convert"]);
    },
    /** Uploads files, converts and reads them and makes their PDFs, in this order. */
    async done(files: NewFile[], fields?: Record<string, string>): Promise<Job> {
      return run(await who.job(files, fields), ["convert", "read", "assemble"]);
    },
    choose: (choices: Partial<typeof practices.$inferInsert>) =>
      db.update(practices).set(choices).where(eq(practices.id, who.practiceId)),
    rows: (job: Pick<Job, "id">) => db.select().from(fileReadings).where(eq(fileReadings.jobId, job.id)),
    outputRows: (job: Pick<Job, "id">) =>
      db.select().from(outputs).where(eq(outputs.jobId, job.id)).orderBy(outputs.position, outputs.createdAt),
    /** The text of the job's PDFs, in order. */
    async texts(job: Pick<Job, "id">): Promise<string[]> {
      const rows = await db
        .select()
        .from(outputs)
        .where(sql`${eq(outputs.jobId, job.id)} and ${eq(outputs.purpose, "result")}`)
        .orderBy(outputs.position);
      return Promise.all(rows.map(async ({ blobKey }) => textOf(await storage.open(blobKey ?? ""))));
    },
    readingKeys: async () => (await who.blobs()).filter((key) => key.includes("/readings/")),
    findPages: async (q: string): Promise<{ fileName: string }[]> =>
      (await who.get(`/api/search/pages?q=${encodeURIComponent(q)}`)).json().hits,
  };
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString();
}
