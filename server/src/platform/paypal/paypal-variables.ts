import { z } from "zod";
import { baseAddress, type MissingVariable, missingBeside, secret, webAddress } from "../config/variable-shapes.ts";

/**
 * Environment variables for online payment; they are documented in `docs/operate.md`. The first three belong to a
 * PayPal app and must be set together.
 */
export const payPalVariables = {
  PAYPAL_CLIENT_ID: secret,
  PAYPAL_CLIENT_SECRET: secret,
  /** "Webhook ID" of the app's webhook to /api/webhooks/paypal, with which its notices are verified. */
  PAYPAL_WEBHOOK_ID: secret,
  /** https://api-m.sandbox.paypal.com is the sandbox, for trials without money. */
  PAYPAL_URL: baseAddress.default("https://api-m.paypal.com"),
  /** The script that renders the payment button. */
  PAYPAL_SCRIPT_URL: webAddress().default("https://www.paypal.com/sdk/js"),
};

const data = z.object(payPalVariables);

export type PayPalConfig = NonNullable<ReturnType<typeof payPalConfig>>;

/**
 * @param demo takes no money: only a simulated PayPal on this machine is allowed
 * @returns undefined when online payment is not set up
 */
export function payPalConfig(given: z.infer<typeof data>, demo: boolean) {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_WEBHOOK_ID: webhookId } = given;
  if (!clientId || !clientSecret || !webhookId) return undefined;
  if (demo && new URL(given.PAYPAL_URL).hostname !== "127.0.0.1") return undefined;
  return { url: given.PAYPAL_URL, clientId, clientSecret, webhookId, scriptUrl: given.PAYPAL_SCRIPT_URL };
}

/**
 * Returns the first missing variable. With only some of them Sheaf would take payments without receiving PayPal's
 * notices.
 */
export function missingForPayPal(given: z.infer<typeof data>): MissingVariable | undefined {
  return missingBeside(given, ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID"]);
}
