import type { IncomingHttpHeaders } from "node:http";
import { at, forged, json, moment, type Notice, type ProviderEvent, sameText, text } from "./provider-event.ts";

/**
 * Postmark's webhooks: one event a notice, with the user and password that stand in the address it was given.
 * @param auth "user:password"
 * @throws AppError forged-event
 * @see https://postmarkapp.com/developer/webhooks/webhooks-overview
 */
export function readPostmark({ body, headers, now }: Notice, auth: string): ProviderEvent[] {
  requirePostmark(headers, auth);
  const event = json(body);
  const type = text(at(event, "RecordType"));
  const messageId = text(at(event, "MessageID"));
  const kind = kindOf(type, at(event, "Type"), at(event, "Inactive"));
  if (!kind || !messageId) return [];
  const when = at(event, "DeliveredAt") ?? at(event, "BouncedAt");
  return [
    {
      kind,
      providerMessageId: messageId,
      deliveryId: text(at(event, "Metadata", "delivery")),
      key: [type, at(event, "ID") ?? "", messageId, text(when) ?? ""].join(":"),
      words: text(at(event, "Details")) ?? text(at(event, "Description")),
      at: moment(when, now),
    },
  ];
}

/**
 * The user and password that stand in the address which Postmark was given.
 * @param auth "user:password"
 * @throws AppError forged-event
 */
export function requirePostmark({ authorization = "" }: IncomingHttpHeaders, auth: string): void {
  if (!sameText(authorization, `Basic ${Buffer.from(auth).toString("base64")}`)) throw forged("wrong password");
}

/**
 * Bounces by name only: an inbox's automatic answer, and changes of what somebody subscribed to. The email was taken.
 */
const noBounces: readonly unknown[] = ["AutoResponder", "Subscribe", "Unsubscribe", "AddressChange"];

function kindOf(record: string | null, type: unknown, inactive: unknown): ProviderEvent["kind"] | undefined {
  if (record === "Delivery") return "delivered";
  if (record === "SpamComplaint") return "complained";
  if (record !== "Bounce" || noBounces.includes(type)) return undefined;
  if (type === "Transient" || type === "DnsError") return "deferred";
  return type === "HardBounce" || inactive === true ? "bounced" : "dropped";
}
