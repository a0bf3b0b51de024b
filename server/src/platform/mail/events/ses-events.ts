import { at, entryOf, moment, type Notice, type ProviderEvent, text } from "./provider-event.ts";
import { readSns, type SnsOptions } from "./sns.ts";

/**
 * Reads an event that Amazon SES publishes through SNS: one event per notice.
 * @throws AppError forged-event
 * @see https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export async function readSes(notice: Notice, options: SnsOptions): Promise<ProviderEvent[]> {
  const event = await readSns(notice, options);
  const type = text(at(event, "eventType")) ?? text(at(event, "notificationType"));
  const messageId = text(at(event, "mail", "messageId"));
  const found = entryOf(factsByType, type)?.(event);
  if (!found || !messageId) return [];
  const { kind, about, words = null } = found;
  const tag = at(event, "mail", "tags", "delivery");
  const when = at(about, "timestamp") ?? at(event, "mail", "timestamp");
  return [
    {
      kind,
      words,
      providerMessageId: messageId,
      deliveryId: Array.isArray(tag) ? text(tag[0]) : null,
      key: [type, messageId, text(at(about, "feedbackId")) ?? text(when) ?? ""].join(":"),
      at: moment(when, notice.now),
    },
  ];
}

interface Facts {
  kind: ProviderEvent["kind"];
  /** The part of the event with details. */
  about: unknown;
  words?: string | null;
}

const factsByType: Record<string, (event: unknown) => Facts> = {
  Send: (event) => ({ kind: "accepted", about: at(event, "send") }),
  Delivery: (event) => ({
    kind: "delivered",
    about: at(event, "delivery"),
    words: text(at(event, "delivery", "smtpResponse")),
  }),
  DeliveryDelay: (event) => ({
    kind: "deferred",
    about: at(event, "deliveryDelay"),
    words: diagnosis(at(event, "deliveryDelay", "delayedRecipients")),
  }),
  Bounce: (event) => ({
    kind: kindOfBounce(at(event, "bounce")),
    about: at(event, "bounce"),
    words: diagnosis(at(event, "bounce", "bouncedRecipients")),
  }),
  Complaint: (event) => ({ kind: "complained", about: at(event, "complaint") }),
  Reject: (event) => ({ kind: "dropped", about: at(event, "reject"), words: text(at(event, "reject", "reason")) }),
};

/**
 * Bounce types: https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html#bounce-types. An out-of-office
 * reply has the type Transient and the subtype General.
 */
function kindOfBounce(bounce: unknown): ProviderEvent["kind"] {
  const type = at(bounce, "bounceType");
  if (type === "Permanent") return "bounced";
  return type === "Transient" && at(bounce, "bounceSubType") === "General" ? "returned" : "dropped";
}

function diagnosis(recipients: unknown): string | null {
  return Array.isArray(recipients) ? text(at(recipients[0], "diagnosticCode")) : null;
}
