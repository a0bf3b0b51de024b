import { at, text } from "../events/provider-event.ts";
import type { InboundEmail } from "./inbound-email.ts";

/**
 * Reads an email from Postmark's inbound webhook.
 * @see https://postmarkapp.com/developer/webhooks/inbound-webhook
 */
export function readPostmarkInbound(body: unknown): InboundEmail {
  const full = text(at(body, "TextBody")) ?? "";
  const names = list(at(body, "Attachments")).map((attachment) => text(at(attachment, "Name")) ?? "");
  const to = ["ToFull", "CcFull", "BccFull"].flatMap((field) => list(at(body, field)));
  const messageId = list(at(body, "Headers")).find((header) => /^message-id$/i.test(text(at(header, "Name")) ?? ""));
  return {
    name: text(at(messageId, "Value")) ?? text(at(body, "MessageID")) ?? "",
    recipients: [at(body, "OriginalRecipient"), ...to.map((one) => at(one, "Email"))].flatMap(
      (value) => text(value) ?? [],
    ),
    from: {
      name: text(at(body, "FromFull", "Name")) ?? "",
      address: text(at(body, "FromFull", "Email")) ?? text(at(body, "From")) ?? "",
    },
    subject: text(at(body, "Subject")) ?? "",
    text: full,
    unquotedText: text(at(body, "StrippedTextReply")) ?? full,
    attachments: names,
  };
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
