import type { MailTransport as TransportName } from "@sheaf/contracts/mail-transports.ts";
import type { Config } from "../config/config.ts";
import { cleanMessage } from "./clean-message.ts";
import { openMailgun } from "./providers/mailgun.ts";
import { openPostmark } from "./providers/postmark.ts";
import { openSendgrid } from "./providers/sendgrid.ts";
import { openSes } from "./providers/ses.ts";
import { openSmtp } from "./smtp.ts";
import type { MailTransport } from "./transport.ts";

/**
 * Opens the configured transport.
 * @param outbox stores emails when nothing is sent; not needed by other transports
 */
export function openMail(
  { mailTransport, mail }: Pick<Config, "mailTransport" | "mail">,
  outbox: MailTransport | undefined,
): MailTransport {
  const openers: Record<TransportName, () => MailTransport | undefined> = {
    outbox: () => outbox,
    smtp: () => mail.smtp && openSmtp(mail.smtp),
    sendgrid: () => mail.sendgrid && openSendgrid(mail.sendgrid),
    postmark: () => mail.postmark && openPostmark(mail.postmark),
    ses: () => mail.ses && openSes(mail.ses),
    mailgun: () => mail.mailgun && openMailgun(mail.mailgun),
    demo: () => mail.demo && { ...openSendgrid(mail.demo), name: "demo" },
  };
  const opened = openers[mailTransport]();
  if (!opened) throw new Error(`The settings of MAIL_TRANSPORT=${mailTransport} are incomplete`);
  return { ...opened, send: async (message) => opened.send(cleanMessage(message)) };
}
