import { setTimeout as delay } from "node:timers/promises";
import { deliveriesUnderWay } from "@sheaf/contracts/delivery-states.ts";
import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { deliveries, deliveryEvents } from "../../../domain/delivery/table.ts";
import type { JobRef } from "../../../domain/jobs/index.ts";
import { jobEvents, jobFiles, jobs, outputs } from "../../../domain/jobs/table.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { announce } from "../../../platform/events/events.ts";

const pollIntervalMs = 500;
/** Also a deferred email arrives within this time. */
const timeoutMs = 150_000;
/** Invented time between the upload and the end of the conversion. */
const conversionMs = 9_000;

const ofJob = ({ practiceId, jobId }: JobRef) => and(eq(jobs.practiceId, practiceId), eq(jobs.id, jobId));

/** Waits until a job has been converted. @returns false when it was aborted before */
export const untilConverted = (db: Db, ref: JobRef, signal: AbortSignal): Promise<boolean> =>
  until(async () => (await db.$count(jobs, and(ofJob(ref), isNotNull(jobs.settledAt)))) > 0, signal);

/**
 * Waits until the emails of a converted job have been delivered, have bounced or need a decision.
 * @returns false when it was aborted before
 */
export async function untilEmailed(db: Db, { practiceId, jobId }: JobRef, signal: AbortSignal): Promise<boolean> {
  const ofEmails = and(eq(deliveries.practiceId, practiceId), eq(deliveries.jobId, jobId));
  const underWay = and(ofEmails, inArray(deliveries.state, [...deliveriesUnderWay, "sent"]));
  return until(async () => (await db.$count(deliveries, underWay)) === 0, signal);
}

async function until(condition: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (signal.aborted) return false;
    if (performance.now() > deadline) return true;
    await delay(pollIntervalMs);
  }
  return true;
}

/**
 * Moves all times of a job back by the same amount, so that the conversion appears to have run right after the creation
 * time in the job's row. Does nothing for a job that was already moved.
 */
export async function moveToPast(db: Db, { practiceId, jobId }: JobRef): Promise<void> {
  const [job] = await db.select().from(jobs).where(ofJob({ practiceId, jobId }));
  const lateMs = job?.settledAt ? job.settledAt.getTime() - job.createdAt.getTime() - conversionMs : 0;
  if (lateMs <= conversionMs) return;
  const by = sql.raw(`interval '${lateMs} milliseconds'`);
  const earlier = (column: PgColumn): SQL => sql`${column} - ${by}`;
  await db.transaction(async (tx) => {
    await tx
      .update(jobs)
      .set({ completedAt: earlier(jobs.completedAt), settledAt: earlier(jobs.settledAt) })
      .where(ofJob({ practiceId, jobId }));
    await tx
      .update(jobFiles)
      .set({ endedAt: earlier(jobFiles.endedAt) })
      .where(and(eq(jobFiles.practiceId, practiceId), eq(jobFiles.jobId, jobId)));
    await tx
      .update(jobEvents)
      .set({ at: earlier(jobEvents.at) })
      .where(and(eq(jobEvents.practiceId, practiceId), eq(jobEvents.jobId, jobId)));
    await tx
      .update(outputs)
      .set({ createdAt: earlier(outputs.createdAt) })
      .where(and(eq(outputs.practiceId, practiceId), eq(outputs.jobId, jobId)));
    const emails = await tx
      .update(deliveries)
      .set({
        createdAt: earlier(deliveries.createdAt),
        sendAfter: earlier(deliveries.sendAfter),
        firstTriedAt: earlier(deliveries.firstTriedAt),
        sentAt: earlier(deliveries.sentAt),
        deliveredAt: earlier(deliveries.deliveredAt),
      })
      .where(and(eq(deliveries.practiceId, practiceId), eq(deliveries.jobId, jobId)))
      .returning({ id: deliveries.id });
    const ids = emails.map(({ id }) => id);
    if (ids.length > 0) {
      await tx
        .update(deliveryEvents)
        .set({ at: earlier(deliveryEvents.at), receivedAt: earlier(deliveryEvents.receivedAt) })
        .where(and(eq(deliveryEvents.practiceId, practiceId), inArray(deliveryEvents.deliveryId, ids)));
    }
    await announce(tx, practiceId, { type: "job", id: jobId });
  });
}
