import type { RefundRequest } from "@sheaf/contracts/refunds.ts";
import { eq, sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import { lockPractice } from "../../practices/service.ts";
import { enterCredit, referenceEnteredError } from "../ledger/ledger.ts";
import type { OrderServices } from "../orders/order.ts";
import { recordRefund, undoPurchase } from "../orders/reverse-payment.ts";
import { payBack } from "./pay-back.ts";
import { quoteRefund, type RefundQuote } from "./quote.ts";
import { describeRequest } from "./requests.ts";
import { close, type RequestRow } from "./states.ts";
import { refundRequests } from "./table.ts";

/** How long an attempt to refund at the payment provider blocks other attempts. */
export const payingMs = 2 * 60_000;

export interface Decision {
  requestId: string;
  decision: "money" | "credit" | "deny";
  /** The answer to the practice. */
  reason: string;
  adminName: string;
  /** Reference of the return transfer on the bank statement; required to refund a bank transfer. */
  reference?: string | undefined;
}

/**
 * Decides an open request by the current data. A PayPal payment is refunded through PayPal, at most once even if it is
 * tried again. A bank transfer is recorded as returned by the administrator.
 * @param note runs in the transaction of the decision, for example to record who decided
 * @throws AppError refund-not-found, refund-decided, refund-not-possible, bad-request without the reference of a bank
 *   transfer, reference-entered, refund-failed when PayPal refused or did not answer
 */
export async function decideRefund(
  services: OrderServices,
  decision: Decision,
  note: (tx: Tx, request: { practiceId: string; paymentId: string }) => Promise<void> = async () => {},
): Promise<RefundRequest> {
  const { db } = services;
  const practiceId = await practiceOf(services, decision.requestId);
  const decided = await db.transaction(async (tx) => {
    await lockPractice(tx, practiceId);
    const request = await openRequest(tx, decision);
    await note(tx, request);
    return apply(tx, request, decision);
  });
  if (decided.state !== "pending") return describeRequest(decided);
  return describeRequest(await payBack(services, decided));
}

async function apply(tx: Tx, request: RequestRow, decision: Decision): Promise<RequestRow> {
  const words = { decidedBy: decision.adminName, answer: decision.reason };
  if (decision.decision === "deny") {
    return requireRow(await close(tx, request, { ...words, state: "denied", grantedPence: 0 }));
  }
  const quote = await quoteRefund(tx, request.practiceId, request.paymentId);
  if (decision.decision === "credit") {
    const grantedPence = await giveCredit(tx, request, quote);
    return requireRow(await close(tx, request, { ...words, state: "granted-credit", grantedPence }));
  }
  const paying = { ...words, payingSince: sql`clock_timestamp()` };
  const [row] = await tx.update(refundRequests).set(paying).where(eq(refundRequests.id, request.id)).returning();
  if (quote.payment.method === "paypal") return requireRow(row);
  return returnTransfer(tx, request, quote, decision.reference);
}

async function giveCredit(tx: Tx, request: RequestRow, { payment, creditPence }: RefundQuote): Promise<number> {
  const { practiceId, id } = request;
  await undoPurchase(tx, payment);
  const reference = `For refund request ${id}`;
  await enterCredit(tx, { practiceId, kind: "credit", creditPence, paymentId: payment.id, reference });
  return creditPence;
}

/** Records the return transfer that the administrator has made. Recording the full refund also closes the request. */
async function returnTransfer(
  tx: Tx,
  request: RequestRow,
  { payment, refundPence }: RefundQuote,
  given: string | undefined,
): Promise<RequestRow> {
  const reference = given?.trim() ?? "";
  if (reference === "") {
    throw new AppError("bad-request", "Send the money from your bank first, then enter the transfer’s reference.");
  }
  if (!(await recordRefund(tx, payment, reference, refundPence))) throw await referenceEnteredError(tx, reference);
  const [row] = await tx.select().from(refundRequests).where(eq(refundRequests.id, request.id));
  return requireRow(row);
}

async function practiceOf({ db }: OrderServices, requestId: string): Promise<string> {
  const [row] = await db
    .select({ practiceId: refundRequests.practiceId })
    .from(refundRequests)
    .where(eq(refundRequests.id, requestId));
  if (!row) throw new AppError("refund-not-found", "There is no such request. Reload the list.");
  return row.practiceId;
}

async function openRequest(tx: Tx, { requestId, decision }: Decision): Promise<RequestRow> {
  const [found] = await tx
    .select({
      row: refundRequests,
      isPaying: sql<boolean>`coalesce(${refundRequests.payingSince} > clock_timestamp() - make_interval(secs => ${payingMs / 1000}), false)`,
    })
    .from(refundRequests)
    .where(eq(refundRequests.id, requestId));
  if (!found || found.row.state === "withdrawn") {
    throw new AppError("refund-not-found", "The practice has withdrawn this request.");
  }
  if (found.row.state !== "pending") throw new AppError("refund-decided", "This request has been decided already.");
  if (found.isPaying) throw new AppError("refund-decided", "The refund of this request is being sent at this moment.");
  if (found.row.payingSince && decision !== "money") {
    throw new AppError("refund-decided", "PayPal may have sent this refund already. Choose money again to make sure.");
  }
  return found.row;
}

function requireRow(row: RequestRow | undefined): RequestRow {
  if (!row) throw new Error("An open request was not found");
  return row;
}
