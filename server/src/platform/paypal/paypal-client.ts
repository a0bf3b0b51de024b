import type { Config } from "../config/config.ts";
import { AppError } from "../errors.ts";
import type { Services } from "../services.ts";
import { openPayPal, type PayPal } from "./paypal.ts";
import { PayPalError } from "./paypal-call.ts";

const clients = new WeakMap<object, PayPal>();

/**
 * Returns the client of a configuration, which is reused because it caches its token. @throws AppError
 * online-payment-off
 */
export function payPalOf({ payPal }: Pick<Config, "payPal">): PayPal {
  if (!payPal) {
    throw new AppError("online-payment-off", "Online payment is not set up here. Pay by bank transfer instead.");
  }
  const client = clients.get(payPal) ?? openPayPal(payPal);
  clients.set(payPal, client);
  return client;
}

/**
 * Runs a request to PayPal and converts its errors into messages for the payer.
 * @throws AppError not-approved, payment-declined, payment-unconfirmed
 */
export async function translatePayPalErrors<T>({ log }: Pick<Services, "log">, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    if (error.issue === "ORDER_NOT_APPROVED") {
      throw new AppError("not-approved", "The payment has not been approved at PayPal yet. Approve it there first.");
    }
    if (error.issue === "INSTRUMENT_DECLINED") {
      throw new AppError("payment-declined", "PayPal declined this payment method. Choose another card or account.");
    }
    log.warn({ status: error.status, issue: error.issue }, "PayPal refused a request");
    throw new AppError(
      "payment-unconfirmed",
      "PayPal did not respond as expected. If you approved the payment, it is taken once PayPal confirms it. It is never taken twice.",
      { cause: error },
    );
  }
}
