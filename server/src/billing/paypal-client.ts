import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import { openPayPal, type PayPal } from "./paypal.ts";

const clients = new WeakMap<object, PayPal>();

/** One client for each configuration: it keeps its token. @throws AppError online-payment-off */
export function payPalOf({ payPal }: Pick<Config, "payPal">): PayPal {
  if (!payPal) {
    throw new AppError("online-payment-off", "Online payment is not set up here. Pay by bank transfer instead.");
  }
  const client = clients.get(payPal) ?? openPayPal(payPal);
  clients.set(payPal, client);
  return client;
}
