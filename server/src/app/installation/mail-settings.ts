import type { MailSettings, MailSettingsInput } from "@sheaf/contracts/admin/installation-settings.ts";
import type { MailRegion } from "@sheaf/contracts/mail-transports.ts";
import type { Config, SettableName, StoredSettings } from "../../platform/config/config.ts";
import { AppError } from "../../platform/errors.ts";
import { defaultMessageMB, mailVariables } from "../../platform/mail/mail-variables.ts";
import { isSameServer, parseSmtpUrl, type SmtpAddress, writeSmtpUrl } from "./smtp-address.ts";

/** Changes to the stored settings (stored-settings.ts). Null removes a setting. */
export type SettingChanges = Partial<Record<SettableName, string | null>>;

const providerUrls = {
  sendgrid: { global: "https://api.sendgrid.com", eu: "https://api.eu.sendgrid.com" },
  mailgun: { global: "https://api.mailgun.net", eu: "https://api.eu.mailgun.net" },
} as const satisfies Record<string, Record<MailRegion, string>>;

/**
 * Settings that verify a provider's webhook events. They are kept when the provider changes: they are sent to nobody,
 * and events about earlier emails still arrive.
 */
const keptWebhookSecrets = [
  "SENDGRID_WEBHOOK_KEY",
  "POSTMARK_WEBHOOK_AUTH",
  "SES_TOPIC_ARN",
  "MAILGUN_SIGNING_KEY",
] as const;

/**
 * Returns the mail settings for the form, without secrets.
 * @param settings current values by the names of their variables
 */
export function mailFromSettings(
  settings: StoredSettings,
  config: Pick<Config, "mailTransport" | "mailFrom">,
): Omit<MailSettings, "fixed"> {
  const isSet = (name: SettableName) => ({ isSet: settings[name] !== undefined });
  return {
    transport: config.mailTransport,
    from: config.mailFrom,
    inbound: inboundOf(settings, config.mailTransport),
    smtp: settings.SMTP_URL ? smtpOf(parseSmtpUrl(settings.SMTP_URL), settings) : null,
    sendgrid: {
      region: regionOf("sendgrid", settings.SENDGRID_URL),
      apiKey: isSet("SENDGRID_API_KEY"),
      webhookKey: isSet("SENDGRID_WEBHOOK_KEY"),
    },
    postmark: {
      token: isSet("POSTMARK_TOKEN"),
      stream: settings.POSTMARK_STREAM ?? "outbound",
      webhookAuth: isSet("POSTMARK_WEBHOOK_AUTH"),
    },
    ses: {
      region: settings.AWS_REGION ?? "eu-west-2",
      accessKeyId: isSet("AWS_ACCESS_KEY_ID"),
      secretAccessKey: isSet("AWS_SECRET_ACCESS_KEY"),
      configurationSet: settings.SES_CONFIGURATION_SET ?? null,
      topicArn: settings.SES_TOPIC_ARN ?? null,
    },
    mailgun: {
      region: regionOf("mailgun", settings.MAILGUN_URL),
      domain: settings.MAILGUN_DOMAIN ?? null,
      apiKey: isSet("MAILGUN_API_KEY"),
      signingKey: isSet("MAILGUN_SIGNING_KEY"),
    },
  };
}

function smtpOf({ password, ...server }: SmtpAddress, settings: StoredSettings): MailSettings["smtp"] {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY: key } = settings;
  return {
    ...server,
    password: { isSet: password !== null },
    maxMb: Number(settings.SMTP_MAX_MB ?? defaultMessageMB),
    dkim: domain && selector ? { domain, selector, key: { isSet: key !== undefined } } : null,
  };
}

function inboundOf(settings: StoredSettings, transport: MailSettings["transport"]): MailSettings["inbound"] {
  const { INBOUND_DOMAIN: domain, POSTMARK_WEBHOOK_AUTH: auth, MAILGUN_SIGNING_KEY: key } = settings;
  if (domain === undefined) return null;
  const by = transport === "mailgun" || (transport !== "postmark" && auth === undefined) ? "mailgun" : "postmark";
  return { domain, by, secret: { isSet: (by === "postmark" ? auth : key) !== undefined } };
}

