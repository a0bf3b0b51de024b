import { refundTerms, reminderDays } from "@sheaf/contracts/business-facts.ts";
import { nearLimit, periodDays } from "@sheaf/contracts/limits.ts";
import { fallbackPlans } from "@sheaf/contracts/plan-facts.ts";
import { count, listed, number, percent, wholePounds } from "../../ui/words.ts";
import type { HelpGroup } from "./help-entry.ts";

const prices = listed(fallbackPlans.map(({ name, price }) => `${name} ${wholePounds(price)}`));
const allowances = listed(
  fallbackPlans.map(
    ({ name, documentsPerMonth, maxUsers }) =>
      `${name} ${number(documentsPerMonth)} documents and ${count(maxUsers, "user")}`,
  ),
);
const reminders = listed(reminderDays.map((days) => count(days, "day")));

/** Questions of a service only: an own practice has no payments. */
export const billing: HelpGroup = {
  id: "billing",
  title: "Billing",
  entries: [
    {
      id: "plans",
      question: "What do the plans cost, and what is in them?",
      answer: [`For ${periodDays} days: ${prices}.`, `In each period: ${allowances}.`],
    },
    {
      id: "document",
      question: "What counts as a document?",
      answer: [
        "One uploaded file is one document. Of archives and emails, each file inside that becomes pages is one, and the archive or email itself is none. A retry is not counted again, and a file that cannot be converted and is left out is not counted.",
        `The usage card says Good below ${percent(nearLimit)} of the allowance, Near Limit from there on, and Limit Reached when no document is left. You can then upgrade or start the next period early.`,
      ],
    },
    {
      id: "changing",
      question: "Can I change my plan?",
      answer: [
        "Yes. Upgrades are prorated: you pay the difference for the remaining days, and the larger plan applies at once. Downgrades apply at the next billing cycle.",
        "If the smaller plan includes fewer users, the newest members above that number are suspended at that point, never the owner.",
      ],
    },
    {
      id: "expiry",
      question: "What happens when my subscription expires?",
      answer: [
        "Uploading and processing are blocked. You can still sign in and view your existing data, the customer list and past documents. Jobs that were already queued are completed.",
        "Paying again reactivates everything at once.",
      ],
    },
    {
      id: "cancelling",
      question: "How do I cancel?",
      answer: [
        "You need not cancel: no payment is taken automatically. If you do cancel, reminders stop, and the service continues until the paid period ends.",
      ],
    },
    {
      id: "refunds",
      question: "Can I get a refund?",
      answer: [
        `Within ${refundTerms.windowDays} days of a payment: a full refund if under ${percent(refundTerms.eligibleUnder)} of the monthly allowance is used, a service credit up to ${percent(refundTerms.deniedAbove)}, and no refund above that. A credit is worth ${percent(refundTerms.creditWorth)} of the refund. The review takes ${refundTerms.reviewHours} hours.`,
        "The owner requests it beside the payment, in Settings under Plan and payments. The outcome is shown before the request is sent.",
      ],
    },
  ],
};

/** Facts on how paying works, shown above the questions. */
export const billingFacts = [
  "You pay by PayPal where this installation offers it, or by bank transfer.",
  `Each payment gives ${periodDays} days. There is no auto-renewal: nothing is charged automatically.`,
  `We email a reminder ${reminders} before the period ends.`,
  `Paying early adds ${periodDays} days with their own allowance. Paying after the period has ended reactivates your subscription at once.`,
];
