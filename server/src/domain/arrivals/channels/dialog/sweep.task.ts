import { idempotencyHours } from "@sheaf/contracts/limits.ts";
import { and, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { equals } from "../../../../platform/db/equals.ts";
import { defineScheduledTask } from "../../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../../platform/services.ts";
import { jobFolder } from "../../../jobs/index.ts";
import { uploadKeys } from "../../table.ts";

type Needs = Pick<WorkerServices, "db" | "log" | "storage">;

/** Uploads whose hold ended this long ago are deleted: by then no process can still be receiving them. */
const deadMinutes = 60;

/**
 * Deletes the files of uploads whose process died, and expired Idempotency-Keys. Runs every minute; several machines
 * may run it at once.
 */
export const sweepUploads = defineScheduledTask<Needs>({
  name: "arrivals.sweep",
  timeoutMs: 50_000,
  async run(services) {
    const uploads = await clearDeadUploads(services);
    await deleteExpiredKeys(services);
    if (uploads > 0) services.log.warn({ uploads }, "Deleted uploads of processes that ended unexpectedly");
    return { uploads };
  },
});

/** Deletes what dead processes had stored of uploads. The row is deleted last, so an interrupted sweep is repeated. */
async function clearDeadUploads({ db, storage }: Needs): Promise<number> {
  return db.transaction(async (tx) => {
    const dead = await tx
      .select()
      .from(uploadKeys)
      .where(
        and(
          isNull(uploadKeys.bodySha256),
          lt(uploadKeys.heldUntil, sql`now() - make_interval(mins => ${deadMinutes})`),
        ),
      )
      .limit(100)
      .for("update", { skipLocked: true });
    for (const { practiceId, key, jobId } of dead) {
      if (jobId) {
        const left: string[] = [];
        for await (const blob of storage.list(jobFolder(practiceId, jobId))) left.push(blob.key);
        await storage.delete(left);
      }
      await tx.delete(uploadKeys).where(equals(uploadKeys, { practiceId, key }));
    }
    return dead.length;
  });
}

async function deleteExpiredKeys({ db }: Needs): Promise<void> {
  const old = lt(uploadKeys.createdAt, sql`now() - make_interval(hours => ${idempotencyHours})`);
  await db.delete(uploadKeys).where(and(isNotNull(uploadKeys.bodySha256), old));
}
