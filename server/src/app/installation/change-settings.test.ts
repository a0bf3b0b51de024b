import { mailSettingsInput } from "@sheaf/contracts/admin/installation-settings.ts";
import { expect, test } from "vitest";
import type { StoredSettings } from "../../platform/config/config.ts";
import { companyChanges, configInForce, mailChanges, setByVariable, withChanges } from "./change-settings.ts";
import { mailFromSettings } from "./mail-settings.ts";

const company = {
  name: "Sheaf",
  addressLines: [] as string[],
  vatNumber: null as string | null,
  supportEmail: "support@sheaf.example",
  supportPhone: null as string | null,
  supportHours: "Monday-Friday 9:00 AM-5:00 PM GMT",
  salesEmail: "sales@sheaf.example",
};
const nothing = { given: {}, stored: {} };

test("saving the company as it is changes nothing", () => {
  expect(companyChanges(nothing, company)).toEqual({});
  const stored = { COMPANY_ADDRESS: "1 High Street;Leeds", VAT_NUMBER: "GB123456", SUPPORT_PHONE: "01" };
  const same = { ...company, addressLines: ["1 High Street", "Leeds"], vatNumber: "GB123456", supportPhone: "01" };
  expect(companyChanges({ given: {}, stored }, same)).toEqual({});
});

test.each([
  [{ name: "Okafor" }, { COMPANY_NAME: "Okafor" }],
  [{ addressLines: ["1 High Street", "Leeds"] }, { COMPANY_ADDRESS: "1 High Street;Leeds" }],
  [{ vatNumber: "GB123456" }, { VAT_NUMBER: "GB123456" }],
  [{ supportEmail: "a@b.example" }, { SUPPORT_EMAIL: "a@b.example" }],
  [{ supportPhone: "02" }, { SUPPORT_PHONE: "02" }],
  [{ supportHours: "always" }, { SUPPORT_HOURS: "always" }],
  [{ salesEmail: "a@b.example" }, { SALES_EMAIL: "a@b.example" }],
])("the change %j of the company is stored as %j", (change, stored) => {
  expect(companyChanges(nothing, { ...company, ...change })).toEqual(stored);
});

test("an emptied field removes its setting", () => {
  const stored = { COMPANY_ADDRESS: "1 High Street", VAT_NUMBER: "GB123456" };
  expect(companyChanges({ given: {}, stored }, company)).toEqual({ COMPANY_ADDRESS: null, VAT_NUMBER: null });
});

test("a value that the configuration refuses is named by its field on screen", () => {
  expect(() => companyChanges(nothing, { ...company, vatNumber: "?" })).toThrowError(
    expect.objectContaining({
      code: "settings-refused",
      field: "vatNumber",
      message: "VAT number must be 5 to 20 letters and digits.",
    }),
  );
});

test("the error for a fixed setting names its variable, and its field when it has one", () => {
  expect(setByVariable("SMTP_URL", "SMTP_URL")).toMatchObject({
    code: "set-by-variable",
    field: "smtp.host",
    message: "SMTP server is set by the environment variable SMTP_URL. Change it there, and start Sheaf again.",
  });
  expect(setByVariable("POSTMARK_URL", "POSTMARK_URL").field).toBeUndefined();
});

test("null removes a stored setting, and the others are kept or replaced", () => {
  const stored = { COMPANY_NAME: "A", VAT_NUMBER: "GB123456", SUPPORT_PHONE: "01" };
  const changes = { COMPANY_NAME: "B", VAT_NUMBER: null, SALES_EMAIL: null };
  expect(withChanges(stored, changes)).toEqual({ COMPANY_NAME: "B", SUPPORT_PHONE: "01" });
});

test("stored settings that do not fit any more are ignored: first those of mail, then all", () => {
  const half = { COMPANY_NAME: "A", MAIL_TRANSPORT: "postmark" };
  expect(configInForce({ given: {}, stored: half })).toMatchObject({ companyName: "A", mailTransport: "outbox" });
  expect(configInForce({ given: {}, stored: { ...half, VAT_NUMBER: "?" } })).toMatchObject({ companyName: "Sheaf" });
  expect(configInForce({ given: {}, stored: { COMPANY_NAME: "A", MAIL_FROM: "a@b.example" } })).toMatchObject({
    companyName: "A",
    mailFrom: { address: "a@b.example" },
  });
  expect(() => configInForce({ given: { PORT: "many" }, stored: {} })).toThrow("PORT must be");
});

const from = { name: "", address: "no-reply@sheaf.example" };
const input = (body: object) => mailSettingsInput.parse({ from: { ...from, name: "Sheaf" }, ...body });
const postmark = { token: "t", stream: "outbound" };

