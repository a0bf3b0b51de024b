import { MB } from "@sheaf/contracts/limits.ts";
import type { MailConfig } from "../mail-variables.ts";
import type { MailTransport } from "../transport.ts";
import { ask, handOver, parsed, refused } from "./http.ts";
import { mimeOf } from "./mime.ts";

/** Mailgun, with messages as MIME. Its events identify the email by the variable `delivery`. */
export function openMailgun({ apiKey, domain, url }: NonNullable<MailConfig["mailgun"]>): MailTransport {
  const headers = { authorization: `Basic ${Buffer.from(`api:${apiKey}`).toString("base64")}` };
  return {
    name: "mailgun",
    maxBytes: 25 * MB,
    async send(message) {
      const form = new FormData();
      form.append("to", message.to);
      form.append("o:tracking", "no");
      if (message.deliveryId) form.append("v:delivery", message.deliveryId);
      form.append("message", new Blob([new Uint8Array(await mimeOf(message))]), "message.eml");
      const answer = await handOver(`${url}/v3/${encodeURIComponent(domain)}/messages.mime`, {
        headers,
        body: form,
      });
      const { id, message: words } = parsed(answer.text);
      if (answer.status !== 200) throw refused("mailgun", answer, String(words ?? ""));
      const name = typeof id === "string" ? id.replace(/^<|>$/g, "") : undefined;
      return { answer: `200 ${words ?? ""}`.trim(), ...(name ? { providerMessageId: name } : {}) };
    },
    async verify() {
      const answer = await ask(`${url}/v4/domains/${encodeURIComponent(domain)}`, headers);
      if (answer.status === 404) throw refused("mailgun", answer, `The account has no domain ${domain}.`);
      // A key that is only allowed to send gets the same response here as a wrong one.
      if (answer.status !== 200) return { isKnown: false };
      const { domain: found } = parsed(answer.text) as { domain?: { state?: unknown } };
      if (found?.state === "active") return { isKnown: true };
      return { isKnown: true, caution: `Mailgun has not verified the domain ${domain}.` };
    },
    async close() {},
  };
}
