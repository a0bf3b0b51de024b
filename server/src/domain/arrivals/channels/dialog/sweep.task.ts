import { idempotencyHours } from "@sheaf/contracts/limits.ts";
import { and, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { equals } from "../../../../platform/db/equals.ts";
import { defineScheduledTask } from "../../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../../platform/services.ts";
import { jobFolder } from "../../../jobs/index.ts";
import { uploadKeys } from "../../table.ts";

type Needs = Pick<WorkerServices, "db" | "log" | "storage">;

/** A dead upload this old comes to life no more. */
const deadMinutes = 60;

/**
 * Clears away what uploads of dead processes had stored, and forgets old keys. Every minute; safe on two machines at
 * once.
 */
export const sweepUploads = defineScheduledTask<Needs>({
  name: "arrivals.sweep",
  timeoutMs: 50_000,
  async run(services) {
    const uploads = await clearDeadUploads(services);
    await forgetOldKeys(services);
    if (uploads > 0) services.log.warn({ uploads }, "Cleared away uploads of processes that died");
    return { uploads };
  },
});

/** What a process had stored of an upload when it died. The row goes last: a sweep that dies here is repeated. */
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

async function forgetOldKeys({ db }: Needs): Promise<void> {
  const old = lt(uploadKeys.createdAt, sql`now() - make_interval(hours => ${idempotencyHours})`);
  await db.delete(uploadKeys).where(and(isNotNull(uploadKeys.bodySha256), old));
}
