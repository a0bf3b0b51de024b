import { createHmac } from "node:crypto";
import {
  at,
  entryOf,
  forged,
  json,
  moment,
  type Notice,
  type ProviderEvent,
  refuseOld,
  sameText,
  text,
} from "./provider-event.ts";

/**
 * Reads a call of Mailgun's webhook: one event, with an HMAC over timestamp and token. The HMAC does not cover the
 * event itself, so an event is accepted only for a short time and, by its id, once.
 * @throws AppError forged-event
 * @see https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks
 */
export function readMailgun({ body, now }: Notice, key: string): ProviderEvent[] {
  const notice = json(body);
  const timestamp = text(at(notice, "signature", "timestamp"));
  const token = text(at(notice, "signature", "token"));
  const signature = text(at(notice, "signature", "signature"));
  requireMailgun({ timestamp, token, signature }, { key, now });

  const event = at(notice, "event-data");
  const kind = kindOf(event);
  const eventId = text(at(event, "id"));
  if (!kind || !eventId) return [];
  const status = at(event, "delivery-status");
  const words = text(at(status, "message")) || text(at(status, "description"));
  return [
    {
      kind,
      key: eventId,
      deliveryId: text(at(event, "user-variables", "delivery")),
      providerMessageId: text(at(event, "message", "headers", "message-id")),
      words: [at(status, "code"), words].filter(Boolean).join(" ") || null,
      at: moment(at(event, "timestamp"), now),
    },
  ];
}

/**
 * Verifies that a webhook call comes from Mailgun.
 * @throws AppError forged-event
 */
export function requireMailgun(
  { timestamp, token, signature }: Record<"timestamp" | "token" | "signature", string | null>,
  { key, now }: { key: string; now: Date },
): void {
  if (!timestamp || !token || !signature) throw forged("unsigned");
  const expected = createHmac("sha256", key)
    .update(timestamp + token)
    .digest("hex");
  if (!sameText(signature, expected)) throw forged("wrong signature");
  refuseOld(new Date(Number(timestamp) * 1000), now);
}

/**
 * Reasons of a permanent failure that concern the address. Any other reason ("old", "generic", "espblock" …) does not
 * predict the result of the next email.
 */
const bounceReasons: readonly unknown[] = ["bounce", "suppress-bounce"];

const kinds: Record<string, ProviderEvent["kind"]> = {
  accepted: "accepted",
  delivered: "delivered",
  complained: "complained",
  rejected: "dropped",
};

function kindOf(event: unknown): ProviderEvent["kind"] | undefined {
  if (at(event, "event") !== "failed") return entryOf(kinds, at(event, "event"));
  if (at(event, "severity") === "temporary") return "deferred";
  return bounceReasons.includes(at(event, "reason")) ? "bounced" : "dropped";
}
