import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { announce } from "../../../platform/events/events.ts";
import { record } from "../../audit/service.ts";
import { queueBillingEmail } from "../emails/queue-billing-email.ts";
import { refundRequests } from "./table.ts";

export type RequestRow = typeof refundRequests.$inferSelect;

/** The decision on an open request. */
export interface Verdict {
  state: "granted-money" | "granted-credit" | "denied";
  /** The money or credit, in whole pence. */
  grantedPence: number;
  /** If omitted, the values recorded earlier stay. */
  decidedBy?: string;
  answer?: string;
}

/**
 * Closes an open request, records it in the audit log and notifies the owner. The caller holds `lockPractice`.
 * @returns undefined when the request is no longer open
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
 * Grants the open request for a payment that was returned in full, for whatever reason.
 * @returns whether there was an open request
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