/** @returns null for an address that is not the provider's own */
function regionOf(provider: keyof typeof providerUrls, url: string | undefined): MailRegion | null {
  const { global, eu } = providerUrls[provider];
  const given = url?.replace(/\/$/, "") ?? global;
  return given === global ? "global" : given === eu ? "eu" : null;
}

/** Values that apply when a setting is not set. */
export const mailDefaults: StoredSettings = {
  MAIL_TRANSPORT: "outbox",
  SMTP_MAX_MB: String(defaultMessageMB),
  SENDGRID_URL: providerUrls.sendgrid.global,
  POSTMARK_STREAM: "outbound",
  AWS_REGION: "eu-west-2",
  MAILGUN_URL: providerUrls.mailgun.global,
};

/**
 * Returns the changes to all mail settings for this input. Settings of other transports become null and are removed,
 * including their secrets.
 * @param settings current values by the names of their variables; a secret that the input leaves out is taken from
 *   there
 * @throws AppError secret-needed when a secret is missing, or when a stored one would be sent to another server or
 *   account than it was entered for
 */
export function settingsFromMail(input: MailSettingsInput, settings: StoredSettings): SettingChanges {
  const names = Object.keys(mailVariables) as (keyof typeof mailVariables)[];
  return {
    ...Object.fromEntries(names.map((name) => [name, null])),
    ...Object.fromEntries(keptWebhookSecrets.map((name) => [name, settings[name] ?? null])),
    ...chosenSettings(input, settings),
  };
}

/** Returns only the settings of the chosen transport. */
export function chosenSettings(input: MailSettingsInput, settings: StoredSettings): SettingChanges {
  return {
    ...transportSettings(input, settings),
    ...inboundSettings(input, settings),
    MAIL_TRANSPORT: input.transport,
    MAIL_FROM: input.from.name ? `${input.from.name} <${input.from.address}>` : input.from.address,
  };
}

function transportSettings(input: MailSettingsInput, settings: StoredSettings): SettingChanges {
  switch (input.transport) {
    case "outbox":
      return {};
    case "smtp":
      return smtpSettings(input.smtp, settings);
    case "sendgrid": {
      const { region, apiKey, webhookKey } = input.sendgrid;
      const url = urlOf("sendgrid", region, settings.SENDGRID_URL);
      const isSame = regionOf("sendgrid", url) === regionOf("sendgrid", settings.SENDGRID_URL);
      return {
        SENDGRID_URL: url,
        SENDGRID_API_KEY: secretFor(apiKey, settings.SENDGRID_API_KEY, isSame, {
          field: "sendgrid.apiKey",
          what: "API key",
          changed: "region",
        }),
        SENDGRID_WEBHOOK_KEY: removable(webhookKey, settings.SENDGRID_WEBHOOK_KEY),
      };
    }
    case "postmark": {
      const { token, stream, webhookAuth } = input.postmark;
      return {
        POSTMARK_TOKEN: secretFor(token, settings.POSTMARK_TOKEN, true, {
          field: "postmark.token",
          what: "server API token",
          changed: "server",
        }),
        POSTMARK_STREAM: stream,
        POSTMARK_WEBHOOK_AUTH: removable(webhookAuth, settings.POSTMARK_WEBHOOK_AUTH),
      };
    }
    case "ses":
      return sesSettings(input.ses, settings);
    case "mailgun": {
      const { region, domain, apiKey, signingKey } = input.mailgun;
      const url = urlOf("mailgun", region, settings.MAILGUN_URL);
      const isSame =
        regionOf("mailgun", url) === regionOf("mailgun", settings.MAILGUN_URL) && domain === settings.MAILGUN_DOMAIN;
      return {
        MAILGUN_URL: url,
        MAILGUN_DOMAIN: domain,
        MAILGUN_API_KEY: secretFor(apiKey, settings.MAILGUN_API_KEY, isSame, {
          field: "mailgun.apiKey",
          what: "API key",
          changed: "region or domain",
        }),
        MAILGUN_SIGNING_KEY: removable(signingKey, settings.MAILGUN_SIGNING_KEY),
      };
    }
  }
}

