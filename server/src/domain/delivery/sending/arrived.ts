import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import { announce } from "../../../platform/events/events.ts";
import { type Actor, record } from "../../audit/service.ts";
import { type DeliveryRef, ofDelivery } from "../service.ts";
import { deliveries } from "../table.ts";

/**
 * Marks an unconfirmed email as sent because a user has found it in the inbox. Nothing is sent.
 * @throws AppError delivery-not-found, delivery-not-in-doubt
 */
export async function confirmArrival(db: Db, actor: Actor, ref: DeliveryRef): Promise<void> {
  const { practiceId, jobId, deliveryId } = ref;
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(deliveries).where(ofDelivery(ref)).for("update");
    if (!row) throw new AppError("delivery-not-found", "This email does not exist. Reload the job.");
    if (row.state !== "unconfirmed" || row.replacedById !== null) {
      throw new AppError("delivery-not-in-doubt", "The outcome of this email is now known. Reload the job.");
    }
    await tx.update(deliveries).set({ state: "sent", sentAt: sql`now()`, message: null }).where(ofDelivery(ref));
    await record(tx, { ...actor, action: "email.arrived", subjectId: jobId, detail: { delivery: deliveryId } });
    await announce(tx, practiceId, { type: "job", id: jobId });
  });
}
