import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { claims, defaultClaims, installationKinds } from "@sheaf/contracts/installation.ts";
import type { MailTransport } from "@sheaf/contracts/mail-transports.ts";
import {
  isTimeZone,
  localeMessage,
  localeShape,
  sandboxChoices,
  sandboxMessage,
  timeZoneMessage,
} from "@sheaf/engine/settings.ts";
import { z } from "zod";
import { demoMailVariable } from "../mail/demo-mail.ts";
import { mailConfig, mailVariables, missingFor } from "../mail/mail-variables.ts";
import { missingForPayPal, payPalConfig, payPalVariables } from "../paypal/paypal-variables.ts";
import { missingForS3, s3Config, s3Variables } from "../storage/s3-variables.ts";
import { withSecretFiles } from "./secret-files.ts";
import { baseAddress, type Lack, webAddress } from "./variable-shapes.ts";

const flag = z
  .enum(["0", "1", "true", "false"], "must be 1 or 0")
  .default("0")
  .transform((value) => value === "1" || value === "true");

const number = (fallback: number, min: number, max: number) =>
  z.coerce
    .number(`must be a number from ${min} to ${max}`)
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .default(fallback);

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must begin with postgres:// or postgresql://")
  .refine(
    (text) => URL.canParse(text),
    "must be an address such as postgres://user:password@host:5432/sheaf; other signs than letters and digits in the password are percent-encoded",
  )
  .optional();

