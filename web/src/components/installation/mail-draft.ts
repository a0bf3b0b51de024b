import type { MailSettings, MailSettingsInput } from "@sheaf/contracts/admin/installation-settings.ts";
import {
  type ChosenMailTransport,
  chosenMailTransports,
  type InboundService,
  type MailRegion,
  type SmtpSecurity,
} from "@sheaf/contracts/mail-transports.ts";
import { emailMessage, emailPattern } from "../../ui/email-shape.ts";
import {
  inboundFields,
  isSecret,
  labels,
  type MailField,
  mainFields,
  moreFields,
  optional,
  type SecretField,
  secrets,
  targets,
} from "./mail-settings-fields.ts";

/** Mail settings as edited in a form: every field as text. A secret that is null is to be removed. */
export type MailDraft = Record<MailField, string | null>;

/** Defaults that suit most servers. */
const usual: Partial<Record<MailField, string>> = {
  "smtp.port": "587",
  "smtp.security": "starttls",
  "smtp.maxMb": "25",
};

/**
 * @param field a path into the settings
 * @returns undefined where a part of the path does not exist
 */
const savedValue = (saved: object, field: MailField) =>
  field
    .split(".")
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], saved);

/** Initial values of a form. Secrets are empty. */
export function draftOfMail(saved: Omit<MailSettings, "fixed">): MailDraft {
  const { transport, inbound } = saved;
  const texts = (Object.keys(labels) as MailField[]).map((field) => [
    field,
    isSecret(field) ? "" : String(savedValue(saved, field) ?? usual[field] ?? ""),
  ]);
  return {
    ...(Object.fromEntries(texts) as MailDraft),
    transport: chosenMailTransports.find((one) => one === transport) ?? "outbox",
    "inbound.by": inbound?.by ?? (transport === "mailgun" ? "mailgun" : "postmark"),
  };
}

export const transportOf = (draft: MailDraft) => draft.transport as ChosenMailTransport;

/** Returns the label of a field. The secret that authenticates inbound webhooks has another name in each service. */
export function labelOf(field: MailField, draft: MailDraft): string {
  if (field !== "inbound.secret") return labels[field];
  return labels[draft["inbound.by"] === "mailgun" ? "mailgun.signingKey" : "postmark.webhookAuth"];
}

/** Fields that the chosen transport shows, in the order of the form. */
export function shownFields(draft: MailDraft): MailField[] {
  const transport = transportOf(draft);
  const hasAnswers = draft["inbound.domain"] !== "";
  // A transport that receives replies as well has the secret in its own fields.
  const inbound = inboundFields.filter(
    (field) =>
      field === "inbound.domain" || (hasAnswers && (field !== "inbound.secret" || draft["inbound.by"] !== transport)),
  );
  return ["transport", "from.name", "from.address", ...mainFields[transport], ...moreFields[transport], ...inbound];
}

/** Shown fields that differ from what is saved. */
export function changedMailFields(draft: MailDraft, saved: MailDraft): MailField[] {
  return shownFields(draft).filter((field) => draft[field] !== saved[field]);
}

/**
 * Returns whether a stored secret would be used with the target it was entered for, so that its field may be left
 * empty.
 */
export function isKept(field: SecretField, draft: MailDraft, saved: MailSettings): boolean {
  return secrets[field](saved)?.isSet === true && !isTargetChanged(field, draft, saved);
}

function isTargetChanged(field: SecretField, draft: MailDraft, saved: MailSettings): boolean {
  const before = draftOfMail(saved);
  return targets[field]?.fields.some((one) => (draft[one] ?? "").trim() !== (before[one] ?? "").trim()) ?? false;
}

/** Empty where an environment variable sets another address of the provider. */
const regions: ReadonlySet<MailField> = new Set(["sendgrid.region", "mailgun.region"] as const);

/** Returns problems of the shown fields; the server validates again. */
export function mailProblems(draft: MailDraft, saved: MailSettings): Partial<Record<MailField, string>> {
  const found = shownFields(draft).flatMap((field) => {
    const problem = saved.fixed[field] === undefined ? problemOf(field, draft, saved) : undefined;
    return problem ? [[field, problem] as const] : [];
  });
  return Object.fromEntries(found);
}

