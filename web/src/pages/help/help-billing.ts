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

/** Of a service: an own practice has no money. */
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
        "One uploaded file is one document. A retry never counts again, and a file that you continue without is given back.",
        `The usage card says Good below ${percent(nearLimit)} of the allowance, Near Limit from there on, and Limit Reached when nothing is left. Then upgrade, or start the next period now.`,
      ],
    },
    {
      id: "changing",
      question: "May I change my plan?",
      answer: [
        "Yes. Upgrades are prorated: you pay the difference for the days left, and the larger plan holds at once. Downgrades apply at the next billing cycle.",
        "If the smaller plan includes fewer users, members above its number are suspended then, the newest first, never the owner.",
      ],
    },
    {
      id: "expiry",
      question: "What happens when my subscription expires?",
      answer: [
        "Uploading and processing are blocked. You can still sign in and view your existing data, the client list and past documents. Jobs that were queued before still finish.",
        "Paying again reactivates everything at once.",
      ],
    },
    {
      id: "cancelling",
      question: "How do I cancel?",
      answer: [
        "There is nothing to stop: no payment is taken by itself. If you cancel all the same, no more reminders come, and the service goes on until the paid period ends.",
      ],
    },
    {
      id: "refunds",
      question: "Can I have my money back?",
      answer: [
        `Within ${refundTerms.windowDays} days of a payment: yes, while under ${percent(refundTerms.eligibleUnder)} of the monthly allowance is used; no, once more than ${percent(refundTerms.deniedAbove)} is used; in between as a service credit. A credit is worth ${percent(refundTerms.creditWorth)} of the refund. The review takes ${refundTerms.reviewHours} hours.`,
        "The owner asks in Settings, under Plan and payments, beside the payment. What asking would bring is told first.",
      ],
    },
  ],
};

/** Of the explainer above the questions: how paying works. */
export const billingFacts = [
  "You pay by PayPal where this installation offers it, or by bank transfer.",
  `Each payment gives ${periodDays} days. There is no auto-renewal: nothing is taken by itself.`,
  `Before the period ends an email reminds you, ${reminders} ahead.`,
  `Paying early adds ${periodDays} days, with an allowance of their own. Paying after the end reactivates at once.`,
];
