import type { Config } from "../config.ts";
import type { Db } from "../db/connect.ts";
import { openOutbox } from "./outbox.ts";
import { openSmtp } from "./smtp.ts";
import type { MailTransport } from "./transport.ts";

/** The transport that the configuration names. */
export function openMail({ mailTransport, smtpUrl }: Config, db: Db): MailTransport {
  if (mailTransport === "outbox") return openOutbox(db);
  if (smtpUrl === undefined) throw new Error("MAIL_TRANSPORT=smtp needs SMTP_URL");
  return openSmtp(smtpUrl);
}
