import { priceChangeNoticeDays, reminderDays } from "@sheaf/contracts/business-facts.ts";
import { periodDays } from "@sheaf/contracts/limits.ts";
import { fallbackPlans } from "@sheaf/contracts/plan-facts.ts";
import { Link } from "react-router";
import { count, listed, wholePounds } from "../../ui/words.ts";
import type { Section } from "./legal-page.tsx";

const prices = listed(fallbackPlans.map(({ name, price }) => `${name} ${wholePounds(price)}`));
const reminders = reminderDays.map((days) => count(days, "day")).join(" and ");

/** Paying, changing, ending. */
export const moneyTerms = (): Section[] => [
  {
    id: "payment",
    title: "Prices and payment",
    body: (
      <ul>
        <li>
          The plans cost, for {periodDays} days: {prices}. Prices are totals in pounds sterling.
        </li>
        <li>
          Each payment gives a subscription of {periodDays} days. There is no auto-renewal: nothing is taken without
          you. We send a reminder by email {reminders} before the end.
        </li>
        <li>Paying again for the same plan adds {periodDays} days after those that you have.</li>
        <li>You pay by PayPal where this is offered, or by bank transfer. Every payment has a receipt.</li>
        <li>
          If we change a price, we tell you {priceChangeNoticeDays} days before. Periods that you have paid for keep
          their price.
        </li>
      </ul>
    ),
  },
  {
    id: "changes",
    title: "Upgrades, downgrades, cancelling",
    body: (
      <ul>
        <li>An upgrade takes effect at once. You pay the difference for the days left, by the day.</li>
        <li>
          A downgrade takes effect with the next billing cycle. Members above the smaller plan’s number are suspended
          then, the newest first, never the owner.
        </li>
        <li>If you cancel, the service goes on until the end of the paid period, and no more reminders come.</li>
        <li>
          When the paid period has ended, uploading and processing are blocked. Signing in, your data, the client list
          and past documents can still be viewed. Paying again reactivates everything at once.
        </li>
        <li>
          Refunds follow the <Link to="/refund">refund policy</Link>.
        </li>
      </ul>
    ),
  },
];
