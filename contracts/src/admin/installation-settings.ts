import { z } from "zod";
import { email, line, oneLine } from "../fields.ts";
import { installationKinds } from "../installation.ts";
import { inboundServices, mailRegions, mailTransportNames, smtpSecurities } from "../mail-transports.ts";

/**
 * The environment variable that fixes a field, by the field's path in the section's input: `{"smtp.host": "SMTP_URL"}`.
 */
const fixedFields = z.record(z.string(), z.string());

const shortLine = (maxCharacters: number) => line(maxCharacters, `Keep it under ${maxCharacters + 1} characters`);
const filled = (missing: string, maxCharacters = 200) => shortLine(maxCharacters).min(1, missing);
const blankIsNone = <T extends z.ZodType>(inner: T) =>
  z.preprocess((value) => (typeof value === "string" && value.trim() === "" ? null : value), inner.nullable());

/** PUT /api/admin/settings/kind */
export const kindInput = z.object({ kind: z.enum(installationKinds) });
export type KindInput = z.infer<typeof kindInput>;

/** PUT /api/admin/settings/company: the company that runs the installation, as pages, emails and receipts name it. */
export const companyInput = z.object({
  name: filled("Company name is required", 100),
  /** Printed on receipts. */
  addressLines: z
    .array(shortLine(100).regex(/^[^;]*$/, "Leave out semicolons"))
    .max(8, "Use at most 8 lines")
    .transform((lines) => lines.filter((text) => text !== "")),
  vatNumber: blankIsNone(
    z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9 ]{5,20}$/, "Use 5 to 20 letters and digits"),
  ),
  supportEmail: email,
  supportPhone: blankIsNone(shortLine(50)),
  supportHours: filled("Support hours are required", 100),
  salesEmail: email,
});
export type CompanyInput = z.infer<typeof companyInput>;

/** A secret that is left out keeps its stored value; null removes an optional secret. */
const secret = shortLine(500).min(1, "Enter it, or leave the field out").optional();
const removableSecret = secret.nullable();

const serverName = z
  .string()
  .trim()
  .refine(
    (text) => z.hostname().safeParse(text).success || z.ipv6().safeParse(text).success,
    "Enter the name of a mail server, such as smtp.example.com",
  );
const domain = z.string().trim().pipe(z.hostname("Enter a domain, such as example.com"));
const nameOfSetting = (missing: string) => filled(missing, 200).regex(/^\S+$/, "Leave out spaces");
/** Null keeps the provider's address that an environment variable sets. */
const region = z.enum(mailRegions).nullable();

const smtpInput = z.object({
  host: serverName,
  port: z
    .int("Port must be a whole number from 1 to 65535")
    .min(1, "Port must be from 1 to 65535")
    .max(65_535, "Port must be from 1 to 65535"),
  security: z.enum(smtpSecurities),
  /** Null when the server needs no authentication. */
  username: blankIsNone(shortLine(300)),
  /** Not trimmed: leading and trailing blanks are part of the password. */
  password: z
    .string()
    .min(1, "Enter the password, or leave the field out")
    .max(500, "Keep the password under 501 characters")
    .regex(...oneLine)
    .optional(),
  /** The largest message that the server accepts, after encoding, in MB of 1,048,576 bytes. */
  maxMb: z.number().min(1, "Size must be from 1 to 200 MB").max(200, "Size must be from 1 to 200 MB").default(25),
  /** Null when messages are not signed, or the mail server signs them. */
  dkim: z
    .object({
      domain,
      selector: nameOfSetting("Selector is required"),
      /** PEM. */
      key: z
        .string()
        .trim()
        .min(1, "Enter the private key")
        .max(20_000, "This is longer than a private key")
        .optional(),
    })
    .nullable()
    .default(null),
});

const sendgridInput = z.object({ region, apiKey: secret, webhookKey: removableSecret });

const postmarkInput = z.object({
  token: secret,
  stream: nameOfSetting("Stream is required"),
  webhookAuth: removableSecret,
});

const sesInput = z.object({
  region: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]+$/, "Enter a region, such as eu-west-2"),
  accessKeyId: secret,
  secretAccessKey: secret,
  configurationSet: blankIsNone(nameOfSetting("")),
  topicArn: blankIsNone(shortLine(300).startsWith("arn:", "An ARN begins with arn:")),
});

