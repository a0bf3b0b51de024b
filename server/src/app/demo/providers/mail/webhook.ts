import { generateKeyPairSync, sign } from "node:crypto";
import type { MailEvent } from "./message.ts";

export interface EventWebhook {
  /** The public key in base64, as SendGrid shows it. */
  publicKey: string;
  /** @throws Error when Sheaf did not accept the events */
  post(apiUrl: string, events: MailEvent[]): Promise<void>;
}

const timeoutMs = 30_000;

/**
 * Signs and posts events as SendGrid's Event Webhook does (ECDSA P-256 over timestamp and body). Each start uses a new
 * key.
 */
export function openEventWebhook(): EventWebhook {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    publicKey: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
    async post(apiUrl, events) {
      const body = JSON.stringify(events);
      const timestamp = String(Math.floor(Date.now() / 1000));
      const answer = await fetch(`${apiUrl}/api/webhooks/sendgrid`, {
        method: "POST",
        body,
        headers: {
          "content-type": "application/json",
          "x-twilio-email-event-webhook-signature": sign("sha256", Buffer.from(timestamp + body), privateKey).toString(
            "base64",
          ),
          "x-twilio-email-event-webhook-timestamp": timestamp,
        },
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The API returned ${answer.status}`);
    },
  };
}