function problemOf(field: MailField, draft: MailDraft, saved: MailSettings): string | undefined {
  const text = (draft[field] ?? "").trim();
  if (field === "smtp.password" && draft["smtp.username"] === "") return undefined;
  if (field.startsWith("smtp.dkim.") && !hasDkim(draft)) return undefined;
  if (text === "" && !optional.has(field) && !regions.has(field)) {
    if (!isSecret(field)) return `${labels[field]} is required`;
    if (isKept(field, draft, saved)) return undefined;
    const target = targets[field];
    const wasSet = secrets[field](saved)?.isSet && target;
    return wasSet
      ? `The ${target.what} changed. Enter the ${target.secret} again`
      : `${labelOf(field, draft)} is required`;
  }
  if (field === "from.address" && !emailPattern.test(text)) return emailMessage;
  if (field === "smtp.port" && !isWhole(text, 65_535)) return "Enter a whole number from 1 to 65535";
  if (field === "smtp.maxMb" && text !== "" && !(Number(text) >= 1 && Number(text) <= 200))
    return "Enter a number from 1 to 200";
  return undefined;
}

const isWhole = (text: string, max: number) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max;

const hasDkim = (draft: MailDraft) =>
  (["smtp.dkim.domain", "smtp.dkim.selector", "smtp.dkim.key"] as const).some((field) => draft[field] !== "");

/** Converts the draft to the body of the request. */
export function inputOfMail(draft: MailDraft): MailSettingsInput {
  const text = (field: MailField) => (draft[field] ?? "").trim();
  const orNone = (field: MailField) => text(field) || null;
  const secret = (field: SecretField) => draft[field] || undefined;
  const removableSecret = (field: SecretField) => (draft[field] === null ? null : secret(field));
  const region = (field: MailField) => (text(field) === "" ? null : (text(field) as MailRegion));
  const by = text("inbound.by") as InboundService;
  const transport = transportOf(draft);
  const common = {
    from: { name: text("from.name"), address: text("from.address") },
    inbound: text("inbound.domain")
      ? { domain: text("inbound.domain"), by, secret: by === transport ? undefined : secret("inbound.secret") }
      : null,
  };
  const own: OwnInputs = {
    smtp: {
      host: text("smtp.host"),
      port: Number(text("smtp.port")),
      security: text("smtp.security") as SmtpSecurity,
      username: orNone("smtp.username"),
      password: secret("smtp.password"),
      maxMb: Number(text("smtp.maxMb") || usual["smtp.maxMb"]),
      dkim: hasDkim(draft)
        ? {
            domain: text("smtp.dkim.domain"),
            selector: text("smtp.dkim.selector"),
            key: secret("smtp.dkim.key"),
          }
        : null,
    },
    sendgrid: {
      region: region("sendgrid.region"),
      apiKey: secret("sendgrid.apiKey"),
      webhookKey: removableSecret("sendgrid.webhookKey"),
    },
    postmark: {
      token: secret("postmark.token"),
      stream: text("postmark.stream"),
      webhookAuth: removableSecret("postmark.webhookAuth"),
    },
    ses: {
      region: text("ses.region"),
      accessKeyId: secret("ses.accessKeyId"),
      secretAccessKey: secret("ses.secretAccessKey"),
      configurationSet: orNone("ses.configurationSet"),
      topicArn: orNone("ses.topicArn"),
    },
    mailgun: {
      region: region("mailgun.region"),
      domain: text("mailgun.domain"),
      apiKey: secret("mailgun.apiKey"),
      signingKey: removableSecret("mailgun.signingKey"),
    },
  };
  if (transport === "outbox") return { transport, ...common };
  return { transport, ...common, [transport]: own[transport] } as MailSettingsInput;
}

/** Settings of each transport, under its own name. */
type OwnInputs = {
  [Name in Exclude<ChosenMailTransport, "outbox">]: Name extends keyof InputOf<Name> ? InputOf<Name>[Name] : never;
};
type InputOf<Name extends ChosenMailTransport> = Extract<MailSettingsInput, { transport: Name }>;
