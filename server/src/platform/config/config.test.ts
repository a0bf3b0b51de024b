import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeDemoMail } from "../mail/demo-mail.ts";
import { readConfig } from "./config.ts";

test("every variable has a default", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: "localhost",
    sandbox: "auto",
    locale: "en-GB",
    secure: false,
  });
});

test("an empty variable counts as not set", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test("trims blanks around a value, which a file with variables may contain", () => {
  expect(readConfig({ PORT: " 4000\r", HOST: " " })).toMatchObject({ port: 4000, host: "localhost" });
});

test("the error names every wrong variable and contains no value", () => {
  const wrong = {
    PORT: "many",
    SHEAF_KEY: "secret-but-short",
    SHEAF_TIME_ZONE: "Mars/Base",
    DATABASE_URL: "mysql://pw@x",
  };
  const message = (() => {
    try {
      readConfig(wrong);
      return "";
    } catch (error) {
      return String(error);
    }
  })();
  for (const name of Object.keys(wrong)) expect(message).toContain(name);
  for (const value of Object.values(wrong)) expect(message).not.toContain(value);
});

test("refuses an unknown variable that begins with SHEAF_", () => {
  expect(() => readConfig({ SHEAF_WORKER: "4" })).toThrow(/SHEAF_WORKER is unknown: there are .*SHEAF_WORKERS/);
  expect(readConfig({ SHEAF_WORKERS: "4", SHEAF_IMAGE: "sheaf:1", WORKERS_OF_OTHERS: "1" }).workers).toBe(4);
});

test("a public HTTPS address turns on secure cookies", () => {
  expect(readConfig({ PUBLIC_URL: "https://sheaf.example" }).secure).toBe(true);
  expect(readConfig({ PUBLIC_URL: "http://sheaf.example" }).secure).toBe(false);
});

test("emails are stored in the outbox while no mail server is configured", () => {
  expect(readConfig({}).mailTransport).toBe("outbox");
  expect(readConfig({ SMTP_URL: "smtp://mail.example" }).mailTransport).toBe("smtp");
  expect(readConfig({ SMTP_URL: "smtp://mail.example", MAIL_TRANSPORT: "outbox" }).mailTransport).toBe("outbox");
  expect(() => readConfig({ MAIL_TRANSPORT: "smtp" })).toThrow("SMTP_URL must be set when MAIL_TRANSPORT is smtp");
});

test.each([
  ["Hartley & Wren <post@hartley.example>", { name: "Hartley & Wren", address: "post@hartley.example" }],
  ["<post@hartley.example>", { name: "", address: "post@hartley.example" }],
  ["post@hartley.example", { name: "", address: "post@hartley.example" }],
])("MAIL_FROM %s is split into name and address", (MAIL_FROM, mailFrom) => {
  expect(readConfig({ MAIL_FROM }).mailFrom).toEqual(mailFrom);
});

test.each([
  { MAIL_FROM: "Hartley" },
  { MAIL_FROM: "Hartley <post@>" },
  { SMTP_URL: "https://user:pass-word@mail.example" },
  { SMTP_URL: "mail.example:25" },
  { MAIL_TRANSPORT: "pigeon" },
  { DATABASE_URL: "postgres://sheaf:pass#word@host/sheaf" },
  { S3_BUCKET: "s3://files" },
  { AWS_REGION: "eu west" },
])("%j is refused with an error that names the variable but not its value", (wrong) => {
  const [[name, value]] = Object.entries(wrong) as [[string, string]];
  expect(() => readConfig(wrong)).toThrow(`  ${name} must `);
  expect(() => readConfig(wrong)).not.toThrow(value);
});

const demoMail = writeDemoMail({ url: "http://127.0.0.1:4998", apiKey: "an api/key", webhookKey: "MFk+w==" });

test("a demonstration uses only its own mail service and ignores mail variables and stored settings", () => {
  const given = {
    MAIL_TRANSPORT: "postmark",
    SMTP_URL: "smtp://mail.example",
    SMTP_URL_FILE: "/not/there",
    POSTMARK_TOKEN_FILE: "/not/there",
    SENDGRID_API_KEY: "real",
    SENDGRID_WEBHOOK_KEY: "real",
    DKIM_KEY: "not even a key",
    MAIL_FROM: "post@hartley.example",
    INBOUND_DOMAIN: "in.hartley.example",
  };
  const stored = { MAIL_TRANSPORT: "smtp", SMTP_URL: "smtp://stored.example", MAIL_FROM: "stored@hartley.example" };

  const config = readConfig({ ...given, SHEAF_DEMO: "1", SHEAF_DEMO_MAIL: demoMail }, stored);
  const demo = { url: "http://127.0.0.1:4998", apiKey: "an api/key", webhookKey: "MFk+w==" };
  expect(config.mailTransport).toBe("demo");
  expect(config.mail).toEqual({ demo, webhooks: { sendgridKey: "MFk+w==" } });
  expect(config.mailFrom.address).toBe("no-reply@sheaf.example");

  const alone = readConfig({ ...given, SHEAF_DEMO: " true " }, stored);
  expect(alone.mailTransport).toBe("outbox");
  expect(alone.mail).toEqual({ webhooks: {} });
});

test("accepts SHEAF_DEMO_MAIL only in a demonstration and with an address of this machine", () => {
  expect(() => readConfig({ SHEAF_DEMO_MAIL: demoMail })).toThrow(
    "SHEAF_DEMO_MAIL must be set by `start --demo` alone",
  );
  expect(() => readConfig({ MAIL_TRANSPORT: "demo" })).toThrow("MAIL_TRANSPORT must be one of outbox, smtp,");
  const otherOrigins = ["http://192.0.2.1", "https://127.0.0.1", "http://127.0.0.1.example", "http://localhost", "x"];
  for (const origin of otherOrigins) {
    const SHEAF_DEMO_MAIL = demoMail.replace(/^http:\/\/(.*@)127\.0\.0\.1:4998/, (_, key) =>
      origin.replace("//", `//${key}`),
    );
    expect(() => readConfig({ SHEAF_DEMO: "1", SHEAF_DEMO_MAIL })).toThrow("SHEAF_DEMO_MAIL must be the address of");
  }
});

test("PayPal needs all of its variables or none, and a demonstration uses only a simulated PayPal", () => {
  const whole = { PAYPAL_CLIENT_ID: "a", PAYPAL_CLIENT_SECRET: "b", PAYPAL_WEBHOOK_ID: "c" };
  expect(readConfig({}).payPal).toBeUndefined();
  expect(readConfig(whole).payPal).toEqual({
    url: "https://api-m.paypal.com",
    clientId: "a",
    clientSecret: "b",
    webhookId: "c",
    scriptUrl: "https://www.paypal.com/sdk/js",
  });
  expect(readConfig({ ...whole, SHEAF_DEMO: "1" }).payPal).toBeUndefined();
  expect(readConfig({ ...whole, PAYPAL_URL: "http://127.0.0.1:4999", SHEAF_DEMO: "1" }).payPal).toBeDefined();
  expect(() => readConfig({ PAYPAL_CLIENT_ID: "a", PAYPAL_CLIENT_SECRET: "b" })).toThrow(
    "PAYPAL_WEBHOOK_ID must be set when PAYPAL_CLIENT_ID is set",
  );
});

test("reads a secret from the file that NAME_FILE names, and names the variable whose file cannot be read", () => {
  const path = join(mkdtempSync(join(tmpdir(), "sheaf-secret-")), "secret");
  writeFileSync(path, "from a file\n");
  const others = { PAYPAL_CLIENT_ID: "a", PAYPAL_WEBHOOK_ID: "c" };
  expect(readConfig({ ...others, PAYPAL_CLIENT_SECRET_FILE: path }).payPal?.clientSecret).toBe("from a file");
  expect(() => readConfig({ ...others, PAYPAL_CLIENT_SECRET_FILE: `${path}-gone` })).toThrow(
    "PAYPAL_CLIENT_SECRET_FILE names a file that cannot be read",
  );
});

test("SMTP_URL in the environment selects SMTP instead of the stored transport", () => {
  const stored = { MAIL_TRANSPORT: "postmark", POSTMARK_TOKEN: "a-token" };
  expect(readConfig({ SMTP_URL: "smtp://mail.example" }, stored).mailTransport).toBe("smtp");
  expect(readConfig({}, stored).mailTransport).toBe("postmark");
});
