import { readingLimits } from "@sheaf/contracts/reading.ts";
import { sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import type { Services } from "../../platform/services.ts";
import type { FileRef, JobRow, PageTurn, Readings } from "../jobs/index.ts";
import { jobFiles } from "../jobs/table.ts";
import { factsForNames } from "./facts-for-names.ts";
import { turnsLeft } from "./file-view.ts";
import { findingsOf } from "./findings.ts";
import { forgetFile, forgetReadings } from "./forget.ts";
import { addReading } from "./lane/add-reading.ts";
import { currentReadings, isOfFile, unfinishedOf } from "./lane/reading-rows.ts";
import { readsPages, waitsForReading } from "./practice-choices.ts";
import { queueSearchable } from "./searchable/make-searchable.task.ts";
import { writeText } from "./searchable/write-text.ts";
import { fileReadings } from "./table.ts";

/** Implements the functions that jobs need of readings. */
export function readingsOf(services: Pick<Services, "db" | "queue" | "storage">): Readings {
  const { queue } = services;
  return {
    isOn: readsPages,
    async add(tx, ref, made) {
      await addReading(tx, queue, ref, made);
    },
    waitMs,
    turnsOf,
    factsOf: (job, pages, folder) => factsForNames(services, job, pages, folder),
    countRefused,
    writeText,
    addText: (tx, ref) => queueSearchable(tx, queue, ref),
    isHardToRead,
    forgetFile,
    forgetJob: forgetReadings,
  };
}

/** Notes at the files for which the job waits no longer that its PDFs are made without their reading. */
async function waitMs(tx: Tx, { practiceId, id: jobId, sample }: JobRow): Promise<number> {
  if (sample || !(await waitsForReading(tx, practiceId))) return 0;
  const unfinished = unfinishedOf(practiceId, jobId);
  const [left] = await tx
    .select({
      ms: sql<number | null>`ceil(extract(epoch from
        max(${fileReadings.createdAt}) + make_interval(secs => ${readingLimits.jobWaitSeconds}) - now()) * 1000)::int`,
    })
    .from(fileReadings)
    .innerJoin(jobFiles, isOfFile)
    .where(unfinished);
  const ms = left?.ms ?? 0;
  if (ms > 0) return ms;
  await tx.update(fileReadings).set({ passedAt: sql`now()` }).from(jobFiles).where(unfinished);
  return 0;
}

async function turnsOf(tx: Tx, job: JobRow): Promise<Map<string, PageTurn[]>> {
  if (job.sample || !(await waitsForReading(tx, job.practiceId))) return new Map();
  const rows = await currentReadings(tx, job);
  return new Map(
    rows.flatMap(({ reading, fileTurns }) => {
      const turns = turnsLeft(reading.turns, { turns: fileTurns });
      return turns.length > 0 ? [[reading.fileId, turns]] : [];
    }),
  );
}

async function countRefused(tx: Tx, job: JobRow): Promise<number> {
  if (job.sample || !(await waitsForReading(tx, job.practiceId))) return 0;
  const confirmedAt = job.emailsConfirmedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  const rows = await currentReadings(tx, job);
  return rows
    .filter(({ reading: { endedAt } }) => endedAt !== null && endedAt.getTime() > confirmedAt)
    .flatMap(({ reading }) => findingsOf(reading.hardPages, job, true))
    .filter(({ severity }) => severity === "hold").length;
}

export async function isHardToRead(tx: Tx, { practiceId, jobId, fileId }: FileRef): Promise<boolean> {
  const rows = await currentReadings(tx, { practiceId, id: jobId });
  return rows.some(({ reading }) => reading.fileId === fileId && reading.hardPages.length > 0);
}
