import type { TestEmailResult } from "@sheaf/contracts/mail.ts";
import type { Config } from "../../platform/config/config.ts";
import { AppError } from "../../platform/errors.ts";
import { type EmailContent, renderHtmlEmail, renderTextEmail } from "../../platform/mail/layout.ts";
import { senderName } from "../../platform/mail/sender-name.ts";
import { MailError } from "../../platform/mail/transport.ts";
import type { Services } from "../../platform/services.ts";
import type { Member } from "../access/member.ts";
import { limitPerHour } from "../audit/limit-per-hour.ts";
import { record } from "../audit/service.ts";
import { requireActive } from "../billing/index.ts";
import { maySend } from "./destinations/email/sender.ts";

/** Test emails per hour: enough to try every inbox of a practice. */
const perHour = 20;
const action = "email.tested";

/**
 * Sends a test email the same way as a job's emails, and returns the mail server's reply.
 * @throws AppError email-not-sent with the server's own words; email-not-confirmed, too-many-requests;
 *   subscription-needed, subscription-expired
 */
export async function sendTestEmail(
  { config, db, mail }: Pick<Services, "config" | "db" | "mail">,
  member: Member & { practiceName: string },
  to: string,
): Promise<TestEmailResult> {
  const { practiceId } = member;
  await requireActive(db, practiceId);
  if (!(await db.transaction((tx) => maySend(tx, mail, member)))) {
    throw new AppError("email-not-confirmed", "Confirm your own email address first. Settings sends you a new link.");
  }
  await limitPerHour(db, practiceId, action, { perHour, what: "test emails" });
  await record(db, { ...member, action });

  const from = { name: senderName(member.practiceName) || config.companyName, address: config.mailFrom.address };
  const content = testContent(member, config);
  const stored = mail.name === "outbox";
  try {
    const { answer } = await mail.send({
      practiceId,
      from,
      to,
      replyTo: { name: member.fullName, address: member.email },
      subject: content.heading,
      text: renderTextEmail(content),
      html: renderHtmlEmail(content),
    });
    return { stored, from: `${from.name} <${from.address}>`, answer };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw new AppError("email-not-sent", error.message);
  }
}

function testContent(member: { practiceName: string; fullName: string }, config: Config): EmailContent {
  const { practiceName, fullName } = member;
  return {
    sender: practiceName,
    heading: "Test email",
    paragraphs: [
      "Emails from this service reach this address. Documents will arrive from the same sender, as attached PDFs.",
      `${fullName} of ${practiceName} asked for this test. A reply goes to ${fullName}.`,
    ],
    footer: `Sent by ${config.companyName} for ${practiceName}.`,
  };
}
