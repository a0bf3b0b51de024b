import { MB } from "@sheaf/contracts/limits.ts";
import { neverEncodedWord } from "../encoded-word.ts";
import type { MailTransport } from "../transport.ts";
import { ask, encodedAttachments, handOver, parsed, refused } from "./http.ts";

export interface SendgridConfig {
  apiKey: string;
  /** https://api.sendgrid.com, or https://api.eu.sendgrid.com. */
  url: string;
}

/** Twilio SendGrid, v3 Mail Send. Its events identify the email by the custom argument `delivery`. */
export function openSendgrid({ apiKey, url }: SendgridConfig): MailTransport {
  return {
    name: "sendgrid",
    maxBytes: 30 * MB,
    async send(message) {
      const { from, to, replyTo, subject, text, html, messageId, deliveryId } = message;
      const attachments = (await encodedAttachments(message)).map(({ name, type, content }) => ({
        filename: name,
        type,
        content,
        disposition: "attachment",
      }));
      const body = {
        personalizations: [{ to: [{ email: to }], ...(deliveryId ? { custom_args: { delivery: deliveryId } } : {}) }],
        from: { email: from.address, name: from.name },
        ...(replyTo ? { reply_to: { email: replyTo.address, name: replyTo.name } } : {}),
        subject: neverEncodedWord(subject),
        content: [{ type: "text/plain", value: text }, ...(html ? [{ type: "text/html", value: html }] : [])],
        headers: { ...(messageId ? { "Message-ID": `<${messageId}>` } : {}), "Auto-Submitted": "auto-generated" },
        ...(attachments.length > 0 ? { attachments } : {}),
        // Recipients are not tracked: no rewritten links and no tracking pixels.
        tracking_settings: { click_tracking: { enable: false }, open_tracking: { enable: false } },
      };
      const answer = await handOver(`${url}/v3/mail/send`, {
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (answer.status === 202) {
        const id = answer.headers.get("x-message-id");
        return { answer: "202 Accepted", ...(id ? { providerMessageId: id } : {}) };
      }
      if (answer.status === 403) throw refused("sendgrid", answer, unverified(from.address, wordsOf(answer.text)));
      throw refused("sendgrid", answer, wordsOf(answer.text));
    },
    async verify() {
      const answer = await ask(`${url}/v3/scopes`, { authorization: `Bearer ${apiKey}` });
      if (answer.status === 401) throw refused("sendgrid", answer, wordsOf(answer.text));
      const { scopes } = parsed(answer.text);
      if (answer.status !== 200 || !Array.isArray(scopes)) return { isKnown: false };
      if (!scopes.includes("mail.send")) throw refused("sendgrid", answer, "The key may not send mail.");
      return { isKnown: true };
    },
    async close() {},
  };
}

/** SendGrid responds with 403 when the sender's address is not verified. */
function unverified(address: string, words: string): string {
  return `The address ${address} is no verified sender at SendGrid. Verify it there, or set MAIL_FROM to one that is. ${words}`;
}

function wordsOf(text: string): string {
  const { errors } = parsed(text);
  if (!Array.isArray(errors)) return "";
  return errors.map((error: { message?: unknown }) => String(error?.message ?? "")).join(" ");
}