function smtpSettings(input: Extract<MailSettingsInput, { transport: "smtp" }>["smtp"], settings: StoredSettings) {
  const { password, maxMb, dkim, ...server } = input;
  const before = settings.SMTP_URL ? parseSmtpUrl(settings.SMTP_URL) : undefined;
  const isSame = before !== undefined && isSameServer(before, { ...server, password: null });
  const secret = { field: "smtp.password", what: "password", changed: "server or its account" };
  const passwordFor = (): string | null => {
    if (server.username === null) return null;
    // SMTP_URL may contain an account without a password.
    if (password === undefined && isSame) return before.password;
    return secretFor(password, before?.password ?? undefined, isSame, secret);
  };
  return {
    SMTP_URL: writeSmtpUrl({ ...server, password: passwordFor() }),
    SMTP_MAX_MB: String(maxMb),
    DKIM_DOMAIN: dkim?.domain ?? null,
    DKIM_SELECTOR: dkim?.selector ?? null,
    // The key signs on this machine and is not sent anywhere, so a stored one can always be kept.
    DKIM_KEY: dkim
      ? secretFor(dkim.key, settings.DKIM_KEY, true, { field: "smtp.dkim.key", what: "private key", changed: "domain" })
      : null,
  };
}

function sesSettings(input: Extract<MailSettingsInput, { transport: "ses" }>["ses"], settings: StoredSettings) {
  const { region, accessKeyId, secretAccessKey, configurationSet, topicArn } = input;
  const isSameRegion = region === (settings.AWS_REGION ?? "eu-west-2");
  const keyId = secretFor(accessKeyId, settings.AWS_ACCESS_KEY_ID, isSameRegion, {
    field: "ses.accessKeyId",
    what: "access key ID",
    changed: "region",
  });
  return {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: keyId,
    AWS_SECRET_ACCESS_KEY: secretFor(
      secretAccessKey,
      settings.AWS_SECRET_ACCESS_KEY,
      isSameRegion && keyId === settings.AWS_ACCESS_KEY_ID,
      { field: "ses.secretAccessKey", what: "secret access key", changed: "region or access key ID" },
    ),
    SES_CONFIGURATION_SET: configurationSet,
    SES_TOPIC_ARN: topicArn,
  };
}

function inboundSettings({ transport, inbound }: MailSettingsInput, settings: StoredSettings): SettingChanges {
  if (!inbound) return { INBOUND_DOMAIN: null };
  const { domain, by, secret } = inbound;
  // The secret is in the field of the transport itself.
  if (transport === by && secret === undefined) return { INBOUND_DOMAIN: domain };
  const name = by === "postmark" ? "POSTMARK_WEBHOOK_AUTH" : "MAILGUN_SIGNING_KEY";
  const what = by === "postmark" ? "user and password of the webhook" : "webhook signing key";
  const value = secretFor(secret, settings[name], true, { field: "inbound.secret", what, changed: "service" });
  return { INBOUND_DOMAIN: domain, [name]: value };
}

function urlOf(provider: keyof typeof providerUrls, region: MailRegion | null, now: string | undefined): string {
  return region === null ? (now ?? providerUrls[provider].global) : providerUrls[provider][region];
}

const removable = (entered: string | null | undefined, now: string | undefined): string | null =>
  entered === undefined ? (now ?? null) : entered;

/**
 * @param isSame whether the stored secret would be sent only to the server and account it was entered for
 */
function secretFor(
  entered: string | undefined,
  stored: string | undefined,
  isSame: boolean,
  { field, what, changed }: { field: string; what: string; changed: string },
): string {
  if (entered !== undefined) return entered;
  if (stored !== undefined && isSame) return stored;
  const words = stored === undefined ? `Enter the ${what}.` : `The ${changed} changed. Enter the ${what} again.`;
  throw new AppError("secret-needed", words, { field });
}
