import { refundTerms } from "@sheaf/contracts/business-facts.ts";
import type { EmailContent } from "../../../platform/mail/layout.ts";
import { gbp, planPrice, ukDay, ukTime } from "../ledger/words.ts";
import type { ReceiptContent } from "../receipts/content.ts";
import type { refundRequests } from "../refunds/table.ts";

/** The text of an email about money, without sender and footer. */
export type Words = Pick<EmailContent, "heading" | "paragraphs" | "list" | "afterword" | "action"> & {
  subject: string;
};

type Request = typeof refundRequests.$inferSelect;

/** @param settings the page with the practice's payments */
export function receiptText({ title, number, items, sums, buyer }: ReceiptContent, settings: string): Words {
  const isReceipt = title === "Receipt";
  const [total, ...others] = sums.toReversed();
  const rows = [...items.map(({ what, amount }) => ({ name: what, value: amount })), ...others.toReversed().map(asRow)];
  return {
    subject: `${title} ${number}`,
    heading: isReceipt ? "Thank you for your payment" : "Your money is on its way",
    paragraphs: [
      isReceipt
        ? `We have received the payment of ${buyer}. Your receipt ${number} is attached.`
        : `We have sent money back to ${buyer}. Your credit note ${number} is attached.`,
    ],
    ...(total ? { list: { rows, total: asRow(total) } } : {}),
    action: { label: "See all payments", link: settings },
  };
}

const asRow = ({ label, amount }: ReceiptContent["sums"][number]) => ({ name: label, value: amount });

export function refundRequestedText({ refundPence, creditPence, refundAs }: Request, settings: string): Words {
  const what = refundAs === "money" ? gbp(refundPence) : `a credit of ${gbp(creditPence)}`;
  const subject = "Your refund request has arrived";
  return {
    subject,
    heading: subject,
    paragraphs: [
      `You asked for ${what}. We review your request and reply within ${refundTerms.reviewHours} hours.`,
      "Until then nothing changes, and you can withdraw the request.",
    ],
    action: { label: "See the request", link: settings },
  };
}

/** @returns null for a request that is open or was withdrawn */
export function refundDecidedText(
  { state, answer }: Request,
  { grantedPence, method }: { grantedPence: number; method: string },
  settings: string,
): Words | null {
  const decision = decisionText(state, gbp(grantedPence), method);
  if (!decision) return null;
  return {
    subject: decision.heading,
    ...decision,
    ...(answer ? { afterword: `The answer to your request: ${answer}` } : {}),
    action: { label: "See the request", link: settings },
  };
}

function decisionText(state: Request["state"], amount: string, method: string) {
  const { payPal, bankTransfer } = refundTerms.businessDays;
  const days = method === "paypal" ? payPal : bankTransfer;
  switch (state) {
    case "granted-money":
      return {
        heading: `${amount} will be refunded to you`,
        paragraphs: [`The money arrives within ${days} business days. What this payment paid for has ended.`],
      };
    case "granted-credit":
      return {
        heading: `You have a credit of ${amount}`,
        paragraphs: ["It pays for your next purchase, in full or in part. What this payment paid for has ended."],
      };
    case "denied":
      return { heading: "Your refund request was not granted", paragraphs: ["Your plan continues unchanged."] };
    default:
      return null;
  }
}

export interface EndingPlan {
  name: string;
  slug: string;
  pricePence: number;
  endsAt: Date;
}

export function reminderText({ name, slug, pricePence, endsAt }: EndingPlan, site: string): Words {
  const day = ukDay(endsAt);
  const subject = `Your plan ends on ${day}`;
  return {
    subject,
    heading: subject,
    paragraphs: [
      `${name} is paid until ${day}, ${ukTime(endsAt)}. After that you cannot upload or send; everything you have can still be read.`,
      `Renewing costs ${planPrice(pricePence)} for 30 days, which begin when the paid time ends, so no day is lost.`,
    ],
    action: { label: `Renew ${name}`, link: `${site}/subscribe?plan=${slug}` },
    afterword: "To stop these reminders, cancel the plan in Settings. It then ends on that day.",
  };
}
