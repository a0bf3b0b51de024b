import { and, asc, eq, sql } from "drizzle-orm";
import { arrivalItems, arrivals } from "../../domain/arrivals/table.ts";
import type { Db } from "../../platform/db/connect.ts";
import { inPages } from "../../platform/db/in-pages.ts";
import { type Flat, pageSize } from "./flat.ts";

/**
 * Returns every file that was received, as it was sent, with the id of the job's file that it became; earliest first.
 */
export async function* arrivalsOf(db: Db, practiceId: string): AsyncGenerator<Flat> {
  const { arrivalId, position } = arrivalItems;
  const rows = inPages(pageSize, async (last?: { arrivalId: string; position: number }) => {
    const later = last && sql`(${arrivalId}, ${position}) > (${last.arrivalId}::uuid, ${last.position})`;
    return db
      .select({
        arrivalId,
        channel: arrivals.channel,
        arrivedAt: arrivals.arrivedAt,
        sender: arrivals.senderName,
        jobId: arrivals.jobId,
        fileId: arrivalItems.fileId,
        position,
        path: arrivalItems.path,
        sentName: arrivalItems.sentName,
        sizeBytes: arrivalItems.sizeBytes,
        sha256: arrivalItems.sha256,
      })
      .from(arrivalItems)
      .innerJoin(arrivals, and(eq(arrivals.practiceId, arrivalItems.practiceId), eq(arrivals.id, arrivalId)))
      .where(and(eq(arrivalItems.practiceId, practiceId), later))
      .orderBy(asc(arrivalId), asc(position))
      .limit(pageSize);
  });
  for await (const { arrivedAt, ...row } of rows) yield { ...row, arrivedAt: arrivedAt.toISOString() };
}
