import type { Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import { announce } from "../../../platform/events/events.ts";
import type { Services } from "../../../platform/services.ts";
import { type Actor, record } from "../../audit/service.ts";
import { requireActive } from "../../billing/index.ts";
import { type DeliveryRef, type DeliveryRow, ofDelivery } from "../service.ts";
import { deliveries } from "../table.ts";
import { deliverEmail } from "./deliver.task.ts";

/*
 * Actions of users on an email that has not been sent yet. Each action locks the row as a claim does: either the action
 * comes first, or the email is being handed over and the action is refused.
 */

/** Returns whether the email was tried, was not accepted and waits for its next attempt. */
export const isPutOff = ({ state, nextTryAt }: Pick<DeliveryRow, "state" | "nextTryAt">): boolean =>
  state === "waiting" && nextTryAt !== null;

/**
 * Makes the next attempt of an email that was put off immediately.
 * @throws AppError delivery-not-found, delivery-not-waiting, subscription-needed, subscription-expired
 */
export async function tryNow(
  { db, queue }: Pick<Services, "db" | "queue">,
  actor: Actor,
  ref: DeliveryRef,
): Promise<void> {
  await requireActive(db, actor.practiceId);
  await db.transaction(async (tx) => {
    const row = await lockEmail(tx, ref);
    if (!isPutOff(row)) throw notWaiting();
    await tx.update(deliveries).set({ nextTryAt: null, message: null }).where(ofDelivery(ref));
    await queue.add(tx, deliverEmail, ref, { group: ref.practiceId });
    await recordAction(tx, actor, ref, "email.tried-now");
  });
}

/**
 * Cancels an email that waits for Undo, for its next attempt, or for its sender to confirm their address.
 * @throws AppError delivery-not-found, delivery-not-waiting
 */
export async function stopEmail({ db }: Pick<Services, "db">, actor: Actor, ref: DeliveryRef): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockEmail(tx, ref);
    const waits = row.state === "held" || row.state === "waiting" || row.awaitsSender;
    if (!waits || row.replacedById !== null) throw notWaiting();
    await tx.update(deliveries).set(stopped).where(ofDelivery(ref));
    await recordAction(tx, actor, ref, "email.stopped");
  });
}

/** Column values of an email that a user has stopped. */
export const stopped = {
  state: "undone",
  awaitsSender: false,
  message: null,
  sendAfter: null,
  nextTryAt: null,
} as const;

async function lockEmail(tx: Tx, ref: DeliveryRef): Promise<DeliveryRow> {
  const [row] = await tx.select().from(deliveries).where(ofDelivery(ref)).for("update");
  if (!row) throw new AppError("delivery-not-found", "This email does not exist. Reload the job.");
  return row;
}

async function recordAction(
  tx: Tx,
  actor: Actor,
  { practiceId, jobId, deliveryId }: DeliveryRef,
  action: "email.tried-now" | "email.stopped",
): Promise<void> {
  await record(tx, { ...actor, action, subjectId: jobId, detail: { delivery: deliveryId } });
  await announce(tx, practiceId, { type: "job", id: jobId });
}

const notWaiting = () =>
  new AppError("delivery-not-waiting", "This email is being sent or has been sent. Open the job to see its status.");
