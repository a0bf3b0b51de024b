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
import { baseAddress, type MissingVariable, webAddress } from "./variable-shapes.ts";

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
    "must be an address such as postgres://user:password@host:5432/sheaf; characters other than letters and digits in the password are percent-encoded",
  )
  .optional();

/** Every environment variable that Sheaf reads; they are documented in `docs/operate.md`. */
const variables = z.object({
  /** Folder of the embedded database, originals, PDFs, logs and the key. Must be backed up as a whole. */
  SHEAF_DATA: z.string().min(1, "must name a folder").default(".data"),
  PORT: number(3000, 0, 65_535),
  /**
   * Address to listen on. By default only this machine can connect; 0.0.0.0 accepts connections from the network, as
   * needed in a container.
   */
  HOST: z.string().min(1, "must be an address").default("localhost"),
  /** An external PostgreSQL 15–18. When not set, `start` runs an embedded one. */
  DATABASE_URL: databaseUrl,
  /**
   * Key that encrypts file passwords and authenticator secrets at rest, 32 bytes in hex. Stored in the data folder when
   * not given. If it is lost, only these secrets are lost.
   */
  SHEAF_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, "must be 64 hex digits")
    .optional(),
  /**
   * "auto": bubblewrap, otherwise Landlock. "off" converts without a sandbox, which is only acceptable on a developer's
   * own machine.
   */
  SHEAF_SANDBOX: z.enum(sandboxChoices, sandboxMessage).default("auto"),
  /** Locale with which documents are laid out: BCP 47. */
  SHEAF_LOCALE: z.string().regex(localeShape, localeMessage).default("en-GB"),
  SHEAF_TIME_ZONE: z.string().refine(isTimeZone, timeZoneMessage).default("Europe/London"),
  /** Number of files converted at the same time. */
  SHEAF_WORKERS: number(availableParallelism(), 1, 256),
  /**
   * Number of reverse proxies in front of Sheaf that append to X-Forwarded-For. Entries further to the left were sent
   * by the client and are ignored.
   */
  TRUST_PROXY: z
    .string()
    .default("0")
    .transform((text) => ({ true: "1", false: "0" })[text] ?? text)
    .pipe(z.string().regex(/^\d$/, "must be a number from 0 to 9"))
    .transform(Number),
  /** Public address of Sheaf; https:// turns on Secure cookies and HSTS. */
  PUBLIC_URL: webAddress("must be a URL such as https://sheaf.example").optional(),
  /** Maximum number of API requests per minute from one address. */
  REQUESTS_PER_MINUTE: number(3000, 1, 1_000_000),
  /**
   * An API process responds with 503 while its event loop is delayed by BUSY_AT_MS or its memory exceeds BUSY_AT_MB. 0
   * turns the check off.
   */
  BUSY_AT_MS: number(5_000, 0, 600_000),
  BUSY_AT_MB: number(2_048, 0, 1_048_576),
  /** Maximum number of open connections from one address; not enforced behind a proxy. */
  CONNECTIONS_PER_ADDRESS: number(500, 1, 1_000_000),
  /** Maximum number of new practices from one address within 15 minutes. */
  SIGN_UPS_PER_ADDRESS: number(30, 1, 1_000_000),
  /** Maximum number of jobs of one practice per minute, over all machines. */
  UPLOADS_PER_MINUTE: number(600, 1, 1_000_000),
  /**
   * Time between a stop signal and the end of an API process. It still serves requests while /readyz fails, so that a
   * proxy can stop sending them.
   */
  DRAIN_SECONDS: number(0, 0, 15),
  /** Port of a worker's /healthz, /readyz and /metrics; 0 for none. */
  WORKER_PORT: number(0, 0, 65_535),
  /** Port of an API's /metrics; 0 for none. Must not be reachable from the network, because it reveals usage. */
  METRICS_PORT: number(0, 0, 65_535),
  /** Cost of a password hash: N = 2 to this power. */
  SCRYPT_LN: number(15, 4, 20),
  /** "practice": for the operator's own practice, without plans and payments. "service": practices sign up and pay. */
  INSTALLATION: z.enum(installationKinds, `must be one of ${installationKinds.join(", ")}`).default("service"),
  COMPANY_NAME: z.string().min(1, "must not be empty").default("Sheaf"),
  /** Printed on receipts; lines are separated by semicolons. */
  COMPANY_ADDRESS: z.string().default(""),
  /** When set, receipts show net, VAT and gross. */
  VAT_NUMBER: z
    .string()
    .regex(/^[A-Za-z0-9 ]{5,20}$/, "must be 5 to 20 letters and digits")
    .optional(),
  SUPPORT_EMAIL: z.email("must be an email address").default("support@sheaf.example"),
  SUPPORT_PHONE: z.string().optional(),
  SUPPORT_HOURS: z.string().min(1, "must not be empty").default("Monday-Friday 9:00 AM-5:00 PM GMT"),
  SALES_EMAIL: z.email("must be an email address").default("sales@sheaf.example"),
  /**
   * Claims on the public pages, separated by commas; see `claims` in contracts/src/installation.ts. "none" for none.
   */
  CLAIMS: z
    .string()
    .default(defaultClaims.join(","))
    .transform((text) => text.split(",").map((word) => word.trim()))
    .transform((words) => (words.join() === "none" ? [] : words))
    .pipe(z.array(z.enum(claims, `may name ${claims.join(", ")}`))),
  /** US dollars per pound, used for revenue in the portal. */
  USD_PER_GBP: z.coerce.number("must be a number such as 1.27").positive("must be above 0").default(1.27),
  ...mailVariables,
  ...payPalVariables,
  ...s3Variables,
  /** Sender of emails: an address, or a name and an address. */
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
  /**
   * Address of clamd: host:port, or the path of its socket. When set, every original is scanned before it is opened.
   */
  CLAMD_ADDRESS: z
    .string()
    .regex(/^(\/.+|[^:/\s]+:\d{1,5}|\[[0-9a-fA-F:]+\]:\d{1,5})$/, "must be host:port or the path of a socket")
    .optional(),
  /**
   * Address of an OpenTelemetry collector for OTLP over HTTP, such as http://localhost:4318; no traces are sent when
   * not set.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: baseAddress.optional(),
  /** Set by `start` for its child processes when DATABASE_URL is the embedded PostgreSQL. */
  SHEAF_EMBEDDED_DATABASE: flag,
  /** Set by `start --demo`: the data is invented, and the pages state this. */
  SHEAF_DEMO: flag,
  /** Set by `start --demo`: the demonstration's own mail service, the only one that it uses. */
  SHEAF_DEMO_MAIL: demoMailVariable,
});

