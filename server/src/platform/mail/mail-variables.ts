import { createPrivateKey } from "node:crypto";
import { MB } from "@sheaf/contracts/limits.ts";
import { chosenMailTransports } from "@sheaf/contracts/mail-transports.ts";
import { succeeds } from "@sheaf/engine/attempt.ts";
import { z } from "zod";
import { baseAddress, type MissingVariable, missingBeside, secret } from "../config/variable-shapes.ts";
import type { DemoMailConfig } from "./demo-mail.ts";

/** Gmail, Microsoft 365 and most other servers accept messages of this size. */
export const defaultMessageMB = 25;

/** Environment variables for mail; they are documented in `docs/operate.md`. */
export const mailVariables = {
  /** "outbox" stores emails instead of sending them. Default: smtp when SMTP_URL is set, otherwise outbox. */
  MAIL_TRANSPORT: z.enum(chosenMailTransports, `must be one of ${chosenMailTransports.join(", ")}`).optional(),
  /** smtp://user:password@host:587 or smtps://user:password@host:465; see platform/mail/smtp.ts. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must begin with smtp:// or smtps:// and name a server" }).optional(),
  /** The largest message that this server accepts, in MB of 1,048,576 bytes; larger emails are split. */
  SMTP_MAX_MB: z.coerce
    .number("must be a number from 1 to 200")
    .min(1, "must be at least 1")
    .max(200, "must be at most 200")
    .default(defaultMessageMB),
  /** Signs emails sent by SMTP; the other providers sign emails themselves. */
  DKIM_DOMAIN: z.hostname("must be a domain").optional(),
  DKIM_SELECTOR: z.string().min(1, "must not be empty").optional(),
  /** A private key in PEM. */
  DKIM_KEY: secret.refine((pem) => pem === undefined || isPrivateKey(pem), "must be a private key in PEM"),
  SENDGRID_API_KEY: secret,
  SENDGRID_URL: baseAddress.default("https://api.sendgrid.com"),
  /** "Verification Key" of the Event Webhook: base64 of a public key. */
  SENDGRID_WEBHOOK_KEY: secret,
  POSTMARK_TOKEN: secret,
  POSTMARK_URL: baseAddress.default("https://api.postmarkapp.com"),
  POSTMARK_STREAM: z.string().min(1, "must not be empty").default("outbound"),
  /** user:password that Postmark sends with its webhooks (HTTP basic). */
  POSTMARK_WEBHOOK_AUTH: z.string().includes(":", { error: "must be user:password" }).optional(),
  AWS_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, "must be a region such as eu-west-2")
    .default("eu-west-2"),
  AWS_ACCESS_KEY_ID: secret,
  AWS_SECRET_ACCESS_KEY: secret,
  AWS_SESSION_TOKEN: secret,
  SES_URL: baseAddress.optional(),
  SES_CONFIGURATION_SET: z.string().min(1, "must not be empty").optional(),
  /** The SNS topic of the events; notices of other topics are refused. */
  SES_TOPIC_ARN: z.string().startsWith("arn:", { error: "must be an ARN" }).optional(),
  MAILGUN_API_KEY: secret,
  MAILGUN_DOMAIN: z.hostname("must be a domain").optional(),
  MAILGUN_URL: baseAddress.default("https://api.mailgun.net"),
  /** "HTTP webhook signing key". */
  MAILGUN_SIGNING_KEY: secret,
  /**
   * A domain whose mail is received by Postmark's or Mailgun's inbound webhook; replies to emails then go to addresses
   * of this domain.
   */
  INBOUND_DOMAIN: z.hostname("must be a domain").optional(),
};

const isPrivateKey = (pem: string): boolean => succeeds(() => createPrivateKey(pem));

const mailData = z.object(mailVariables);
export type MailData = z.infer<typeof mailData>;

/** Settings of each transport that are configured, and the secrets that verify the providers' webhook calls. */
export type MailConfig = ReturnType<typeof mailConfig>;

/**
 * Groups the variables by transport; a transport with missing variables is undefined.
 * @param demo the mail service of a demonstration
 */
export function mailConfig(data: MailData, demo: DemoMailConfig | undefined) {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY: privateKey, AWS_REGION: region } = data;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = data;
  const { MAILGUN_API_KEY: mailgunKey, MAILGUN_DOMAIN: mailgunDomain } = data;
  const dkim = domain && selector && privateKey ? { domain, selector, privateKey } : undefined;
  return {
    smtp: data.SMTP_URL ? { url: data.SMTP_URL, dkim, maxBytes: data.SMTP_MAX_MB * MB } : undefined,
    sendgrid: data.SENDGRID_API_KEY ? { apiKey: data.SENDGRID_API_KEY, url: data.SENDGRID_URL } : undefined,
    postmark: data.POSTMARK_TOKEN
      ? { token: data.POSTMARK_TOKEN, url: data.POSTMARK_URL, stream: data.POSTMARK_STREAM }
      : undefined,
    ses:
      accessKeyId && secretAccessKey
        ? {
            region,
            keys: { accessKeyId, secretAccessKey, sessionToken: data.AWS_SESSION_TOKEN },
            url: data.SES_URL ?? `https://email.${region}.amazonaws.com`,
            configurationSet: data.SES_CONFIGURATION_SET,
          }
        : undefined,
    mailgun:
      mailgunKey && mailgunDomain ? { apiKey: mailgunKey, domain: mailgunDomain, url: data.MAILGUN_URL } : undefined,
    demo,
    webhooks: {
      sendgridKey: demo ? demo.webhookKey : data.SENDGRID_WEBHOOK_KEY,
      postmarkAuth: data.POSTMARK_WEBHOOK_AUTH,
      sesTopicArn: data.SES_TOPIC_ARN,
      mailgunKey: data.MAILGUN_SIGNING_KEY,
    },
    inboundDomain: data.INBOUND_DOMAIN,
  };
}

/** Returns the first missing mail variable; undefined when the settings are complete. */
export function missingFor(data: MailData): MissingVariable | undefined {
  const transport = data.MAIL_TRANSPORT ?? "outbox";
  const needs = {
    outbox: [],
    smtp: ["SMTP_URL"],
    sendgrid: ["SENDGRID_API_KEY"],
    postmark: ["POSTMARK_TOKEN"],
    ses: ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"],
    mailgun: ["MAILGUN_API_KEY", "MAILGUN_DOMAIN"],
  } as const satisfies Record<string, (keyof MailData)[]>;
  const name = needs[transport].find((needed) => data[needed] === undefined);
  if (name) return { name, when: `MAIL_TRANSPORT is ${transport}` };

  // With only some of these variables emails would silently not be signed.
  const unsigned = missingBeside(data, ["DKIM_DOMAIN", "DKIM_SELECTOR", "DKIM_KEY"]);
  if (unsigned) return unsigned;

  if (data.INBOUND_DOMAIN && !data.POSTMARK_WEBHOOK_AUTH && !data.MAILGUN_SIGNING_KEY) {
    return { name: "POSTMARK_WEBHOOK_AUTH or MAILGUN_SIGNING_KEY", when: "INBOUND_DOMAIN is set" };
  }
  return undefined;
}
