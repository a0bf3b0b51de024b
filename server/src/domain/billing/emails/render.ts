import { and, gt, sql } from "drizzle-orm";
import { equals } from "../../../platform/db/equals.ts";
import { AppError } from "../../../platform/errors.ts";
import { siteOf } from "../../../platform/http/site.ts";
import type { Services } from "../../../platform/services.ts";
import { receiptOf } from "../receipts/issue.ts";
import { receiptPdf } from "../receipts/receipt-pdf.ts";
import { refundRequests } from "../refunds/table.ts";
import { endingPlan } from "../reminders/ending.ts";
import { payments } from "../table.ts";
import { type BillingEmail, billingEmail } from "./billing-email.ts";
import type { billingEmails } from "./table.ts";
import { receiptText, refundDecidedText, refundRequestedText, reminderText, type Words } from "./texts.ts";

export interface RenderedEmail {
  words: Words;
  attachment?: { name: string; pdf: Buffer };
}

type Needs = Pick<Services, "config" | "db">;
type MailRow = typeof billingEmails.$inferSelect;

/** No receipt is emailed for an older payment, so that an installation does not send emails about its past payments. */
const maxPaymentAge = sql`interval '3 days'`;

/**
 * Renders an email about money from the current data.
 * @returns null when the email is no longer true or its payment is too old
 */
export async function renderBillingEmail(services: Needs, row: MailRow): Promise<RenderedEmail | null> {
  const email = billingEmail.parse(row);
  switch (email.template) {
    case "receipt":
      return receiptEmail(services, row, email.facts.paymentId);
    case "refund-requested":
    case "refund-decided":
      return refundEmail(services, row, email);
    case "reminder": {
      const ending = await endingPlan(services.db, row.practiceId);
      const isTrue = ending && ending.endsAt.toISOString() === email.facts.endsAt;
      return isTrue ? { words: reminderText(ending, siteOf(services.config)) } : null;
    }
  }
}

async function receiptEmail(
  services: Needs,
  { practiceId }: MailRow,
  paymentId: string,
): Promise<RenderedEmail | null> {
  const { config, db } = services;
  const receipt = await receiptOf(db, config, practiceId, paymentId).catch((error: unknown) => {
    if (error instanceof AppError) return null; // nothing was paid
    throw error;
  });
  if (!receipt) return null;
  const recent = and(
    equals(payments, { practiceId, id: paymentId }),
    gt(payments.recordedAt, sql`now() - ${maxPaymentAge}`),
  );
  if ((await db.$count(payments, recent)) === 0) return null;
  const { content, recordedAt } = receipt;
  return {
    words: receiptText(content, settingsOf(config)),
    attachment: { name: `${content.title} ${content.number}.pdf`, pdf: await receiptPdf(content, recordedAt) },
  };
}

async function refundEmail(
  { config, db }: Needs,
  { practiceId }: MailRow,
  email: Extract<BillingEmail, { template: "refund-requested" | "refund-decided" }>,
): Promise<RenderedEmail | null> {
  const [found] = await db
    .select({ request: refundRequests, method: payments.method })
    .from(refundRequests)
    .innerJoin(payments, equals(payments, { practiceId: refundRequests.practiceId, id: refundRequests.paymentId }))
    .where(equals(refundRequests, { practiceId, id: email.facts.requestId }));
  if (!found) return null;
  const { request, method } = found;
  if (email.template === "refund-requested") return { words: refundRequestedText(request, settingsOf(config)) };
  const words = refundDecidedText(request, { grantedPence: email.facts.grantedPence, method }, settingsOf(config));
  return words && { words };
}

const settingsOf = (config: Needs["config"]) => `${siteOf(config)}/settings`;
