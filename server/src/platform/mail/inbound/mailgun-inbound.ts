import { requireMailgun } from "../events/mailgun-events.ts";
import { type InboundEmail, mailboxOf } from "./inbound-email.ts";

/**
 * Reads an email from a Mailgun route that forwards to a URL: the fields of a form, signed like Mailgun's webhooks.
 * @param attachments names of the attached files of the form
 * @throws AppError forged-event
 * @see https://documentation.mailgun.com/docs/mailgun/user-manual/receive-forward-store/receive-http
 */
export function readMailgunInbound(
  fields: Record<string, string>,
  attachments: string[],
  { key, now }: { key: string; now: Date },
): InboundEmail {
  const { timestamp = null, token = null, signature = null } = fields;
  requireMailgun({ timestamp, token, signature }, { key, now });
  const full = fields["body-plain"] ?? "";
  return {
    name: fields["Message-Id"] ?? token ?? "",
    recipients: (fields.recipient ?? "").split(","),
    from: mailboxOf(fields.from || fields.sender || ""),
    subject: fields.subject ?? "",
    text: full,
    unquotedText: fields["stripped-text"] || full,
    attachments,
  };
}
