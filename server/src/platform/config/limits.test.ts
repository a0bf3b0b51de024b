import { availableParallelism } from "node:os";
import { isAbsolute } from "node:path";
import { claims, defaultClaims } from "@sheaf/contracts/installation.ts";
import { describe, expect, test } from "vitest";
import { type Config, readConfig, settingsInForce, withoutMail } from "./config.ts";

const limits: [string, keyof Config, number, number, number][] = [
  ["PORT", "port", 3000, 0, 65_535],
  ["SHEAF_WORKERS", "workers", availableParallelism(), 1, 256],
  ["REQUESTS_PER_MINUTE", "requestsPerMinute", 3000, 1, 1_000_000],
  ["BUSY_AT_MS", "busyAtMs", 5_000, 0, 600_000],
  ["BUSY_AT_MB", "busyAtMb", 2_048, 0, 1_048_576],
  ["CONNECTIONS_PER_ADDRESS", "connectionsPerAddress", 500, 1, 1_000_000],
  ["SIGN_UPS_PER_ADDRESS", "signUpsPerAddress", 30, 1, 1_000_000],
  ["UPLOADS_PER_MINUTE", "uploadsPerMinute", 600, 1, 1_000_000],
  ["WORKER_PORT", "workerPort", 0, 0, 65_535],
  ["METRICS_PORT", "metricsPort", 0, 0, 65_535],
  ["SCRYPT_LN", "scryptLn", 15, 4, 20],
];

describe.each(limits)("%s", (name, field, fallback, min, max) => {
  test(`is ${fallback} by default, and a whole number from ${min} to ${max}`, () => {
    expect(readConfig({})[field]).toBe(fallback);
    for (const value of [min, max]) expect(readConfig({ [name]: String(value) })[field]).toBe(value);
    expect(() => readConfig({ [name]: String(min - 1) })).toThrow(`${name} must be at least ${min}`);
    expect(() => readConfig({ [name]: String(max + 1) })).toThrow(`${name} must be at most ${max}`);
    expect(() => readConfig({ [name]: `${min}.5` })).toThrow(`${name} must be a whole number from ${min} to ${max}`);
    expect(() => readConfig({ [name]: "many" })).toThrow(`${name} must be a number from ${min} to ${max}`);
  });
});

test("the time to drain is given in seconds, up to 15", () => {
  expect(readConfig({}).drainMs).toBe(0);
  expect(readConfig({ DRAIN_SECONDS: "15" }).drainMs).toBe(15_000);
  expect(() => readConfig({ DRAIN_SECONDS: "16" })).toThrow("DRAIN_SECONDS must be at most 15");
});

test("the largest message is given in MB, from 1 to 200", () => {
  const bytes = (size: object) => readConfig({ SMTP_URL: "smtp://a.example", ...size }).mail.smtp?.maxBytes;
  expect([bytes({}), bytes({ SMTP_MAX_MB: "1" }), bytes({ SMTP_MAX_MB: "200" })]).toEqual([
    26_214_400, 1_048_576, 209_715_200,
  ]);
  expect(() => bytes({ SMTP_MAX_MB: "0.9" })).toThrow("SMTP_MAX_MB must be at least 1");
  expect(() => bytes({ SMTP_MAX_MB: "201" })).toThrow("SMTP_MAX_MB must be at most 200");
  expect(() => bytes({ SMTP_MAX_MB: "big" })).toThrow("SMTP_MAX_MB must be a number from 1 to 200");
});

test.each([
  ["true", 1],
  ["false", 0],
  ["0", 0],
  ["9", 9],
])("TRUST_PROXY %s means %d proxies", (TRUST_PROXY, count) => {
  expect(readConfig({ TRUST_PROXY }).trustedProxies).toBe(count);
});

