import type { RefundInput, RefundRequest } from "@sheaf/contracts/refunds.ts";
import { desc, eq } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { AppError } from "../../../platform/errors.ts";
import { announce } from "../../../platform/events/events.ts";
import { newId } from "../../../platform/ids.ts";
import type { Member } from "../../access/member.ts";
import { record } from "../../audit/service.ts";
import { lockPractice } from "../../practices/service.ts";
import { queueBillingEmail } from "../emails/queue-billing-email.ts";
import { quoteRefund } from "./quote.ts";
import type { RequestRow } from "./states.ts";
import { refundRequests } from "./table.ts";

/** GET /api/refunds: the practice's requests, newest first. */
export async function listRefunds(db: Db | Tx, practiceId: string): Promise<RefundRequest[]> {
  const rows = await db
    .select()
    .from(refundRequests)
    .where(eq(refundRequests.practiceId, practiceId))
    .orderBy(desc(refundRequests.requestedAt), desc(refundRequests.id));
  return rows.map(describeRequest);
}

export function describeRequest(row: RequestRow): RefundRequest {
  const { id, paymentId, requestedBy, refundAs, reason, outcome, refundPence, creditPence, state, answer } = row;
  return {
    id,
    paymentId,
    requestedBy,
    refundAs,
    reason,
    outcome,
    refundPence,
    creditPence,
    state,
    requestedAt: row.requestedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    answer: state === "pending" ? null : answer,
  };
}

/**
 * Requests the refund of a payment; an administrator decides.
 * @throws AppError not-found, refund-not-possible, refund-already-requested
 */
export async function requestRefund(db: Db, member: Member, input: RefundInput): Promise<RefundRequest> {
  const { practiceId, fullName } = member;
  return db.transaction(async (tx) => {
    await lockPractice(tx, practiceId);
    await refuseRepeated(tx, practiceId, input.paymentId);
    const { outcome, used, allowed, refundPence, creditPence } = await quoteRefund(tx, practiceId, input.paymentId);
    if (outcome === "denied" || outcome === "too-late") throw new AppError("refund-not-possible", reasonOf[outcome]);
    const [row] = await tx
      .insert(refundRequests)
      .values({
        id: newId(),
        practiceId,
        ...input,
        requestedBy: fullName,
        outcome,
        documentsUsed: used,
        documentsAllowed: allowed,
        refundPence,
        creditPence,
      })
      .returning();
    if (!row) throw new Error("The database returned no row for the new request");
    await record(tx, { ...member, action: "refund.requested", subjectId: input.paymentId });
    await queueBillingEmail(tx, {
      practiceId,
      template: "refund-requested",
      about: row.id,
      facts: { requestId: row.id },
    });
    await announce(tx, practiceId, { type: "subscription" });
    return describeRequest(row);
  });
}

const reasonOf = {
  denied: "More than half of the documents that this payment bought are used, so it cannot be given back.",
  "too-late": "This payment is more than 30 days old, so it cannot be given back.",
};

async function refuseRepeated(tx: Tx, practiceId: string, paymentId: string): Promise<void> {
  const [last] = await tx
    .select({ state: refundRequests.state })
    .from(refundRequests)
    .where(equals(refundRequests, { practiceId, paymentId }))
    .orderBy(desc(refundRequests.requestedAt))
    .limit(1);
  if (last?.state === "pending") {
    throw new AppError(
      "refund-already-requested",
      "You have already requested a refund of this payment. It is being reviewed.",
    );
  }
  if (last && last.state !== "withdrawn") {
    throw new AppError(
      "refund-not-possible",
      "A refund of this payment was requested and decided before. Write to support if you disagree.",
    );
  }
}

/**
 * Withdraws an open request.
 * @throws AppError refund-not-found, refund-decided
 */
export async function withdrawRefund(db: Db, member: Member, id: string): Promise<void> {
  const { practiceId } = member;
  await db.transaction(async (tx) => {
    await lockPractice(tx, practiceId);
    const itself = equals(refundRequests, { practiceId, id });
    const [row] = await tx.select().from(refundRequests).where(itself);
    if (!row) throw new AppError("refund-not-found", "There is no such request. Reload the list.");
    if (row.state !== "pending" || row.payingSince) {
      throw new AppError("refund-decided", "This request has been decided, so it can no longer be withdrawn.");
    }
    await tx.update(refundRequests).set({ state: "withdrawn" }).where(itself);
    await record(tx, { ...member, action: "refund.withdrawn", subjectId: row.paymentId });
    await announce(tx, practiceId, { type: "subscription" });
  });
}
