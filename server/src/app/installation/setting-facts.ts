import { type SettableName, settableNames } from "../../platform/config/config.ts";

interface SettingFacts {
  /** The form that contains the setting. */
  section: "kind" | "company" | "mail";
  /** Name on screen. */
  label: string;
  /** Fields of the section's input. Errors are shown at the first one. */
  fields: string[];
  /** Fields that decide where this secret is sent. A variable that sets the secret fixes these fields as well. */
  binds?: string[];
}

const company = (label: string, field: string): SettingFacts => ({ section: "company", label, fields: [field] });
const mail = (label: string, fields: string[], binds: string[] = []): SettingFacts => ({
  section: "mail",
  label,
  fields,
  binds,
});

const smtpFields = ["smtp.host", "smtp.port", "smtp.security", "smtp.username", "smtp.password"];

/** All variables that can also be set in the browser. `fields` is empty for those without a field in the form. */
export const settingFacts: Record<SettableName, SettingFacts> = {
  INSTALLATION: { section: "kind", label: "Kind of installation", fields: ["kind"] },
  COMPANY_NAME: company("Company name", "name"),
  COMPANY_ADDRESS: company("Address", "addressLines"),
  VAT_NUMBER: company("VAT number", "vatNumber"),
  SUPPORT_EMAIL: company("Support email", "supportEmail"),
  SUPPORT_PHONE: company("Support phone", "supportPhone"),
  SUPPORT_HOURS: company("Support hours", "supportHours"),
  SALES_EMAIL: company("Sales email", "salesEmail"),
  MAIL_FROM: mail("Sender", ["from.address", "from.name"]),
  MAIL_TRANSPORT: mail("How emails are sent", ["transport"]),
  SMTP_URL: mail("SMTP server", smtpFields),
  SMTP_MAX_MB: mail("Largest message", ["smtp.maxMb"]),
  DKIM_DOMAIN: mail("DKIM domain", ["smtp.dkim.domain"]),
  DKIM_SELECTOR: mail("DKIM selector", ["smtp.dkim.selector"]),
  DKIM_KEY: mail("DKIM private key", ["smtp.dkim.key"]),
  SENDGRID_API_KEY: mail("SendGrid API key", ["sendgrid.apiKey"], ["sendgrid.region"]),
  SENDGRID_URL: mail("SendGrid region", ["sendgrid.region"]),
  SENDGRID_WEBHOOK_KEY: mail("SendGrid webhook key", ["sendgrid.webhookKey"]),
  POSTMARK_TOKEN: mail("Postmark token", ["postmark.token"]),
  POSTMARK_URL: mail("Postmark address", []),
  POSTMARK_STREAM: mail("Postmark stream", ["postmark.stream"]),
  POSTMARK_WEBHOOK_AUTH: mail("Postmark webhook password", ["postmark.webhookAuth"]),
  AWS_REGION: mail("Amazon SES region", ["ses.region"]),
  AWS_ACCESS_KEY_ID: mail("Amazon SES access key ID", ["ses.accessKeyId"], ["ses.region"]),
  AWS_SECRET_ACCESS_KEY: mail(
    "Amazon SES secret access key",
    ["ses.secretAccessKey"],
    ["ses.region", "ses.accessKeyId"],
  ),
  AWS_SESSION_TOKEN: mail("Amazon SES session token", []),
  SES_URL: mail("Amazon SES address", []),
  SES_CONFIGURATION_SET: mail("Amazon SES configuration set", ["ses.configurationSet"]),
  SES_TOPIC_ARN: mail("Amazon SES topic", ["ses.topicArn"]),
  MAILGUN_API_KEY: mail("Mailgun API key", ["mailgun.apiKey"], ["mailgun.region", "mailgun.domain"]),
  MAILGUN_DOMAIN: mail("Mailgun domain", ["mailgun.domain"]),
  MAILGUN_URL: mail("Mailgun region", ["mailgun.region"]),
  MAILGUN_SIGNING_KEY: mail("Mailgun signing key", ["mailgun.signingKey"]),
  INBOUND_DOMAIN: mail("Domain for replies", ["inbound.domain"]),
};

/**
 * Returns the fields of a section that are fixed by variables of the environment, each with its variable.
 * @param given variables that are set
 */
export function fixedFields(given: Record<string, string>, section: SettingFacts["section"]): Record<string, string> {
  const set = settableNames.filter((name) => given[name] !== undefined && settingFacts[name].section === section);
  const bound = set.flatMap((name) => (settingFacts[name].binds ?? []).map((field) => [field, name] as const));
  const own = set.flatMap((name) => settingFacts[name].fields.map((field) => [field, name] as const));
  // SMTP_URL without MAIL_TRANSPORT also sets the transport.
  const alone = section === "mail" && given.SMTP_URL && !given.MAIL_TRANSPORT ? [["transport", "SMTP_URL"]] : [];
  return Object.fromEntries([...bound, ...own, ...alone]);
}