const mailgunInput = z.object({ region, domain, apiKey: secret, signingKey: removableSecret });

const common = {
  from: z.object({
    name: shortLine(100).regex(/^[^<>]*$/, "Leave out angle brackets"),
    address: email,
  }),
  /** The domain that receives replies; null when replies go directly to the users' addresses. */
  inbound: z
    .object({
      domain,
      by: z.enum(inboundServices),
      /**
       * Authenticates the provider's webhook calls. Left out when `by` is also the transport, whose own field holds it.
       */
      secret,
    })
    .nullable()
    .default(null),
};

/**
 * PUT /api/admin/settings/mail, and part of set-up. A secret that is left out is kept only while the service that
 * receives it stays the same: the transport, and its host, port, security, username, region or domain.
 */
export const mailSettingsInput = z.discriminatedUnion("transport", [
  z.object({ transport: z.literal("outbox"), ...common }),
  z.object({ transport: z.literal("smtp"), ...common, smtp: smtpInput }),
  z.object({ transport: z.literal("sendgrid"), ...common, sendgrid: sendgridInput }),
  z.object({ transport: z.literal("postmark"), ...common, postmark: postmarkInput }),
  z.object({ transport: z.literal("ses"), ...common, ses: sesInput }),
  z.object({ transport: z.literal("mailgun"), ...common, mailgun: mailgunInput }),
]);
export type MailSettingsInput = z.infer<typeof mailSettingsInput>;

const secretState = z.object({ isSet: z.boolean() });

/** The stored mail settings; fields of providers that were never set have their defaults. */
export const mailSettings = z
  .object({
    transport: z.enum(mailTransportNames),
    from: z.object({ name: z.string(), address: z.string() }),
    inbound: z.object({ domain: z.string(), by: z.enum(inboundServices), secret: secretState }).nullable(),
    smtp: z
      .object({
        host: z.string(),
        port: z.int(),
        security: z.enum(smtpSecurities),
        username: z.string().nullable(),
        password: secretState,
        maxMb: z.number(),
        dkim: z.object({ domain: z.string(), selector: z.string(), key: secretState }).nullable(),
      })
      .nullable(),
    sendgrid: z.object({ region, apiKey: secretState, webhookKey: secretState }),
    postmark: z.object({ token: secretState, stream: z.string(), webhookAuth: secretState }),
    ses: z.object({
      region: z.string(),
      accessKeyId: secretState,
      secretAccessKey: secretState,
      configurationSet: z.string().nullable(),
      topicArn: z.string().nullable(),
    }),
    mailgun: z.object({ region, domain: z.string().nullable(), apiKey: secretState, signingKey: secretState }),
    fixed: fixedFields,
  })
  .meta({ id: "MailSettings" });
export type MailSettings = z.infer<typeof mailSettings>;

/** GET /api/admin/settings. The response never contains a secret. */
export const installationSettings = z
  .object({
    /** Kind and mail cannot be changed in a demonstration. */
    demo: z.boolean(),
    kind: z.object({ kind: z.enum(installationKinds), fixed: fixedFields }),
    company: z.object({
      name: z.string(),
      addressLines: z.array(z.string()),
      vatNumber: z.string().nullable(),
      supportEmail: z.string(),
      supportPhone: z.string().nullable(),
      supportHours: z.string(),
      salesEmail: z.string(),
      fixed: fixedFields,
    }),
    mail: mailSettings,
  })
  .meta({ id: "InstallationSettings" });
export type InstallationSettings = z.infer<typeof installationSettings>;

/** POST /api/admin/settings/test-email */
export const mailTestInput = z.object({
  to: email,
  /** Settings that are not saved yet; the current ones when left out. */
  mail: mailSettingsInput.optional(),
});
export type MailTestInput = z.infer<typeof mailTestInput>;

/** The mail server's response when it accepted the test email, verbatim. */
export const mailTestResult = z.object({ answer: z.string(), from: z.string() }).meta({ id: "MailTestResult" });
export type MailTestResult = z.infer<typeof mailTestResult>;
