import { MB } from "@sheaf/contracts/limits.ts";
import { neverEncodedWord } from "../encoded-word.ts";
import type { MailConfig } from "../mail-variables.ts";
import type { MailFailure, MailTransport } from "../transport.ts";
import { ask, encodedAttachments, failureOf, handOver, parsed, refused } from "./http.ts";

/** Postmark, one email per request. Its events identify the email by the metadata `delivery`. */
export function openPostmark({ token, url, stream }: NonNullable<MailConfig["postmark"]>): MailTransport {
  const headers = { "x-postmark-server-token": token, accept: "application/json" };
  return {
    name: "postmark",
    maxBytes: 10 * MB,
    async send(message) {
      const { from, to, replyTo, subject, text, html, messageId, deliveryId } = message;
      const attachments = await encodedAttachments(message);
      const body = {
        From: mailbox(from),
        To: to,
        ...(replyTo ? { ReplyTo: mailbox(replyTo) } : {}),
        Subject: neverEncodedWord(subject),
        TextBody: text,
        ...(html ? { HtmlBody: html } : {}),
        MessageStream: stream,
        TrackOpens: false,
        TrackLinks: "None",
        Headers: [
          ...(messageId ? [{ Name: "Message-ID", Value: `<${messageId}>` }] : []),
          { Name: "Auto-Submitted", Value: "auto-generated" },
        ],
        ...(deliveryId ? { Metadata: { delivery: deliveryId } } : {}),
        Attachments: attachments.map(({ name, type, content }) => ({
          Name: name,
          ContentType: type,
          Content: content,
        })),
      };
      const answer = await handOver(`${url}/email`, {
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const { ErrorCode: code, Message: words, MessageID: id } = parsed(answer.text);
      if (answer.status !== 200 || code !== 0) {
        throw refused("postmark", answer, String(words ?? ""), failureOfCode(answer.status, code));
      }
      return { answer: `200 ${words}`, ...(typeof id === "string" ? { providerMessageId: id } : {}) };
    },
    async verify() {
      const answer = await ask(`${url}/server`, headers);
      const { Message: words, DeliveryType: kind } = parsed(answer.text);
      if (answer.status === 401) throw refused("postmark", answer, String(words ?? ""));
      if (answer.status !== 200) return { isKnown: false };
      if (kind !== "Sandbox") return { isKnown: true };
      return { isKnown: true, caution: "This server of Postmark is a sandbox: it accepts emails but delivers none." };
    },
    async close() {},
  };
}

/** Formats a mailbox with the name in quotes, so that none of its characters is read as part of the address. */
function mailbox({ name, address }: { name: string; address: string }): string {
  return name ? `"${name.replaceAll(/["\\\r\n]/g, "")}" <${address}>` : address;
}

/**
 * Error codes 10, 400 and 401: token or sender are not set up; 405: the account has no credits left. The email can be
 * sent once this is corrected.
 */
function failureOfCode(status: number, code: unknown): MailFailure {
  return [10, 400, 401, 405].includes(Number(code)) ? "temporary" : failureOf(status);
}
