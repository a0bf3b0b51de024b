import { and, gt, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { AppError } from "../../../platform/errors.ts";
import { announce } from "../../../platform/events/events.ts";
import { type Actor, record } from "../../audit/service.ts";
import { deliveries } from "../table.ts";

/**
 * Cancels every email of a job that still waits for Undo. The PDFs stay.
 * @throws AppError too-late-to-undo when no email waits, also for another practice's job
 */
export async function undoEmails(db: Db, actor: Actor, jobId: string): Promise<void> {
  const { practiceId } = actor;
  await db.transaction(async (tx) => {
    const held = and(equals(deliveries, { practiceId, jobId, state: "held" }), gt(deliveries.sendAfter, sql`now()`));
    const undone = await tx
      .update(deliveries)
      .set({ state: "undone", sendAfter: null, message: null })
      .where(held)
      .returning({ id: deliveries.id });
    if (undone.length === 0) {
      throw new AppError(
        "too-late-to-undo",
        "No email of this job is waiting any more. Open the job to see the status of each.",
      );
    }
    const detail = { emails: undone.length, delivery: undone.map(({ id }) => id).join() };
    await record(tx, { ...actor, action: "email.undone", subjectId: jobId, detail });
    await announce(tx, practiceId, { type: "job", id: jobId });
  });
}
