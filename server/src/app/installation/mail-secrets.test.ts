import { type MailSettingsInput, mailSettingsInput } from "@sheaf/contracts/admin/installation-settings.ts";
import { expect, test } from "vitest";
import type { StoredSettings } from "../../platform/config/config.ts";
import { chosenSettings, settingsFromMail } from "./mail-settings.ts";

const from = { name: "Okafor & Co", address: "post@okafor.example" };
const input = (body: object): MailSettingsInput => mailSettingsInput.parse({ from, ...body });
const chosen = (body: object, stored: StoredSettings = {}) => chosenSettings(input(body), stored);
const refusal = (body: object, stored: StoredSettings = {}) => {
  try {
    chosen(body, stored);
    return undefined;
  } catch (error) {
    const { code, field, message } = error as { code: string; field: string; message: string };
    return `${code} ${field}: ${message}`;
  }
};
const common = { INBOUND_DOMAIN: null, MAIL_FROM: "Okafor & Co <post@okafor.example>" };

test("a sender without a name is stored as its address alone", () => {
  expect(chosen({ transport: "outbox", from: { name: "", address: "a@b.example" } })).toEqual({
    INBOUND_DOMAIN: null,
    MAIL_TRANSPORT: "outbox",
    MAIL_FROM: "a@b.example",
  });
});

const smtp = { host: "mail.example", port: 587, security: "starttls", username: "anna" };
const bySmtp = (more: object = {}) => ({ transport: "smtp", smtp: { ...smtp, ...more } });

test("an SMTP server has a size, and a signature only when one is entered", () => {
  expect(chosen(bySmtp({ password: "p" }))).toEqual({
    ...common,
    MAIL_TRANSPORT: "smtp",
    SMTP_URL: "smtp://anna:p@mail.example:587",
    SMTP_MAX_MB: "25",
    DKIM_DOMAIN: null,
    DKIM_SELECTOR: null,
    DKIM_KEY: null,
  });
  const dkim = { domain: "a.example", selector: "s", key: "k" };
  expect(chosen(bySmtp({ password: "p", maxMb: 7, dkim }))).toMatchObject({
    SMTP_MAX_MB: "7",
    DKIM_DOMAIN: "a.example",
    DKIM_SELECTOR: "s",
    DKIM_KEY: "k",
  });
});

test("the key of a signature is kept for another domain, because it is sent nowhere", () => {
  const dkim = { domain: "b.example", selector: "t" };
  const body = bySmtp({ password: "p", dkim });
  expect(chosen(body, { DKIM_KEY: "stored" }).DKIM_KEY).toBe("stored");
  expect(refusal(body)).toBe("secret-needed smtp.dkim.key: Enter the private key.");
});

test.each([
  [
    "a server without a sign-in needs no password",
    { username: "" },
    "smtp://anna:p@mail.example:587",
    "smtp://mail.example:587",
  ],
  ["an account without a password is kept", {}, "smtp://anna@mail.example", "smtp://anna:@mail.example:587"],
  ["the password of the same account is kept", {}, "smtp://anna:p@mail.example", "smtp://anna:p@mail.example:587"],
])("%s", (_what, more, SMTP_URL, url) => {
  expect(chosen(bySmtp(more), { SMTP_URL }).SMTP_URL).toBe(url);
});

test("a password is asked for with the reason", () => {
  expect(refusal(bySmtp())).toBe("secret-needed smtp.password: Enter the password.");
  expect(refusal(bySmtp(), { SMTP_URL: "smtp://ben:p@mail.example" })).toBe(
    "secret-needed smtp.password: The server or its account changed. Enter the password again.",
  );
  expect(refusal(bySmtp(), { SMTP_URL: "smtp://ben@mail.example" })).toBe(
    "secret-needed smtp.password: Enter the password.",
  );
});

const sendgrid = (more: object) => ({ transport: "sendgrid", sendgrid: { region: "global", ...more } });

test.each([
  [{ webhookKey: "w" }, "w"],
  [{ webhookKey: null }, null],
  [{}, "stored"],
])("with %j the optional secret becomes %s", (more, secret) => {
  const stored = { SENDGRID_API_KEY: "k", SENDGRID_WEBHOOK_KEY: "stored" };
  expect(chosen(sendgrid(more), stored)).toMatchObject({ SENDGRID_API_KEY: "k", SENDGRID_WEBHOOK_KEY: secret });
  expect(chosen(sendgrid({ apiKey: "k" })).SENDGRID_WEBHOOK_KEY).toBeNull();
});

