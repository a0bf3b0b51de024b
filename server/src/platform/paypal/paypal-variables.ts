import { z } from "zod";
import { baseAddress, type MissingVariable, missingBeside, secret, webAddress } from "../config/variable-shapes.ts";

/** Paying online; `docs/operate.md` tells the same to people. The first three, of a PayPal app, or none of them. */
export const payPalVariables = {
  PAYPAL_CLIENT_ID: secret,
  PAYPAL_CLIENT_SECRET: secret,
  /** "Webhook ID" of the app's webhook to /api/webhooks/paypal: its notices are verified with it. */
  PAYPAL_WEBHOOK_ID: secret,
  /** https://api-m.sandbox.paypal.com tries it without money. */
  PAYPAL_URL: baseAddress.default("https://api-m.paypal.com"),
  /** What brings the payment button to the pages. */
  PAYPAL_SCRIPT_URL: webAddress().default("https://www.paypal.com/sdk/js"),
};

const data = z.object(payPalVariables);

export type PayPalConfig = NonNullable<ReturnType<typeof payPalConfig>>;

/**
 * @param demo takes no money: it knows the invented PayPal of this machine alone
 * @returns undefined where nothing is paid online
 */
export function payPalConfig(given: z.infer<typeof data>, demo: boolean) {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_WEBHOOK_ID: webhookId } = given;
  if (!clientId || !clientSecret || !webhookId) return undefined;
  if (demo && new URL(given.PAYPAL_URL).hostname !== "127.0.0.1") return undefined;
  return { url: given.PAYPAL_URL, clientId, clientSecret, webhookId, scriptUrl: given.PAYPAL_SCRIPT_URL };
}

/** Half of it would take payments and never hear of them again. */
export function missingForPayPal(given: z.infer<typeof data>): MissingVariable | undefined {
  return missingBeside(given, ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID"]);
}
