import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../config/config.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-secrets-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function file(content: string): Promise<string> {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, content);
  return path;
}

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const signing = { DKIM_DOMAIN: "sheaf.example", DKIM_SELECTOR: "post" };

describe("a secret is read from a file:", () => {
  const places: [string, Record<string, string>, (config: ReturnType<typeof readConfig>) => unknown][] = [
    ["SENDGRID_API_KEY", { MAIL_TRANSPORT: "sendgrid" }, ({ mail }) => mail.sendgrid?.apiKey],
    ["POSTMARK_TOKEN", { MAIL_TRANSPORT: "postmark" }, ({ mail }) => mail.postmark?.token],
    ["POSTMARK_WEBHOOK_AUTH", {}, ({ mail }) => mail.webhooks.postmarkAuth],
    ["AWS_SECRET_ACCESS_KEY", { AWS_ACCESS_KEY_ID: "AKID" }, ({ mail }) => mail.ses?.keys.secretAccessKey],
    ["MAILGUN_API_KEY", { MAILGUN_DOMAIN: "mail.sheaf.example" }, ({ mail }) => mail.mailgun?.apiKey],
    ["MAILGUN_SIGNING_KEY", {}, ({ mail }) => mail.webhooks.mailgunKey],
  ];

  test.each(places)("%s", async (name, more, read) => {
    const path = await file("user:secret\n");
    expect(read(readConfig({ ...more, [`${name}_FILE`]: path }))).toBe("user:secret");
    expect(read(readConfig({ ...more, [`${name}_FILE`]: path, [name]: "the:variable" }))).toBe("the:variable");
  });

  test("SMTP_URL and DKIM_KEY", async () => {
    const SMTP_URL_FILE = await file("smtp://user:pass@mail.example\n");
    const config = readConfig({ ...signing, SMTP_URL_FILE, DKIM_KEY_FILE: await file(pem) });
    expect(config).toMatchObject({
      mailTransport: "smtp",
      mail: {
        smtp: { url: "smtp://user:pass@mail.example", dkim: { domain: "sheaf.example", privateKey: pem.trim() } },
      },
    });
  });

  test("the error for a missing file names the variable but not the path", () => {
    const read = () => readConfig({ POSTMARK_TOKEN_FILE: "/run/secrets/token" });
    expect(read).toThrow("POSTMARK_TOKEN_FILE names a file that cannot be read");
    expect(read).not.toThrow("/run/secrets");
  });
});

test.each([
  ["MAILGUN_API_KEY", "mailgun"],
  ["MAILGUN_DOMAIN", "mailgun"],
  ["AWS_ACCESS_KEY_ID", "ses"],
  ["AWS_SECRET_ACCESS_KEY", "ses"],
] as const)("with %s alone, %s is not configured", (name, provider) => {
  expect(readConfig({ [name]: "mail.sheaf.example" }).mail[provider]).toBeUndefined();
});

test("refuses an incomplete DKIM configuration, because emails would silently not be signed", () => {
  expect(() => readConfig(signing)).toThrow("DKIM_KEY must be set when DKIM_DOMAIN is set");
  expect(() => readConfig({ DKIM_KEY: pem })).toThrow("DKIM_DOMAIN must be set when DKIM_KEY is set");
});

test("refuses an invalid DKIM key without showing it", () => {
  const read = () => readConfig({ ...signing, DKIM_KEY: "-----BEGIN hunter2" });
  expect(read).toThrow("DKIM_KEY must be a private key in PEM");
  expect(read).not.toThrow("hunter2");
});

test("an inbound domain needs the webhook secret of a provider", () => {
  const given = { INBOUND_DOMAIN: "in.sheaf.example" };
  expect(() => readConfig(given)).toThrow(
    "POSTMARK_WEBHOOK_AUTH or MAILGUN_SIGNING_KEY must be set when INBOUND_DOMAIN is set",
  );
  expect(readConfig({ ...given, MAILGUN_SIGNING_KEY: "key" }).mail.inboundDomain).toBe("in.sheaf.example");
  expect(() => readConfig({ INBOUND_DOMAIN: "in.sheaf.example/x", MAILGUN_SIGNING_KEY: "key" })).toThrow(
    "INBOUND_DOMAIN must be a domain",
  );
});