test("of mail settings only what differs from the present ones and the defaults is stored", () => {
  expect(mailChanges(nothing, input({ transport: "outbox" }))).toEqual({});
  expect(mailChanges(nothing, input({ transport: "postmark", postmark }))).toEqual({
    MAIL_TRANSPORT: "postmark",
    POSTMARK_TOKEN: "t",
  });
  expect(
    mailChanges(nothing, input({ transport: "postmark", postmark: { ...postmark, stream: "bulk" }, from })),
  ).toEqual({
    MAIL_TRANSPORT: "postmark",
    POSTMARK_TOKEN: "t",
    POSTMARK_STREAM: "bulk",
    MAIL_FROM: "no-reply@sheaf.example",
  });
});

test("another spelling of the same server, size or address is no change", () => {
  const stored = { MAIL_TRANSPORT: "smtp", SMTP_URL: "smtp://mail.example", SMTP_MAX_MB: "25.0" };
  const smtp = { host: "mail.example", port: 587, security: "starttls", username: "" };
  expect(mailChanges({ given: {}, stored }, input({ transport: "smtp", smtp }))).toEqual({});
  const other = { ...smtp, maxMb: 26 };
  expect(mailChanges({ given: {}, stored }, input({ transport: "smtp", smtp: other }))).toEqual({ SMTP_MAX_MB: "26" });
  const global = { MAIL_TRANSPORT: "sendgrid", SENDGRID_API_KEY: "k", SENDGRID_URL: "https://api.sendgrid.com/" };
  const sendgrid = { region: "global" };
  expect(mailChanges({ given: {}, stored: global }, input({ transport: "sendgrid", sendgrid }))).toEqual({});
});

test("the transport that a variable of the environment sets through SMTP_URL cannot be changed", () => {
  const given = { SMTP_URL: "smtp://mail.example" };
  expect(() => mailChanges({ given, stored: {} }, input({ transport: "outbox" }))).toThrowError(
    expect.objectContaining({ code: "set-by-variable", field: "transport" }),
  );
});

const shown = (stored: StoredSettings, mailTransport: "outbox" | "mailgun" | "postmark" | "smtp" = "outbox") =>
  mailFromSettings(stored, { mailTransport, mailFrom: from });

test("without settings the form shows the defaults", () => {
  expect(shown({})).toEqual({
    transport: "outbox",
    from,
    inbound: null,
    smtp: null,
    sendgrid: { region: "global", apiKey: { isSet: false }, webhookKey: { isSet: false } },
    postmark: { token: { isSet: false }, stream: "outbound", webhookAuth: { isSet: false } },
    ses: {
      region: "eu-west-2",
      accessKeyId: { isSet: false },
      secretAccessKey: { isSet: false },
      configurationSet: null,
      topicArn: null,
    },
    mailgun: { region: "global", domain: null, apiKey: { isSet: false }, signingKey: { isSet: false } },
  });
});

test.each([
  [{ SENDGRID_URL: "https://api.eu.sendgrid.com/" }, "eu"],
  [{ SENDGRID_URL: "https://api.sendgrid.com" }, "global"],
  [{ SENDGRID_URL: "https://proxy.example" }, null],
])("the address %j of a provider is shown as the region %s", (stored, region) => {
  expect(shown(stored).sendgrid.region).toBe(region);
});

const replies = { INBOUND_DOMAIN: "in.example" };
const [auth, key] = [{ POSTMARK_WEBHOOK_AUTH: "u:p" }, { MAILGUN_SIGNING_KEY: "k" }];

test.each([
  ["outbox", { ...auth, ...key }, "postmark", true],
  ["outbox", auth, "postmark", true],
  ["outbox", key, "mailgun", true],
  ["outbox", {}, "mailgun", false],
  ["mailgun", auth, "mailgun", false],
  ["mailgun", { ...auth, ...key }, "mailgun", true],
  ["postmark", key, "postmark", false],
  ["postmark", auth, "postmark", true],
] as const)("with %s and %j, replies are received by %s; its secret is set: %s", (transport, secrets, by, isSet) => {
  expect(shown({ ...replies, ...secrets }, transport).inbound).toEqual({ domain: "in.example", by, secret: { isSet } });
});

test("the signature of emails is shown with its domain and selector", () => {
  const stored = { SMTP_URL: "smtp://a:b@mail.example", DKIM_DOMAIN: "a.example", DKIM_SELECTOR: "s" };
  const dkim = { domain: "a.example", selector: "s", key: { isSet: false } };
  expect(shown(stored).smtp).toMatchObject({ dkim, maxMb: 25, password: { isSet: true } });
  expect(shown({ ...stored, DKIM_KEY: "k", SMTP_MAX_MB: "7" }).smtp).toMatchObject({
    dkim: { key: { isSet: true } },
    maxMb: 7,
  });
  const { DKIM_SELECTOR: _, ...half } = stored;
  expect(shown(half).smtp).toMatchObject({ dkim: null });
});
