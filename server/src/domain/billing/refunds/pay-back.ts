import { eq } from "drizzle-orm";
import { equals } from "../../../platform/db/equals.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Refund } from "../../../platform/paypal/paypal.ts";
import { PayPalError } from "../../../platform/paypal/paypal-call.ts";
import { payPalOf } from "../../../platform/paypal/paypal-client.ts";
import { lockPractice } from "../../practices/service.ts";
import { followUp } from "../orders/follow-up.ts";
import type { OrderServices } from "../orders/order.ts";
import { recordRefund } from "../orders/reverse-payment.ts";
import { quoteRefund } from "./quote.ts";
import { close, type RequestRow } from "./states.ts";
import { refundRequests } from "./table.ts";

/**
 * Refunds a granted request at PayPal and enters the refund. The request's id serves as PayPal's idempotency key, so
 * that the money is sent once even if this is repeated. If this process crashes in between, PayPal's webhook event or
 * the next attempt enters the refund.
 * @throws AppError refund-failed
 */
export async function payBack(services: OrderServices, request: RequestRow): Promise<RequestRow> {
  const { db } = services;
  const { practiceId, paymentId } = request;
  const { payment, refundPence } = await quoteRefund(db, practiceId, paymentId);
  const refund = await refundAtPayPal(services, request, payment.reference, refundPence);
  if (refund === "returned-already") await followUp(services, { captureId: payment.reference });
  return db.transaction(async (tx) => {
    await lockPractice(tx, practiceId);
    if (refund !== "returned-already") {
      // A refund that is still pending at PayPal is entered when PayPal reports it as completed.
      if (refund.status === "COMPLETED") await recordRefund(tx, payment, refund.id, refundPence);
      else await close(tx, request, { state: "granted-money", grantedPence: refundPence });
    }
    const [row] = await tx.select().from(refundRequests).where(eq(refundRequests.id, request.id));
    if (!row) throw new Error("An open request was not found");
    return row;
  });
}

async function refundAtPayPal(
  services: OrderServices,
  request: RequestRow,
  captureId: string,
  pence: number,
): Promise<Refund | "returned-already"> {
  if (!services.config.payPal) {
    await release(services, request);
    throw new AppError(
      "refund-failed",
      "PayPal is no longer set up here. Give a credit, or make the refund at PayPal.",
    );
  }
  try {
    const refund = await payPalOf(services.config).refund(captureId, pence, request.id);
    if (refund.status === "COMPLETED" || refund.status === "PENDING") return refund;
    throw new PayPalError(422, `REFUND_${refund.status}`);
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    const { status, issue } = error;
    services.log.warn({ status, issue, requestId: request.id }, "PayPal did not send a refund");
    if (issue === "CAPTURE_FULLY_REFUNDED") return "returned-already";
    const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429;
    if (!isRefused) {
      throw new AppError(
        "refund-failed",
        "PayPal gave no clear response. Choose money again in a few minutes: it is never sent twice.",
        { cause: error },
      );
    }
    await release(services, request);
    throw new AppError(
      "refund-failed",
      `PayPal refused to send the money back (${issue || status}). Try again, give a credit, or refund it at PayPal.`,
      { cause: error },
    );
  }
}

/** Reopens the request for another decision, after no money was sent. */
async function release({ db }: OrderServices, { practiceId, id }: RequestRow): Promise<void> {
  const itself = equals(refundRequests, { practiceId, id, state: "pending" });
  await db.update(refundRequests).set({ payingSince: null, decidedBy: null, answer: null }).where(itself);
}
