import { generateKeyPairSync, sign } from "node:crypto";
import type { MailEvent } from "./message.ts";

export interface Notices {
  /** Base64 of the public key, as SendGrid shows it. */
  webhookKey: string;
  /** @throws Error unless Sheaf has taken the events */
  post(site: string, events: MailEvent[]): Promise<void>;
}

const timeoutMs = 30_000;

/**
 * Signs events and posts them, as SendGrid's Event Webhook does (ECDSA P-256 over timestamp and body). The key is new
 * with every start.
 */
export function openNotices(): Notices {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    webhookKey: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
    async post(site, events) {
      const body = JSON.stringify(events);
      const timestamp = String(Math.floor(Date.now() / 1000));
      const answer = await fetch(`${site}/api/webhooks/sendgrid`, {
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
      if (!answer.ok) throw new Error(`The API answered ${answer.status}`);
    },
  };
}
