import { uncountedStates } from "@sheaf/contracts/counted-files.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { and, eq, isNotNull, notInArray, or, sql } from "drizzle-orm";
import { expect } from "vitest";
import { periods } from "../../src/domain/billing/table.ts";
import { convertFile } from "../../src/domain/jobs/converting/convert.task.ts";
import { jobFiles } from "../../src/domain/jobs/table.ts";
import type { Answer } from "../client.ts";
import type { TestServer } from "../server.ts";
import { runQueued, takeQueued } from "./container-jobs.ts";
import { fakeEngine } from "./fake-engine.ts";
import { formOf, type NewFile, type Practice } from "./practice.ts";

/** The content of a container of the fake engine. */
export const container = (...items: string[]) => ["container", ...items].join("\n");

/** Items "0.txt", "1.txt" and so on. */
export const pages = (number: number) => Array.from({ length: number }, (_, index) => `${index}.txt=page ${index}`);

export function fileNamed(job: Job, name: string): Job["files"][number] {
  const file = job.files.find(({ originalName }) => originalName === name);
  if (!file) throw new Error(`The job has no file ${name}`);
  return file;
}

/** "march.zip › a.txt: converted" */
export const statesOf = (job: Job) =>
  job.files.map(({ path, originalName, state }) => `${path ?? originalName}: ${state}`);

/** Functions for tests of containers. No worker runs: the tests run the tasks themselves. */
export function containerTests(server: TestServer, who: Practice) {
  const { db } = server.services;
  const ofPractice = eq(periods.practiceId, who.practiceId);
  const worker = (engine = fakeEngine()) => ({ ...server.services, engine });
  const refOf = (job: Job, index = 0) => ({
    practiceId: who.practiceId,
    jobId: job.id,
    fileId: job.files[index]?.id ?? "",
  });

  async function documentsUsed(): Promise<number> {
    const used = sql<number>`sum(${periods.documentsUsed})::int`;
    const [row] = await db.select({ used }).from(periods).where(ofPractice);
    return row?.used ?? 0;
  }

  /** Keys of the job's blobs without their folder. */
  async function blobsOf({ id }: Job): Promise<string[]> {
    return (await who.blobs()).flatMap((key) => (key.includes(id) ? key.slice(key.indexOf(id) + id.length + 1) : []));
  }

  return {
    ...who,
    worker,
    refOf,
    documentsUsed,
    run: (job: Job) => runQueued(server, worker(), job.id),
    /** Uploads the files and runs their tasks. */
    async ran(files: NewFile[], fields?: Record<string, string>): Promise<Job> {
      const job = await who.job(files, fields);
      await runQueued(server, worker(), job.id);
      return who.read(job.id);
    },
    /** Uploads containers, up to the point where each is queued for unpacking. @returns their job */
    async readyToUnpack(files: NewFile[]): Promise<Job> {
      const job = await who.job(files);
      const { signal } = new AbortController();
      for (const index of files.keys()) await convertFile.run(refOf(job, index), worker(), { signal });
      await takeQueued(server, job.id);
      return job;
    },
    /** Sends an action on the file of this name. */
    act: (job: Job, name: string, action: string, body?: object): Promise<Answer> =>
      who.post(`/api/jobs/${job.id}/files/${fileNamed(job, name).id}/${action}`, body),
    /** Replaces the file of this name. */
    replaceNamed: (job: Job, name: string, file: NewFile): Promise<Answer> =>
      who.replace(`/api/jobs/${job.id}/files/${fileNamed(job, name).id}`, formOf(file)),
    /** Leaves the practice so many documents. */
    async leave(documents: number): Promise<void> {
      const documentsAllowed = sql`${periods.documentsUsed} + ${documents}`;
      await db.update(periods).set({ documentsAllowed }).where(ofPractice);
    },
    /** Expects that each file that counts, and each that has been converted, holds exactly one document. */
    async expectBooksToBalance(): Promise<void> {
      const holds = or(notInArray(jobFiles.state, [...uncountedStates]), isNotNull(jobFiles.pagesKey));
      const held = await db.$count(jobFiles, and(eq(jobFiles.practiceId, who.practiceId), holds));
      expect(await documentsUsed(), "documents taken from the plan").toBe(held);
    },
    /** The text of the job's PDF. */
    async textOf(job: Job): Promise<string> {
      const { pdfPath } = await who.read(job.id);
      return (await who.get(pdfPath ?? "")).body;
    },
    blobsOf,
    /** The originals that are stored by themselves. */
    originalsOf: async (job: Job) => (await blobsOf(job)).filter((key) => /^(originals|items)\//.test(key)),
  };
}
