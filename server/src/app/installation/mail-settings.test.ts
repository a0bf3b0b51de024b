import { type MailSettingsInput, mailSettingsInput } from "@sheaf/contracts/admin/installation-settings.ts";
import { describe, expect, test } from "vitest";
import { readConfig, type StoredSettings, settableNames } from "../../platform/config/config.ts";
import { companyChanges, mailChanges, withChanges } from "./change-settings.ts";
import { mailFromSettings, settingsFromMail } from "./mail-settings.ts";
import { fixedFields, settingFacts } from "./setting-facts.ts";

const from = { name: "Okafor & Co", address: "post@okafor.example" };
const smtp = {
  host: "smtp.okafor.example",
  port: 587,
  security: "starttls",
  username: "anna@okafor",
  password: "a:b/c@d %é",
};
const bySmtp = (changes: object = {}) => input({ transport: "smtp", from, smtp: { ...smtp, ...changes } });
const input = (body: object): MailSettingsInput => mailSettingsInput.parse(body);
const stored = (body: MailSettingsInput, before: StoredSettings = {}) =>
  withChanges(before, settingsFromMail(body, before));
const asShown = (settings: StoredSettings) => mailFromSettings(settings, readConfig({}, settings));

describe("mail settings and their variables", () => {
  test.each([
    ["starttls", 587, "smtp://anna%40okafor:a%3Ab%2Fc%40d%20%25%C3%A9@smtp.okafor.example:587"],
    ["tls", 465, "smtps://anna%40okafor:a%3Ab%2Fc%40d%20%25%C3%A9@smtp.okafor.example:465"],
    ["optional", 25, "smtp://anna%40okafor:a%3Ab%2Fc%40d%20%25%C3%A9@smtp.okafor.example:25?tls=optional"],
  ])("an SMTP server with %s is stored as one URL, and is read back from it", (security, port, url) => {
    const settings = stored(bySmtp({ security, port }));
    expect(settings).toMatchObject({ SMTP_URL: url, MAIL_TRANSPORT: "smtp" });
    const { password: _, ...shown } = { ...smtp, security, port };
    expect(asShown(settings)).toMatchObject({ from, transport: "smtp", smtp: { ...shown, password: { isSet: true } } });
  });

  test("an IPv6 address and a server without a sign-in are kept as entered", () => {
    const settings = stored(bySmtp({ host: "::1", port: 2525, username: "", password: undefined }));
    expect(settings.SMTP_URL).toBe("smtp://[::1]:2525");
    expect(asShown(settings).smtp).toMatchObject({ host: "::1", username: null, password: { isSet: false } });
  });

  test.each([
    { transport: "sendgrid", sendgrid: { region: "eu", apiKey: "secret-1", webhookKey: "secret-2" } },
    { transport: "postmark", postmark: { token: "secret-1", stream: "outbound", webhookAuth: "user:secret-2" } },
    {
      transport: "ses",
      ses: {
        region: "eu-west-1",
        accessKeyId: "secret-1",
        secretAccessKey: "secret-2",
        configurationSet: "main",
        topicArn: "arn:aws:sns:eu-west-1:1:sheaf",
      },
    },
    {
      transport: "mailgun",
      mailgun: { region: "eu", domain: "in.example", apiKey: "secret-1", signingKey: "secret-2" },
    },
  ])("settings for $transport are read back as entered, without their secrets", (body) => {
    const shown = asShown(stored(input({ ...body, from })));
    expect(shown.transport).toBe(body.transport);
    expect(JSON.stringify(shown)).not.toContain("secret-");
    const entered: object = Object.values(body).find((value) => typeof value === "object") ?? {};
    const expected = Object.entries(entered).map(([key, value]) => [
      key,
      String(value).includes("secret-") ? { isSet: true } : value,
    ]);
    expect(shown).toMatchObject({ [body.transport]: Object.fromEntries(expected) });
  });

  test("settings of another provider replace the earlier ones and remove their secrets", () => {
    const before = stored(
      input({ transport: "sendgrid", from, sendgrid: { region: "global", apiKey: "k", webhookKey: "w" } }),
    );
    const after = stored(bySmtp(), before);
    expect(after).not.toHaveProperty("SENDGRID_API_KEY");
    // Events about earlier emails still arrive.
    expect(after).toMatchObject({ SENDGRID_WEBHOOK_KEY: "w" });
    expect(stored(input({ transport: "outbox", from }), after)).not.toHaveProperty("SMTP_URL");
  });
});