test.each([
  ["TRUST_PROXY", "10", "must be a number from 0 to 9"],
  ["TRUST_PROXY", "-1", "must be a number from 0 to 9"],
  ["SHEAF_KEY", "a".repeat(63), "must be 64 hex digits"],
  ["SHEAF_KEY", "a".repeat(65), "must be 64 hex digits"],
  ["SHEAF_EMBEDDED_DATABASE", "yes", "must be 1 or 0"],
  ["USD_PER_GBP", "0", "must be above 0"],
  ["USD_PER_GBP", "x", "must be a number such as 1.27"],
  ["VAT_NUMBER", "GB12", "must be 5 to 20 letters and digits"],
  ["VAT_NUMBER", "1".repeat(21), "must be 5 to 20 letters and digits"],
  ["SUPPORT_EMAIL", "a", "must be an email address"],
  ["SALES_EMAIL", "a", "must be an email address"],
  ["CLAIMS", "best", "may name"],
  ["LOG_LEVEL", "loud", "must be fatal, error, warn, info or debug"],
  ["CLAMD_ADDRESS", "clam", "must be host:port or the path of a socket"],
  ["CLAMD_ADDRESS", "clam:123456", "must be host:port or the path of a socket"],
  ["DATABASE_URL", "postgre://a", "must begin with postgres:// or postgresql://"],
  ["DATABASE_URL", "postgres://a b:x/", "must be an address such as"],
  ["PUBLIC_URL", "sheaf.example", "must be a URL such as https://sheaf.example"],
  ["SHEAF_LOCALE", "english language", "SHEAF_LOCALE"],
  ["DKIM_DOMAIN", "a b", "must be a domain"],
  ["POSTMARK_WEBHOOK_AUTH", "user", "must be user:password"],
  ["SES_TOPIC_ARN", "topic", "must be an ARN"],
  ["MAILGUN_DOMAIN", "a b", "must be a domain"],
])("%s=%s is refused: %s", (name, value, words) => {
  expect(() => readConfig({ [name]: value })).toThrow(words);
});

test.each([["/run/clamd.sock", "clam:3310", "[::1]:3310"]])(
  "the virus scanner can be at %s, %s and %s",
  (...addresses) => {
    for (const address of addresses) expect(readConfig({ CLAMD_ADDRESS: address }).clamdAddress).toBe(address);
  },
);

test.each(["postgres://a@b/c", "postgresql://a@b/c"])("the database can be at %s", (DATABASE_URL) => {
  expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});

test.each([
  ["1", true],
  ["true", true],
  ["0", false],
  ["false", false],
])("a flag that is %s is %s", (value, isOn) => {
  expect(readConfig({ SHEAF_EMBEDDED_DATABASE: value }).embeddedDatabase).toBe(isOn);
  expect(readConfig({ SHEAF_DEMO: value }).demo).toBe(isOn);
});

test("what is not set has its default", () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    trustedProxies: 0,
    installation: "service",
    companyName: "Sheaf",
    companyAddress: [],
    supportHours: "Monday-Friday 9:00 AM-5:00 PM GMT",
    usdPerGbp: 1.27,
    timeZone: "Europe/London",
    logLevel: "info",
    mailFrom: { name: "Sheaf", address: "no-reply@sheaf.example" },
    embeddedDatabase: false,
    demo: false,
    secure: false,
    s3: undefined,
    tracesTo: undefined,
    claims: defaultClaims,
  });
  expect(isAbsolute(config.dataDir)).toBe(true);
  expect(config.dataDir).toMatch(/\/\.data$/);
});

test("claims are named with commas, by the word none, or all in a demonstration", () => {
  const [first, second] = claims;
  expect(readConfig({ CLAIMS: ` ${first} , ${second}` }).claims).toEqual([first, second]);
  expect(readConfig({ CLAIMS: "none" }).claims).toEqual([]);
  expect(readConfig({ CLAIMS: "none", SHEAF_DEMO: "1" }).claims).toEqual([...claims]);
});

test("an address has its lines without blanks and without empty ones, and a demonstration is a service", () => {
  expect(readConfig({ COMPANY_ADDRESS: " 1 High Street ;; Leeds;" }).companyAddress).toEqual([
    "1 High Street",
    "Leeds",
  ]);
  expect(readConfig({ INSTALLATION: "practice" }).installation).toBe("practice");
  expect(readConfig({ INSTALLATION: "practice", SHEAF_DEMO: "1" }).installation).toBe("service");
});

test("unknown names are refused also as names of files, those of other programs are not", () => {
  expect(() => readConfig({ SHEAF_KEYS_FILE: "/x" })).toThrow("SHEAF_KEYS_FILE is unknown");
  expect(readConfig({ SHEAF_FUZZ_RUNS: "7", SHEAF_IMAGE: "a" }).port).toBe(3000);
  expect(() => readConfig({ SHEAF_FUZZ_1: "7" })).toThrow("SHEAF_FUZZ_1 is unknown");
});

test("the error lists each wrong variable once, by name", () => {
  const wrong = { PORT: "x", SHEAF_NEW: "y" };
  expect(() => readConfig(wrong)).toThrow(
    expect.objectContaining({
      wrong: [expect.objectContaining({ name: "PORT" }), expect.objectContaining({ name: "SHEAF_NEW" })],
    }),
  );
});

