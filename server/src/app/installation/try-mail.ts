import type { MailTestResult } from "@sheaf/contracts/admin/installation-settings.ts";
import type { Config } from "../../platform/config/config.ts";
import { AppError } from "../../platform/errors.ts";
import { renderHtmlEmail, renderTextEmail } from "../../platform/mail/layout.ts";
import { mailRemedy } from "../../platform/mail/mail-remedy.ts";
import { openMail } from "../../platform/mail/open-mail.ts";
import { MailError } from "../../platform/mail/transport.ts";
import { secretsRemover } from "../health/secrets.ts";

/**
 * Sends a test email with this configuration, which need not be the effective one, and stores nothing.
 * @returns the mail server's response, with secrets removed
 * @throws AppError email-not-sent with the server's response and a remedy; bad-request when emails are kept instead of
 *   sent
 */
export async function tryMail(config: Config, to: string): Promise<MailTestResult> {
  if (config.mailTransport === "outbox") {
    throw new AppError(
      "bad-request",
      "This installation keeps emails in Sheaf and does not send them. Choose a mail server or provider to test.",
    );
  }
  const { address } = config.mailFrom;
  const name = config.mailFrom.name || config.companyName;
  const words = {
    sender: config.companyName,
    heading: "Test email",
    paragraphs: ["Emails from this installation of Sheaf reach this address.", "An administrator asked for this test."],
    footer: `Sent by ${config.companyName}.`,
  };
  const withoutSecrets = secretsRemover(config);
  const mail = openMail(config, undefined);
  try {
    const { answer } = await mail.send({
      practiceId: null,
      from: { name, address },
      to,
      subject: words.heading,
      text: renderTextEmail(words),
      html: renderHtmlEmail(words),
    });
    return { answer: withoutSecrets(answer ?? ""), from: `${name} <${address}>` };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw new AppError("email-not-sent", `${withoutSecrets(error.message)} — ${mailRemedy(error)}`);
  } finally {
    await mail.close();
  }
}