describe("a secret that is left out", () => {
  const again = (changes: object) => stored(bySmtp({ password: undefined, ...changes }), stored(bySmtp()));

  test("is kept while the server is the same", () => {
    expect(again({ maxMb: 10, host: "SMTP.okafor.example" }).SMTP_URL).toContain("a%3Ab%2Fc%40d");
  });

  test.each([{ host: "smtp.elsewhere.example" }, { port: 588 }, { security: "optional" }, { username: "ben@okafor" }])(
    "must be entered again after the change %o",
    (change) => {
      expect(() => again(change)).toThrowError(
        expect.objectContaining({ code: "secret-needed", field: "smtp.password" }),
      );
    },
  );

  test.each([
    ["sendgrid", { region: "global", apiKey: "k" }, { region: "eu" }, "sendgrid.apiKey"],
    ["mailgun", { region: "eu", domain: "a.example", apiKey: "k" }, { region: "global" }, "mailgun.apiKey"],
    ["mailgun", { region: "eu", domain: "a.example", apiKey: "k" }, { domain: "b.example" }, "mailgun.apiKey"],
    [
      "ses",
      { region: "eu-west-2", accessKeyId: "k", secretAccessKey: "s" },
      { region: "eu-west-1" },
      "ses.accessKeyId",
    ],
    [
      "ses",
      { region: "eu-west-2", accessKeyId: "k", secretAccessKey: "s" },
      { accessKeyId: "l" },
      "ses.secretAccessKey",
    ],
  ])("of %s entered as %o must be entered again after the change %o", (transport, entered, change, field) => {
    const body = (fields: object) =>
      input({ transport, from, [transport]: { configurationSet: "", topicArn: "", ...fields } });
    const before = stored(body(entered));
    const plain = Object.fromEntries(Object.entries(entered).filter(([key]) => !/key/i.test(key)));
    expect(stored(body(plain), before)).toEqual(before);
    expect(() => stored(body({ ...plain, ...change }), before)).toThrowError(
      expect.objectContaining({ code: "secret-needed", field }),
    );
  });

  test("must be entered when none is stored", () => {
    expect(() => stored(bySmtp({ password: undefined }))).toThrowError(
      expect.objectContaining({ code: "secret-needed" }),
    );
  });
});

describe("with variables of the environment", () => {
  const given = { SMTP_URL: "smtp://anna:word@smtp.okafor.example", COMPANY_NAME: "Okafor & Co" };
  const now = { given, stored: {} };
  const same = { host: "smtp.okafor.example", username: "anna", password: undefined };

  test("the value of a variable counts as no change, and any other value is refused with the variable's name", () => {
    expect(mailChanges(now, bySmtp(same))).toEqual({ MAIL_FROM: "Okafor & Co <post@okafor.example>" });
    const refused = expect.objectContaining({ code: "set-by-variable", message: expect.stringContaining("SMTP_URL") });
    expect(() => mailChanges(now, bySmtp({ ...same, host: "elsewhere.example", password: "new" }))).toThrowError(
      refused,
    );
    expect(() => mailChanges(now, input({ transport: "outbox", from }))).toThrowError(refused);
    expect(() =>
      mailChanges(now, input({ transport: "postmark", from, postmark: { token: "t", stream: "s" } })),
    ).toThrowError(refused);
  });

  test.each([
    [{ POSTMARK_STREAM: "broadcast" }, { transport: "postmark", postmark: { token: "t", stream: "outbound" } }],
    [
      { SENDGRID_URL: "https://api.eu.sendgrid.com" },
      { transport: "sendgrid", sendgrid: { region: "global", apiKey: "k" } },
    ],
    [{ SMTP_MAX_MB: "50" }, { transport: "smtp", smtp: { ...smtp, maxMb: 25 } }],
    [{ MAIL_FROM: "a@b.example" }, { transport: "outbox" }],
    [{ INBOUND_DOMAIN: "in.example", MAILGUN_SIGNING_KEY: "k" }, { transport: "outbox" }],
  ])("the variable %o is not reset to its default by the input %o", (variables: Record<string, string>, body) => {
    const [name] = Object.keys(variables);
    expect(() => mailChanges({ given: variables, stored: {} }, input({ from, ...body }))).toThrowError(
      expect.objectContaining({ code: "set-by-variable", message: expect.stringContaining(name ?? "") }),
    );
  });

  test("variables of one provider do not affect the settings of another", () => {
    expect(mailChanges({ given: { SENDGRID_API_KEY: "k" }, stored: {} }, bySmtp())).not.toHaveProperty(
      "SENDGRID_API_KEY",
    );
  });

  test("a company name other than the one set by a variable is refused", () => {
    const company = { name: "Okafor & Co", addressLines: [], vatNumber: null, supportPhone: null };
    const { supportEmail, supportHours, salesEmail } = readConfig(given);
    const whole = { ...company, supportEmail, supportHours, salesEmail };
    expect(companyChanges(now, { ...whole, addressLines: ["1 High Street", "Leeds"] })).toEqual({
      COMPANY_ADDRESS: "1 High Street;Leeds",
    });
    expect(() => companyChanges(now, { ...whole, name: "Another" })).toThrowError(/environment variable COMPANY_NAME/);
  });

  test("fixedFields returns the fields that variables set, with their variables", () => {
    expect(fixedFields(given, "company")).toEqual({ name: "COMPANY_NAME" });
    expect(fixedFields(given, "mail")).toMatchObject({ transport: "SMTP_URL", "smtp.password": "SMTP_URL" });
    expect(fixedFields({ MAILGUN_API_KEY: "k" }, "mail")).toEqual({
      "mailgun.apiKey": "MAILGUN_API_KEY",
      "mailgun.region": "MAILGUN_API_KEY",
      "mailgun.domain": "MAILGUN_API_KEY",
    });
    expect(Object.keys(settingFacts).sort()).toEqual([...settableNames].sort());
  });
});

test("settings that do not fit together are refused with the name of the field", () => {
  const dkim = { domain: "okafor.example", selector: "s", key: "not a key" };
  expect(() => mailChanges({ given: {}, stored: {} }, bySmtp({ dkim }))).toThrowError(
    expect.objectContaining({ code: "settings-refused", field: "smtp.dkim.key" }),
  );
});

test("changing the mail settings of a demonstration is refused", () => {
  expect(() => mailChanges({ given: { SHEAF_DEMO: "1" }, stored: {} }, bySmtp())).toThrowError(
    expect.objectContaining({ code: "settings-of-demonstration" }),
  );
});