export const variableNames = Object.keys(variables.shape);

/** Variables that the operator can also set in the browser; the environment takes precedence. */
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
/** Stored settings by variable name, in the format of the variable's value. */
export type StoredSettings = Partial<Record<SettableName, string>>;

const mailNames = new Set([...Object.keys(mailVariables), "MAIL_FROM"].flatMap((name) => [name, `${name}_FILE`]));

/** Removes the mail settings, for a demonstration, which must never send email. */
export function withoutMail<Value>(settings: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !mailNames.has(name)));
}

const sheafNames = variableNames.filter((name) => name.startsWith("SHEAF_"));
/** Variables read only by the compose file (SHEAF_IMAGE) and by fuzz tests. */
const readElsewhere = /^SHEAF_(IMAGE|FUZZ_[A-Z]+)$/;
/**
 * Returns whether a name is a mistyped variable, which would otherwise be ignored silently. Names without the prefix
 * SHEAF_ can belong to other programs.
 */
const isUnknown = (name: string) =>
  name.startsWith("SHEAF_") && !sheafNames.includes(name.replace(/_FILE$/, "")) && !readElsewhere.test(name);

const environment = variables.superRefine((given, context) => {
  if (given.SHEAF_DEMO_MAIL && !given.SHEAF_DEMO) {
    context.addIssue({ code: "custom", path: ["SHEAF_DEMO_MAIL"], message: "must be set by `start --demo` alone" });
  }
  const missing: MissingVariable | undefined = missingFor(given) ?? missingForPayPal(given) ?? missingForS3(given);
  if (missing === undefined) return;
  context.addIssue({ code: "custom", path: [missing.name], message: `must be set when ${missing.when}` });
});

export type Config = ReturnType<typeof configOf>;