/** Every variable that Sheaf reads from the environment; `docs/operate.md` tells the same to people. */
const variables = z.object({
  /** Folder of the embedded database, originals, PDFs, logs and the key. Back it up as one. */
  SHEAF_DATA: z.string().min(1, "must name a folder").default(".data"),
  PORT: number(3000, 0, 65_535),
  /** Address to listen on. The default is this machine alone; 0.0.0.0 opens it to the network, as a container needs. */
  HOST: z.string().min(1, "must be an address").default("localhost"),
  /** An external PostgreSQL 15–18. Without it `start` runs an embedded one. */
  DATABASE_URL: databaseUrl,
  /**
   * Encrypts file passwords and authenticator secrets at rest, 32 bytes in hex. Kept in the data folder when not given.
   * Losing it loses those, nothing else.
   */
  SHEAF_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, "must be 64 hex digits")
    .optional(),
  /** "auto": bubblewrap, else Landlock. "off" converts without a sandbox: for a developer's own laptop only. */
  SHEAF_SANDBOX: z.enum(sandboxChoices, sandboxMessage).default("auto"),
  /** Documents print as in this country: BCP 47. */
  SHEAF_LOCALE: z.string().regex(localeShape, localeMessage).default("en-GB"),
  SHEAF_TIME_ZONE: z.string().refine(isTimeZone, timeZoneMessage).default("Europe/London"),
  /** How many files are converted at once. */
  SHEAF_WORKERS: number(availableParallelism(), 1, 256),
  /**
   * How many reverse proxies stand in front and add to X-Forwarded-For; 1 for one. What the client itself wrote there
   * is further to the left, and is not believed.
   */
  TRUST_PROXY: z
    .string()
    .default("0")
    .transform((text) => ({ true: "1", false: "0" })[text] ?? text)
    .pipe(z.string().regex(/^\d$/, "must be a number from 0 to 9"))
    .transform(Number),
  /** Where people reach Sheaf; https:// here turns on Secure cookies and HSTS. */
  PUBLIC_URL: webAddress("must be a URL such as https://sheaf.example").optional(),
  /** Requests of one address to the API in a minute. */
  REQUESTS_PER_MINUTE: number(3000, 1, 1_000_000),
  /**
   * An API process that is held up for so long, or takes more memory, says that it is busy instead of taking more. 0:
   * never.
   */
  BUSY_AT_MS: number(5_000, 0, 600_000),
  BUSY_AT_MB: number(2_048, 0, 1_048_576),
  /** Open connections of one address, where no proxy stands in front. */
  CONNECTIONS_PER_ADDRESS: number(500, 1, 1_000_000),
  /** New practices from one address within a quarter of an hour. */
  SIGN_UPS_PER_ADDRESS: number(30, 1, 1_000_000),
  /** Jobs of one practice in a minute, over all machines. */
  UPLOADS_PER_MINUTE: number(600, 1, 1_000_000),
  /** How long an API that is told to stop goes on serving while its /readyz is red, so that a proxy notices. */
  DRAIN_SECONDS: number(0, 0, 15),
  /** Port of a worker's /healthz, /readyz and /metrics; 0 for none. */
  WORKER_PORT: number(0, 0, 65_535),
  /** Port of an API's /metrics; 0 for none. Never open to the network: it tells how much is done here. */
  METRICS_PORT: number(0, 0, 65_535),
  /** Cost of a password hash: N = 2 to this power. */
  SCRYPT_LN: number(15, 4, 20),
  /** "practice": for the operator's own practice, without plans and payments. "service": practices sign up and pay. */
  INSTALLATION: z.enum(installationKinds, `must be one of ${installationKinds.join(", ")}`).default("service"),
  COMPANY_NAME: z.string().min(1, "must not be empty").default("Sheaf"),
  /** Printed on receipts; lines are parted by semicolons. */
  COMPANY_ADDRESS: z.string().default(""),
  /** With it receipts show net, VAT and gross. */
  VAT_NUMBER: z
    .string()
    .regex(/^[A-Za-z0-9 ]{5,20}$/, "must be 5 to 20 letters and digits")
    .optional(),
  SUPPORT_EMAIL: z.email("must be an email address").default("support@sheaf.example"),
  SUPPORT_PHONE: z.string().optional(),
  SUPPORT_HOURS: z.string().min(1, "must not be empty").default("Monday-Friday 9:00 AM-5:00 PM GMT"),
  SALES_EMAIL: z.email("must be an email address").default("sales@sheaf.example"),
  /**
   * Promises of the public pages, separated by commas; see `claims` in contracts/src/installation.ts. "none" for none.
   */
  CLAIMS: z
    .string()
    .default(defaultClaims.join(","))
    .transform((text) => text.split(",").map((word) => word.trim()))
    .transform((words) => (words.join() === "none" ? [] : words))
    .pipe(z.array(z.enum(claims, `may name ${claims.join(", ")}`))),
  /** US dollars for a pound, by which the portal tells revenue. */
  USD_PER_GBP: z.coerce.number("must be a number such as 1.27").positive("must be above 0").default(1.27),
  ...mailVariables,
  ...payPalVariables,
  ...s3Variables,
  /** Who emails come from: the address alone, or with a name before it. */
  MAIL_FROM: z
    .string()
    .default("Sheaf <no-reply@sheaf.example>")
    .transform(
      (text): Record<string, string | undefined> | undefined =>
        /^(?:(?<name>[^<>]*?)\s*<)?(?<address>[^<>\s]+)>?$/.exec(text.trim())?.groups,
    )
    .pipe(
      z.object(
        { name: z.string().default(""), address: z.email("must hold an email address") },
        "must be an address, or a name and an address in angle brackets",
      ),
    ),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "must be fatal, error, warn, info or debug")
    .default("info"),
  /** Folder for the logs; they go to standard output when not given. `start` sets it to `logs` in the data folder. */
  LOG_DIR: z.string().min(1, "must name a folder").optional(),
  /** Where clamd listens: host:port, or the path of its socket. Every original is then scanned before it is opened. */
  CLAMD_ADDRESS: z
    .string()
    .regex(/^(\/.+|[^:/\s]+:\d{1,5}|\[[0-9a-fA-F:]+\]:\d{1,5})$/, "must be host:port or the path of a socket")
    .optional(),
  /**
   * Of an OpenTelemetry collector that takes OTLP over HTTP, such as http://localhost:4318; traces go nowhere without
   * it.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: baseAddress.optional(),
  /** Set by `start` for the processes that it starts, when DATABASE_URL names its own PostgreSQL. */
  SHEAF_EMBEDDED_DATABASE: flag,
  /** Set by `start --demo`: invented data, and the pages say so. */
  SHEAF_DEMO: flag,
  /** Set by `start --demo`: its own mail service, the only one that a demonstration ever uses. */
  SHEAF_DEMO_MAIL: demoMailVariable,
});

