import type { Config } from "../../../platform/config/config.ts";
import { MailError, type MailTransport } from "../../../platform/mail/transport.ts";
import { failed, type Outcome, ok, unknown, warning } from "../outcome.ts";

const setMail = {
  words: "Set a mail server or provider: in the portal's settings, or with MAIL_TRANSPORT and its variables.",
};
/** The domain of the default value of `MAIL_FROM`. */
const exampleDomain = /@sheaf\.example$/;

/**
 * Examines how emails are sent: connects and signs in to the server or provider, without sending an email.
 * @param open opens the configured transport, which is closed here
 */
export async function examineMail(
  { demo, mailTransport, mailFrom, mail }: Pick<Config, "demo" | "mailTransport" | "mailFrom" | "mail">,
  open: () => MailTransport,
): Promise<Outcome> {
  if (demo || mailTransport === "demo") {
    return ok("The demonstration’s own mail service accepts every email. None leaves this machine.");
  }
  if (mailTransport === "outbox") {
    return warning("Emails are kept in the outbox and not sent.", setMail);
  }
  const transport = open();
  const server = nameOf(mailTransport, mail.smtp?.url);
  try {
    const verified = await transport.verify?.();
    if (verified?.caution) return warning(verified.caution, setMail);
    if (exampleDomain.test(mailFrom.address)) {
      return warning(
        `Emails come from ${mailFrom.address}, which is only an example. Most mail servers will refuse them.`,
        {
          words: "Set MAIL_FROM to an address of your domain.",
        },
      );
    }
    if (!verified?.isKnown) {
      return unknown(`${server} was not tested, because its sign-in can only be tested by sending an email.`);
    }
    return ok(`${server} accepts emails from ${mailFrom.address}. Only the sign-in was tested; no email was sent.`);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return failed(`${server} cannot be used: ${error.message.replace(/\.$/, "")}. Emails wait until it can be used.`, {
      words: remedyOf(error.code),
    });
  } finally {
    await transport.close();
  }
}

const names = { sendgrid: "SendGrid", postmark: "Postmark", ses: "Amazon SES", mailgun: "Mailgun" } as const;

function nameOf(transport: Exclude<Config["mailTransport"], "outbox" | "demo">, smtpUrl: string | undefined): string {
  if (transport !== "smtp") return names[transport];
  return smtpUrl ? `The mail server ${new URL(smtpUrl).host}` : "The mail server";
}

/** @param code for example "EAUTH 535", "ECONNECTION" or "postmark 401" */
function remedyOf(code: string): string {
  if (code.startsWith("EAUTH") || / 40[13]$/.test(code)) {
    return "Correct the user, password or key in the portal's settings or in its variable.";
  }
  if (/TLS|CERT/.test(code)) return "Correct the server's certificate, or use its TLS port (smtps://…:465).";
  return "Correct the host and port, and allow this machine to reach the server.";
}