test("variables take precedence over stored settings, and an SMTP server over a stored transport", () => {
  const stored = { COMPANY_NAME: "Stored", SALES_EMAIL: "stored@a.example", MAIL_TRANSPORT: "postmark" };
  expect(settingsInForce({}, stored)).toEqual(stored);
  expect(settingsInForce({ COMPANY_NAME: "Given", PORT: "1", SMTP_URL: "smtp://a" }, stored)).toEqual({
    COMPANY_NAME: "Given",
    SALES_EMAIL: "stored@a.example",
    MAIL_TRANSPORT: "smtp",
    SMTP_URL: "smtp://a",
  });
  const both = { SMTP_URL: "smtp://a", MAIL_TRANSPORT: "outbox" };
  expect(settingsInForce(both, stored)).toMatchObject({ MAIL_TRANSPORT: "outbox" });
});

test("settings of mail are left out with their files, others stay", () => {
  const all = { MAIL_FROM: "a", DKIM_KEY_FILE: "b", SMTP_URL: "c", COMPANY_NAME: "d", PAYPAL_CLIENT_ID: "e" };
  expect(withoutMail(all)).toEqual({ COMPANY_NAME: "d", PAYPAL_CLIENT_ID: "e" });
});

test.each([
  ["sendgrid", "SENDGRID_API_KEY"],
  ["postmark", "POSTMARK_TOKEN"],
  ["ses", "AWS_ACCESS_KEY_ID"],
  ["mailgun", "MAILGUN_API_KEY"],
])("the transport %s needs %s", (MAIL_TRANSPORT, name) => {
  expect(() => readConfig({ MAIL_TRANSPORT })).toThrow(`${name} must be set when MAIL_TRANSPORT is ${MAIL_TRANSPORT}`);
});

test.each([
  ["ses", { AWS_ACCESS_KEY_ID: "k" }, "AWS_SECRET_ACCESS_KEY must be set"],
  ["mailgun", { MAILGUN_API_KEY: "k" }, "MAILGUN_DOMAIN must be set"],
])("the transport %s needs more than %j", (MAIL_TRANSPORT, given, words) => {
  expect(() => readConfig({ MAIL_TRANSPORT, ...given })).toThrow(words);
});

test("each provider has its own address, and Amazon's contains the region", () => {
  const { mail } = readConfig({
    SENDGRID_API_KEY: "k",
    POSTMARK_TOKEN: "t",
    MAILGUN_API_KEY: "k",
    MAILGUN_DOMAIN: "a.example",
    AWS_ACCESS_KEY_ID: "k",
    AWS_SECRET_ACCESS_KEY: "s",
    AWS_REGION: "us-east-1",
    SES_TOPIC_ARN: "arn:a",
  });
  expect(mail).toMatchObject({
    smtp: undefined,
    sendgrid: { apiKey: "k", url: "https://api.sendgrid.com" },
    postmark: { token: "t", url: "https://api.postmarkapp.com", stream: "outbound" },
    mailgun: { apiKey: "k", domain: "a.example", url: "https://api.mailgun.net" },
    ses: { region: "us-east-1", url: "https://email.us-east-1.amazonaws.com", configurationSet: undefined },
    webhooks: { sesTopicArn: "arn:a" },
  });
  const own = { AWS_ACCESS_KEY_ID: "k", AWS_SECRET_ACCESS_KEY: "s", SES_URL: "https://ses.example/" };
  expect(readConfig(own).mail.ses).toMatchObject({ region: "eu-west-2", url: "https://ses.example" });
});

test("replies need the secret of one of two providers", () => {
  const given = { INBOUND_DOMAIN: "in.example" };
  expect(readConfig({ ...given, POSTMARK_WEBHOOK_AUTH: "u:p" }).mail.inboundDomain).toBe("in.example");
  expect(readConfig({ POSTMARK_WEBHOOK_AUTH: "u:p" }).mail.inboundDomain).toBeUndefined();
});

test.each([
  ["SHEAF_DATA", "/", "dataDir"],
  ["HOST", "h", "host"],
  ["COMPANY_NAME", "C", "companyName"],
  ["SUPPORT_HOURS", "x", "supportHours"],
  ["LOG_DIR", "/", "logDir"],
] as const)("one character is enough for %s", (name, value, field) => {
  expect(readConfig({ [name]: value })[field]).toBe(value);
});

test("one character is enough for the names of providers", () => {
  const { mail } = readConfig({
    POSTMARK_TOKEN: "t",
    POSTMARK_STREAM: "s",
    AWS_ACCESS_KEY_ID: "k",
    AWS_SECRET_ACCESS_KEY: "s",
    SES_CONFIGURATION_SET: "c",
  });
  expect(mail).toMatchObject({ postmark: { token: "t", stream: "s" }, ses: { configurationSet: "c" } });
});