export const variableNames = Object.keys(variables.shape);

/** Variables that the operator may set in the browser instead; the environment wins where both are set. */
export const settableNames = [
  "INSTALLATION",
  "COMPANY_NAME",
  "COMPANY_ADDRESS",
  "VAT_NUMBER",
  "SUPPORT_EMAIL",
  "SUPPORT_PHONE",
  "SUPPORT_HOURS",
  "SALES_EMAIL",
  "MAIL_FROM",
  ...(Object.keys(mailVariables) as (keyof typeof mailVariables)[]),
] as const;
export type SettableName = (typeof settableNames)[number];
/** Settings by the names of their variables, as these would hold them. */
export type StoredSettings = Partial<Record<SettableName, string>>;

const ofMail = new Set([...Object.keys(mailVariables), "MAIL_FROM"].flatMap((name) => [name, `${name}_FILE`]));

/** Settings without those of mail, for a demonstration: it emails nobody, whatever is set. */
export function withoutMail<Value>(settings: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !ofMail.has(name)));
}

const ours = variableNames.filter((name) => name.startsWith("SHEAF_"));
/** Of the compose file, which names an image by it, and of the tests. */
const readElsewhere = /^SHEAF_(IMAGE|FUZZ_[A-Z]+)$/;
/** What is mistyped would be left out without a word. Names that begin otherwise may be another program's. */
const isSlip = (name: string) =>
  name.startsWith("SHEAF_") && !ours.includes(name.replace(/_FILE$/, "")) && !readElsewhere.test(name);

const environment = variables.superRefine((given, context) => {
  if (given.SHEAF_DEMO_MAIL && !given.SHEAF_DEMO) {
    context.addIssue({ code: "custom", path: ["SHEAF_DEMO_MAIL"], message: "must be set by `start --demo` alone" });
  }
  const missing: Lack | undefined = missingFor(given) ?? missingForPayPal(given) ?? missingForS3(given);
  if (missing === undefined) return;
  context.addIssue({ code: "custom", path: [missing.name], message: `must be set when ${missing.when}` });
});

export type Config = ReturnType<typeof configOf>;

/**
 * Called at the top of each process and passed down; nothing else reads the environment. Blanks around a value do not
 * count, and a variable that is empty counts as not set. A demonstration knows no setting of mail but the address of
 * its own mail service.
 * @param stored what the operator set in the browser; a variable of the environment wins
 * @throws ConfigError naming every variable that is wrong, never its value
 */
export function readConfig(env: Record<string, string | undefined>, stored: StoredSettings = {}): Config {
  const isDemo = ["1", "true"].includes(env.SHEAF_DEMO?.trim() ?? "");
  const given = Object.fromEntries(
    Object.entries(withSecretFiles(isDemo ? withoutMail(env) : env, variableNames)).flatMap(([name, value]) =>
      value?.trim() ? [[name, value.trim()]] : [],
    ),
  );
  const parsed = environment.safeParse({
    ...(isDemo ? withoutMail(stored) : stored),
    ...setByVariables(given),
    ...given,
  });
  const slips = Object.keys(given).filter(isSlip);
  const wrong = [
    ...(parsed.error?.issues.map(({ path, message }) => ({ name: String(path[0]), message })) ?? []),
    ...slips.map((name) => ({ name, message: `is unknown: there are ${ours.join(", ")}` })),
  ];
  if (!parsed.success || wrong.length > 0) throw new ConfigError(wrong);
  return configOf(given, parsed.data);
}

/** Which variables or settings are wrong, and how; never their values. */
export class ConfigError extends Error {
  readonly wrong: { name: string; message: string }[];
  constructor(wrong: { name: string; message: string }[]) {
    super(`The configuration is wrong:\n${wrong.map(({ name, message }) => `  ${name} ${message}`).join("\n")}`);
    this.wrong = wrong;
  }
}

/**
 * Settings as they hold: a variable of the environment wins.
 * @param given variables that are set, as `Config` keeps them
 */
