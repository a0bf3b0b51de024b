import { defined } from "@sheaf/contracts/defined.ts";
import { MB } from "@sheaf/contracts/limits.ts";
import { AwsV4Signer } from "aws4fetch";
import type { MailConfig } from "../mail-variables.ts";
import type { MailFailure, MailTransport } from "../transport.ts";
import { type Answer, ask, failureOf, handOver, parsed, refused } from "./http.ts";
import { mimeOf } from "./mime.ts";

/** Amazon SES v2, with raw messages. Its events identify the email by the tag `delivery`. */
export function openSes({ region, keys, url, configurationSet }: NonNullable<MailConfig["ses"]>): MailTransport {
  async function signedHeaders(target: string, method: "GET" | "POST", body: string): Promise<Record<string, string>> {
    const { sessionToken, ...lasting } = keys;
    const signer = new AwsV4Signer({
      ...lasting,
      ...defined({ sessionToken }),
      url: target,
      method,
      body,
      region,
      service: "ses",
      headers: { "content-type": "application/json" },
      allHeaders: true,
    });
    return Object.fromEntries((await signer.sign()).headers);
  }

  return {
    name: "ses",
    maxBytes: 40 * MB,
    async send(message) {
      const mime = await mimeOf(message);
      const body = JSON.stringify({
        FromEmailAddress: message.from.address,
        Destination: { ToAddresses: [message.to] },
        Content: { Raw: { Data: mime.toString("base64") } },
        ...(message.deliveryId ? { EmailTags: [{ Name: "delivery", Value: message.deliveryId }] } : {}),
        ...(configurationSet ? { ConfigurationSetName: configurationSet } : {}),
      });
      const target = `${url}/v2/email/outbound-emails`;
      const answer = await handOver(target, { headers: await signedHeaders(target, "POST", body), body });
      const { MessageId: id, message: words, Message } = parsed(answer.text);
      if (answer.status !== 200) {
        const kind = kindOf(answer);
        const reason = `${kind} ${words ?? Message ?? ""}`;
        throw refused("ses", answer, reason, failureOfKind(answer.status, kind));
      }
      return { answer: "200 OK", ...(typeof id === "string" ? { providerMessageId: id } : {}) };
    },
    async verify() {
      const target = `${url}/v2/email/account`;
      const answer = await ask(target, await signedHeaders(target, "GET", ""));
      const kind = kindOf(answer);
      const { message, Message, SendingEnabled: sends, ProductionAccessEnabled: released } = parsed(answer.text);
      // The keys are valid, but have permission only to send.
      if (kind === "AccessDeniedException") return { isKnown: true };
      if (answer.status === 401 || answer.status === 403) {
        throw refused("ses", answer, `${kind} ${message ?? Message ?? ""}`);
      }
      if (answer.status !== 200) return { isKnown: false };
      if (sends === false) return { isKnown: true, caution: "Sending is paused for this account of Amazon SES." };
      if (released !== false) return { isKnown: true };
      return {
        isKnown: true,
        caution: "This account of Amazon SES is in its sandbox: only verified addresses receive emails.",
      };
    },
    async close() {},
  };
}

/** "AccessDeniedException" */
const kindOf = ({ headers }: Answer): string => (headers.get("x-amzn-errortype") ?? "").split(":")[0] ?? "";

/** Error types that are temporary, or that the operator can correct while the email waits. */
const temporaryErrors = new Set([
  "TooManyRequestsException",
  "LimitExceededException",
  "SendingPausedException",
  "AccountSuspendedException",
  "ExpiredTokenException",
  "UnrecognizedClientException",
  "InvalidSignatureException",
  "AccessDeniedException",
]);

function failureOfKind(status: number, kind: string): MailFailure {
  return temporaryErrors.has(kind) ? "temporary" : failureOf(status);
}
