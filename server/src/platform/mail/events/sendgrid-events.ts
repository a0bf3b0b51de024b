import { createPublicKey, verify } from "node:crypto";
import {
  at,
  entryOf,
  forged,
  json,
  moment,
  type Notice,
  type ProviderEvent,
  refuseOld,
  text,
} from "./provider-event.ts";

/**
 * Reads a call of SendGrid's Event Webhook: several events in one call, signed (ECDSA P-256) over timestamp and raw
 * body.
 * @param key base64 of the public key, as SendGrid shows it
 * @throws AppError forged-event
 * @see
 *   https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features
 */
export function readSendgrid({ body, headers, now }: Notice, key: string): ProviderEvent[] {
  const signature = text(headers["x-twilio-email-event-webhook-signature"]);
  const timestamp = text(headers["x-twilio-email-event-webhook-timestamp"]);
  if (!signature || !timestamp) throw forged("unsigned");
  const publicKey = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  if (!verify("sha256", signed, publicKey, Buffer.from(signature, "base64"))) throw forged("wrong signature");
  refuseOld(new Date(Number(timestamp) * 1000), now);

  const events = json(body);
  return Array.isArray(events) ? events.flatMap((event) => read(event, now)) : [];
}

function read(event: unknown, now: Date): ProviderEvent[] {
  const kind = kindOf(at(event, "event"), at(event, "type"));
  const key = text(at(event, "sg_event_id"));
  if (!kind || !key) return [];
  return [
    {
      key,
      kind,
      deliveryId: text(at(event, "delivery")),
      // X-Message-Id of the response + "." + SendGrid's internal routing
      providerMessageId: text(at(event, "sg_message_id"))?.split(".")[0] ?? null,
      words: text(at(event, "reason")) ?? text(at(event, "response")),
      at: moment(at(event, "timestamp"), now),
    },
  ];
}

const kinds: Record<string, ProviderEvent["kind"]> = {
  processed: "accepted",
  delivered: "delivered",
  deferred: "deferred",
  bounce: "bounced",
  dropped: "dropped",
  spamreport: "complained",
};

function kindOf(event: unknown, type: unknown): ProviderEvent["kind"] | undefined {
  // "blocked" is caused by the receiving server's policy or the sender's reputation, not by the address.
  return event === "bounce" && type === "blocked" ? "dropped" : entryOf(kinds, event);
}
