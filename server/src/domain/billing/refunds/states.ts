import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { announce } from "../../../platform/events/events.ts";
import { record } from "../../audit/service.ts";
import { queueBillingEmail } from "../emails/queue-billing-email.ts";
import { refundRequests } from "./table.ts";

export type RequestRow = typeof refundRequests.$inferSelect;

/** What a decision makes of an open request. */
export interface Verdict {
  state: "granted-money" | "granted-credit" | "denied";
  /** Whole pence of the money or the credit. */
  grantedPence: number;
  /** Left as they are when they were written down before. */
  decidedBy?: string;
  answer?: string;
}

/**
 * Closes an open request, writes it down and tells the owner. The caller holds `lockPractice`.
 * @returns undefined when it is not open any more
 */
export async function close(
  tx: Tx,
  { practiceId, id }: Pick<RequestRow, "practiceId" | "id">,
  { grantedPence, ...verdict }: Verdict,
): Promise<RequestRow | undefined> {
  const [row] = await tx
    .update(refundRequests)
    .set({ ...verdict, payingSince: null, decidedAt: sql`clock_timestamp()` })
    .where(equals(refundRequests, { practiceId, id, state: "pending" }))
    .returning();
  if (!row) return undefined;
  const isDenied = row.state === "denied";
  await record(tx, {
    practiceId,
    userId: null,
    action: isDenied ? "refund.denied" : "refund.granted",
    subjectId: row.paymentId,
    ...(isDenied ? {} : { detail: { credit: row.state === "granted-credit" } }),
  });
  await queueBillingEmail(tx, {
    practiceId,
    template: "refund-decided",
    about: id,
    facts: { requestId: id, grantedPence },
  });
  await announce(tx, practiceId, { type: "subscription" });
  return row;
}

/**
 * All of a payment went back, whoever saw to it: what was asked about it is granted.
 * @returns whether anything was asked
 */
export async function closeReturned(tx: Tx, practiceId: string, paymentId: string, pence: number): Promise<boolean> {
  const [open] = await tx
    .select()
    .from(refundRequests)
    .where(equals(refundRequests, { practiceId, paymentId, state: "pending" }));
  if (!open) return false;
  await close(tx, open, { state: "granted-money", grantedPence: pence });
  return true;
}