export function settingsInForce(given: Record<string, string>, stored: StoredSettings): StoredSettings {
  const own = settableNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  return { ...stored, ...setByVariables(given), ...Object.fromEntries(own) };
}

/** SMTP_URL alone means that emails leave by SMTP, whatever was stored. */
function setByVariables(given: Record<string, string>): StoredSettings {
  return given.SMTP_URL && !given.MAIL_TRANSPORT ? { MAIL_TRANSPORT: "smtp" } : {};
}

function configOf(given: Record<string, string>, data: z.infer<typeof environment>) {
  return {
    /** Variables that the environment sets, by name, as they were given. Holds secrets. */
    given,
    /** Absolute. */
    dataDir: resolve(data.SHEAF_DATA),
    port: data.PORT,
    host: data.HOST,
    databaseUrl: data.DATABASE_URL,
    /** As given in the environment; `secretKey` in secret-key.ts is what to use. */
    keyHex: data.SHEAF_KEY,
    sandbox: data.SHEAF_SANDBOX,
    locale: data.SHEAF_LOCALE,
    timeZone: data.SHEAF_TIME_ZONE,
    /** Conversions at once. */
    workers: data.SHEAF_WORKERS,
    /** How many stand in front; 0: what X-Forwarded-For says is not believed. */
    trustedProxies: data.TRUST_PROXY,
    publicUrl: data.PUBLIC_URL,
    /** Served over HTTPS: Secure cookies, HSTS. */
    secure: data.PUBLIC_URL?.startsWith("https:") ?? false,
    requestsPerMinute: data.REQUESTS_PER_MINUTE,
    busyAtMs: data.BUSY_AT_MS,
    busyAtMb: data.BUSY_AT_MB,
    drainMs: data.DRAIN_SECONDS * 1000,
    connectionsPerAddress: data.CONNECTIONS_PER_ADDRESS,
    signUpsPerAddress: data.SIGN_UPS_PER_ADDRESS,
    uploadsPerMinute: data.UPLOADS_PER_MINUTE,
    workerPort: data.WORKER_PORT,
    metricsPort: data.METRICS_PORT,
    scryptLn: data.SCRYPT_LN,
    // Invented practices are many.
    installation: data.SHEAF_DEMO ? ("service" as const) : data.INSTALLATION,
    companyName: data.COMPANY_NAME,
    /** Line by line. */
    companyAddress: data.COMPANY_ADDRESS.split(";").flatMap((line) => line.trim() || []),
    vatNumber: data.VAT_NUMBER,
    supportEmail: data.SUPPORT_EMAIL,
    supportHours: data.SUPPORT_HOURS,
    salesEmail: data.SALES_EMAIL,
    supportPhone: data.SUPPORT_PHONE,
    claims: data.SHEAF_DEMO ? [...claims] : data.CLAIMS,
    usdPerGbp: data.USD_PER_GBP,
    mailTransport: transportOf(data),
    /** Holds secrets. What the transport needs is there. */
    mail: mailConfig(data, data.SHEAF_DEMO_MAIL),
    /** Holds secrets; undefined where files lie in the data folder. */
    s3: s3Config(data),
    /** Holds secrets; undefined where nothing is paid online. */
    payPal: payPalConfig(data, data.SHEAF_DEMO),
    mailFrom: data.MAIL_FROM,
    /** Undefined where originals are not scanned. */
    clamdAddress: data.CLAMD_ADDRESS,
    /** Undefined where nothing is traced. */
    tracesTo: data.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: data.LOG_LEVEL,
    logDir: data.LOG_DIR,
    embeddedDatabase: data.SHEAF_EMBEDDED_DATABASE,
    demo: data.SHEAF_DEMO,
  };
}

/** A demonstration has its own mail service, or none: nobody outside this machine is ever written to. */
function transportOf(data: z.infer<typeof environment>): MailTransport {
  const { SHEAF_DEMO, SHEAF_DEMO_MAIL, MAIL_TRANSPORT, SMTP_URL } = data;
  if (SHEAF_DEMO) return SHEAF_DEMO_MAIL ? "demo" : "outbox";
  return MAIL_TRANSPORT ?? (SMTP_URL ? "smtp" : "outbox");
}
