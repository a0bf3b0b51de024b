import { at, moment, type Notice, type ProviderEvent, text } from "./provider-event.ts";
import { readSns, type SnsOptions } from "./sns.ts";

/**
 * What Amazon SES publishes through SNS: one event a notice.
 * @throws AppError forged-event
 * @see https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export async function readSes(notice: Notice, options: SnsOptions): Promise<ProviderEvent[]> {
  const event = await readSns(notice, options);
  const type = text(at(event, "eventType")) ?? text(at(event, "notificationType"));
  const messageId = text(at(event, "mail", "messageId"));
  const found = type ? factsOf(type, event) : undefined;
  if (!found || !messageId) return [];
  const { kind, about, words } = found;
  const tag = at(event, "mail", "tags", "delivery");
  const when = at(about, "timestamp") ?? at(event, "mail", "timestamp");
  return [
    {
      ...{ kind, words, providerMessageId: messageId },
      deliveryId: Array.isArray(tag) ? text(tag[0]) : null,
      key: [type, messageId, text(at(about, "feedbackId")) ?? text(when) ?? ""].join(":"),
      at: moment(when, notice.now),
    },
  ];
}

function factsOf(
  type: string,
  event: unknown,
): { kind: ProviderEvent["kind"]; about: unknown; words: string | null } | undefined {
  const bounce = at(event, "bounce");
  switch (type) {
    case "Send":
      return { kind: "accepted", about: at(event, "send"), words: null };
    case "Delivery": {
      const about = at(event, "delivery");
      return { kind: "delivered", about, words: text(at(about, "smtpResponse")) };
    }
    case "DeliveryDelay": {
      const about = at(event, "deliveryDelay");
      return { kind: "deferred", about, words: diagnosis(at(about, "delayedRecipients")) };
    }
    case "Bounce": {
      return { kind: kindOfBounce(bounce), about: bounce, words: diagnosis(at(bounce, "bouncedRecipients")) };
    }
    case "Complaint":
      return { kind: "complained", about: at(event, "complaint"), words: null };
    case "Reject":
      return { kind: "dropped", about: at(event, "reject"), words: text(at(event, "reject", "reason")) };
    default:
      return undefined;
  }
}

/** @see https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html#bounce-types: an out-of-office answer is Transient, General */
function kindOfBounce(bounce: unknown): ProviderEvent["kind"] {
  const type = at(bounce, "bounceType");
  if (type === "Permanent") return "bounced";
  return type === "Transient" && at(bounce, "bounceSubType") === "General" ? "returned" : "dropped";
}

function diagnosis(recipients: unknown): string | null {
  return Array.isArray(recipients) ? text(at(recipients[0], "diagnosticCode")) : null;
}
