import type { IncomingHttpHeaders } from "node:http";
import { at, forged, json, moment, type Notice, type ProviderEvent, sameText, text } from "./provider-event.ts";

/**
 * Reads a call of Postmark's webhook: one event, authenticated by the user and password in the URL configured at
 * Postmark.
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
 * Verifies the user and password in the URL configured at Postmark.
 * @param auth "user:password"
 * @throws AppError forged-event
 */
export function requirePostmark({ authorization = "" }: IncomingHttpHeaders, auth: string): void {
  if (!sameText(authorization, `Basic ${Buffer.from(auth).toString("base64")}`)) throw forged("wrong password");
}

/** Bounce types that are not failures: automatic replies and changes of a subscription. The email was accepted. */
const noBounces: readonly unknown[] = ["AutoResponder", "Subscribe", "Unsubscribe", "AddressChange"];

function kindOf(record: string | null, type: unknown, inactive: unknown): ProviderEvent["kind"] | undefined {
  if (record === "Delivery") return "delivered";
  if (record === "SpamComplaint") return "complained";
  if (record !== "Bounce" || noBounces.includes(type)) return undefined;
  if (type === "Transient" || type === "DnsError") return "deferred";
  return type === "HardBounce" || inactive === true ? "bounced" : "dropped";
}