/**
 * Reads the configuration once at the start of a process, which passes it down; no other code reads the environment.
 * Values are trimmed, and an empty variable counts as not set. A demonstration ignores all mail settings except the
 * address of its own mail service.
 * @param stored what the operator set in the browser; environment variables take precedence
 * @throws ConfigError that names every wrong variable, never its value
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
  const unknownNames = Object.keys(given).filter(isUnknown);
  const wrong = [
    ...(parsed.error?.issues.map(({ path, message }) => ({ name: String(path[0]), message })) ?? []),
    ...unknownNames.map((name) => ({ name, message: `is unknown: there are ${sheafNames.join(", ")}` })),
  ];
  if (!parsed.success || wrong.length > 0) throw new ConfigError(wrong);
  return configOf(given, parsed.data);
}

/** The configuration is invalid: which variables or settings are wrong, and why; never their values. */
export class ConfigError extends Error {
  readonly wrong: { name: string; message: string }[];
  constructor(wrong: { name: string; message: string }[]) {
    super(`The configuration is invalid:\n${wrong.map(({ name, message }) => `  ${name} ${message}`).join("\n")}`);
    this.wrong = wrong;
  }
}

/**
 * Returns the settings in force: environment variables take precedence over stored settings.
 * @param given variables that are set, as in `Config.given`
 */
export function settingsInForce(given: Record<string, string>, stored: StoredSettings): StoredSettings {
  const own = settableNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  return { ...stored, ...setByVariables(given), ...Object.fromEntries(own) };
}

/** SMTP_URL without MAIL_TRANSPORT selects SMTP, whatever transport is stored. */
function setByVariables(given: Record<string, string>): StoredSettings {
  return given.SMTP_URL && !given.MAIL_TRANSPORT ? { MAIL_TRANSPORT: "smtp" } : {};
}

function configOf(given: Record<string, string>, data: z.infer<typeof environment>) {
  return {
    /** Variables set in the environment, by name, unparsed. Contains secrets. */
    given,
    /** Absolute path. */
    dataDir: resolve(data.SHEAF_DATA),
    port: data.PORT,
    host: data.HOST,
    databaseUrl: data.DATABASE_URL,
    /** From the environment; use `secretKey` in secret-key.ts to get the key in force. */
    keyHex: data.SHEAF_KEY,
    sandbox: data.SHEAF_SANDBOX,
    locale: data.SHEAF_LOCALE,
    timeZone: data.SHEAF_TIME_ZONE,
    /** Number of conversions at the same time. */
    workers: data.SHEAF_WORKERS,
    /** Number of proxies in front; with 0, X-Forwarded-For is ignored. */
    trustedProxies: data.TRUST_PROXY,
    publicUrl: data.PUBLIC_URL,
    /** Whether Sheaf is served over HTTPS: Secure cookies, HSTS. */
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
    // A demonstration has several invented practices, so its kind is always "service".
    installation: data.SHEAF_DEMO ? ("service" as const) : data.INSTALLATION,
    companyName: data.COMPANY_NAME,
    /** One entry per line. */
    companyAddress: data.COMPANY_ADDRESS.split(";").flatMap((line) => line.trim() || []),
    vatNumber: data.VAT_NUMBER,
    supportEmail: data.SUPPORT_EMAIL,
    supportHours: data.SUPPORT_HOURS,
    salesEmail: data.SALES_EMAIL,
    supportPhone: data.SUPPORT_PHONE,
    claims: data.SHEAF_DEMO ? [...claims] : data.CLAIMS,
    usdPerGbp: data.USD_PER_GBP,
    mailTransport: transportOf(data),
    /** Contains secrets. Everything that the transport needs is set. */
    mail: mailConfig(data, data.SHEAF_DEMO_MAIL),
    /** Contains secrets; undefined when files are stored in the data folder. */
    s3: s3Config(data),
    /** Contains secrets; undefined when online payment is not set up. */
    payPal: payPalConfig(data, data.SHEAF_DEMO),
    mailFrom: data.MAIL_FROM,
    /** Undefined when originals are not scanned. */
    clamdAddress: data.CLAMD_ADDRESS,
    /** Undefined when tracing is off. */
    tracesTo: data.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: data.LOG_LEVEL,
    logDir: data.LOG_DIR,
    embeddedDatabase: data.SHEAF_EMBEDDED_DATABASE,
    demo: data.SHEAF_DEMO,
  };
}

/**
 * Returns the mail transport. A demonstration uses its own mail service or the outbox, so that it never sends email to
 * anybody outside this machine.
 */
function transportOf(data: z.infer<typeof environment>): MailTransport {
  const { SHEAF_DEMO, SHEAF_DEMO_MAIL, MAIL_TRANSPORT, SMTP_URL } = data;
  if (SHEAF_DEMO) return SHEAF_DEMO_MAIL ? "demo" : "outbox";
  return MAIL_TRANSPORT ?? (SMTP_URL ? "smtp" : "outbox");
}