test.each([
  ["global", undefined, "https://api.sendgrid.com"],
  ["eu", undefined, "https://api.eu.sendgrid.com"],
  [null, undefined, "https://api.sendgrid.com"],
  [null, "https://proxy.example", "https://proxy.example"],
])("the region %s with the present address %s gives the address %s", (region, now, url) => {
  const stored: StoredSettings = now ? { SENDGRID_URL: now } : {};
  expect(chosen(sendgrid({ region, apiKey: "k" }), stored).SENDGRID_URL).toBe(url);
});

test("a key is not sent to another region", () => {
  expect(refusal(sendgrid({ region: "eu" }), { SENDGRID_API_KEY: "k" })).toBe(
    "secret-needed sendgrid.apiKey: The region changed. Enter the API key again.",
  );
});

test("the token of Postmark is always kept, and asked for when there is none", () => {
  const body = { transport: "postmark", postmark: { stream: "bulk" } };
  expect(chosen(body, { POSTMARK_TOKEN: "t", POSTMARK_WEBHOOK_AUTH: "u:p" })).toMatchObject({
    POSTMARK_TOKEN: "t",
    POSTMARK_STREAM: "bulk",
    POSTMARK_WEBHOOK_AUTH: "u:p",
  });
  expect(refusal(body)).toBe("secret-needed postmark.token: Enter the server API token.");
});

const ses = (more: object) => ({
  transport: "ses",
  ses: { region: "eu-west-2", configurationSet: "", topicArn: "", ...more },
});

test("keys of Amazon are kept in the same region, which is London when none is set", () => {
  const stored = { AWS_ACCESS_KEY_ID: "k", AWS_SECRET_ACCESS_KEY: "s" };
  expect(chosen(ses({}), stored)).toMatchObject({ ...stored, SES_CONFIGURATION_SET: null, SES_TOPIC_ARN: null });
  expect(refusal(ses({ region: "us-east-1" }), stored)).toContain("ses.accessKeyId: The region changed.");
  expect(refusal(ses({ region: "us-east-1", accessKeyId: "k" }), stored)).toBe(
    "secret-needed ses.secretAccessKey: The region or access key ID changed. Enter the secret access key again.",
  );
});

const replies = (by: string, secret?: string) => ({ domain: "in.example", by, ...(secret ? { secret } : {}) });
const postmark = { transport: "postmark", postmark: { token: "t", stream: "outbound", webhookAuth: "u:p" } };

test.each([
  ["postmark", "POSTMARK_WEBHOOK_AUTH", "Enter the user and password of the webhook."],
  ["mailgun", "MAILGUN_SIGNING_KEY", "Enter the webhook signing key."],
])("replies received by %s need its secret %s", (by, name, words) => {
  const body = { transport: "outbox", inbound: replies(by) };
  expect(refusal(body)).toBe(`secret-needed inbound.secret: ${words}`);
  expect(chosen(body, { [name]: "stored" })).toMatchObject({ INBOUND_DOMAIN: "in.example", [name]: "stored" });
  expect(chosen({ ...body, inbound: replies(by, "entered:it") })).toMatchObject({ [name]: "entered:it" });
});

test("replies received by the transport itself use the secret of its own field", () => {
  expect(chosen({ ...postmark, inbound: replies("postmark") })).toMatchObject({
    INBOUND_DOMAIN: "in.example",
    POSTMARK_WEBHOOK_AUTH: "u:p",
  });
  expect(chosen({ ...postmark, inbound: replies("postmark", "x:y") }).POSTMARK_WEBHOOK_AUTH).toBe("x:y");
  expect(refusal({ ...postmark, inbound: replies("mailgun") })).toContain("inbound.secret");
});

test("the secrets that verify events are kept for another transport, all others are removed", () => {
  const stored = { SENDGRID_WEBHOOK_KEY: "w", SES_TOPIC_ARN: "arn:a", SENDGRID_API_KEY: "k", AWS_SESSION_TOKEN: "t" };
  expect(settingsFromMail(input({ transport: "outbox" }), stored)).toMatchObject({
    SENDGRID_WEBHOOK_KEY: "w",
    SES_TOPIC_ARN: "arn:a",
    POSTMARK_WEBHOOK_AUTH: null,
    MAILGUN_SIGNING_KEY: null,
    SENDGRID_API_KEY: null,
    AWS_SESSION_TOKEN: null,
    INBOUND_DOMAIN: null,
  });
});
