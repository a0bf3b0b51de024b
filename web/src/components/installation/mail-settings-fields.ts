import type { MailSettings } from "@sheaf/contracts/admin/installation-settings.ts";
import type { ChosenMailTransport } from "@sheaf/contracts/mail-transports.ts";

/** Names are paths of the settings' contract, which the server uses to name a field with a problem. */
export const labels = {
  transport: "How emails are sent",
  "from.name": "Sender’s name",
  "from.address": "Sender’s address",
  "smtp.host": "Server",
  "smtp.port": "Port",
  "smtp.security": "Encryption",
  "smtp.username": "Username",
  "smtp.password": "Password",
  "smtp.maxMb": "Largest message, MB",
  "smtp.dkim.domain": "DKIM domain",
  "smtp.dkim.selector": "DKIM selector",
  "smtp.dkim.key": "DKIM private key",
  "sendgrid.region": "Region",
  "sendgrid.apiKey": "API key",
  "sendgrid.webhookKey": "Verification key of the webhook",
  "postmark.token": "Server API token",
  "postmark.stream": "Message stream",
  "postmark.webhookAuth": "User and password of the webhook",
  "ses.region": "Region",
  "ses.accessKeyId": "Access key ID",
  "ses.secretAccessKey": "Secret access key",
  "ses.configurationSet": "Configuration set",
  "ses.topicArn": "ARN of the SNS topic",
  "mailgun.region": "Region",
  "mailgun.domain": "Sending domain",
  "mailgun.apiKey": "API key",
  "mailgun.signingKey": "Webhook signing key",
  "inbound.domain": "Domain for replies",
  "inbound.by": "Replies arrive at",
  "inbound.secret": "Secret of the webhook",
} as const;

export type MailField = keyof typeof labels;

/** Fields with a row of their own. */
export const wideFields: ReadonlySet<MailField> = new Set([
  "transport",
  "smtp.security",
  "smtp.maxMb",
  "smtp.dkim.key",
  "sendgrid.webhookKey",
  "postmark.webhookAuth",
  "ses.region",
  "mailgun.region",
  "mailgun.signingKey",
  "inbound.domain",
] as const);

/** Fields that every installation fills in, by transport. */
export const mainFields: Record<ChosenMailTransport, MailField[]> = {
  outbox: [],
  smtp: ["smtp.host", "smtp.port", "smtp.security", "smtp.username", "smtp.password"],
  sendgrid: ["sendgrid.region", "sendgrid.apiKey"],
  postmark: ["postmark.token", "postmark.stream"],
  ses: ["ses.region", "ses.accessKeyId", "ses.secretAccessKey"],
  mailgun: ["mailgun.region", "mailgun.domain", "mailgun.apiKey"],
};

/** Further fields that only some installations need. */
export const moreFields: Record<ChosenMailTransport, MailField[]> = {
  outbox: [],
  smtp: ["smtp.maxMb", "smtp.dkim.domain", "smtp.dkim.selector", "smtp.dkim.key"],
  sendgrid: ["sendgrid.webhookKey"],
  postmark: ["postmark.webhookAuth"],
  ses: ["ses.configurationSet", "ses.topicArn"],
  mailgun: ["mailgun.signingKey"],
};

export const inboundFields: MailField[] = ["inbound.domain", "inbound.by", "inbound.secret"];

/** A secret that is left empty keeps its stored value. */
export const secrets = {
  "smtp.password": ({ smtp }) => smtp?.password,
  "smtp.dkim.key": ({ smtp }) => smtp?.dkim?.key,
  "sendgrid.apiKey": ({ sendgrid }) => sendgrid.apiKey,
  "sendgrid.webhookKey": ({ sendgrid }) => sendgrid.webhookKey,
  "postmark.token": ({ postmark }) => postmark.token,
  "postmark.webhookAuth": ({ postmark }) => postmark.webhookAuth,
  "ses.accessKeyId": ({ ses }) => ses.accessKeyId,
  "ses.secretAccessKey": ({ ses }) => ses.secretAccessKey,
  "mailgun.apiKey": ({ mailgun }) => mailgun.apiKey,
  "mailgun.signingKey": ({ mailgun }) => mailgun.signingKey,
  "inbound.secret": ({ inbound }) => inbound?.secret,
} satisfies Partial<Record<MailField, (saved: MailSettings) => { isSet: boolean } | undefined>>;

export type SecretField = keyof typeof secrets;
export const isSecret = (field: MailField): field is SecretField => Object.hasOwn(secrets, field);

/** Optional secrets, which can be removed. */
export const removable: ReadonlySet<MailField> = new Set([
  "sendgrid.webhookKey",
  "postmark.webhookAuth",
  "mailgun.signingKey",
] as const);

/** A secret is kept while these fields stay the same, because they determine where it is sent. */
export const targets: Partial<Record<SecretField, { fields: MailField[]; what: string; secret: string }>> = {
  "smtp.password": {
    fields: ["smtp.host", "smtp.port", "smtp.security", "smtp.username"],
    what: "server or its account",
    secret: "password",
  },
  "sendgrid.apiKey": { fields: ["sendgrid.region"], what: "region", secret: "API key" },
  "ses.accessKeyId": { fields: ["ses.region"], what: "region", secret: "access key ID" },
  "ses.secretAccessKey": {
    fields: ["ses.region", "ses.accessKeyId"],
    what: "region or access key ID",
    secret: "secret access key",
  },
  "mailgun.apiKey": { fields: ["mailgun.region", "mailgun.domain"], what: "region or domain", secret: "API key" },
};

/** May be left empty even when nothing is stored. */
export const optional: ReadonlySet<MailField> = new Set([
  "from.name",
  "smtp.username",
  "smtp.maxMb",
  "sendgrid.webhookKey",
  "postmark.webhookAuth",
  "ses.configurationSet",
  "ses.topicArn",
  "mailgun.signingKey",
  "inbound.domain",
] as const);
