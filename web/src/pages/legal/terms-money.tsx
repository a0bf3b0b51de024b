import { priceChangeNoticeDays, reminderDays } from "@sheaf/contracts/business-facts.ts";
import { periodDays } from "@sheaf/contracts/limits.ts";
import { fallbackPlans } from "@sheaf/contracts/plan-facts.ts";
import { Link } from "react-router";
import { count, listed, wholePounds } from "../../ui/words.ts";
import type { Section } from "./legal-page.tsx";

const prices = listed(fallbackPlans.map(({ name, price }) => `${name} ${wholePounds(price)}`));
const reminders = reminderDays.map((days) => count(days, "day")).join(" and ");

/** Payment, changes of plan, cancellation. */
export const moneyTerms = (): Section[] => [
  {
    id: "payment",
    title: "Prices and payment",
    body: (
      <ul>
        <li>
          The plans cost, for {periodDays} days: {prices}. All prices are totals in pounds sterling.
        </li>
        <li>
          Each payment gives a subscription of {periodDays} days. There is no auto-renewal: no payment is taken without
          your action. We send a reminder by email {reminders} before the end.
        </li>
        <li>A further payment for the same plan adds {periodDays} days after the current period.</li>
        <li>You may pay by PayPal, where offered, or by bank transfer. We issue a receipt for every payment.</li>
        <li>
          If we change a price, we tell you {priceChangeNoticeDays} days before. The change does not affect periods
          already paid for.
        </li>
      </ul>
    ),
  },
  {
    id: "changes",
    title: "Upgrades, downgrades, cancelling",
    body: (
      <ul>
        <li>An upgrade takes effect at once. You pay the difference for the remaining days, calculated daily.</li>
        <li>
          A downgrade takes effect at the next billing cycle. If you then have more members than the plan includes, the
          newest are suspended, never the owner.
        </li>
        <li>If you cancel, the service continues until the end of the paid period and we send no further reminders.</li>
        <li>
          When the paid period has ended, uploading and processing are blocked. You may still sign in and view your
          data, the customer list and past documents. Paying again reactivates the service at once.
        </li>
        <li>
          Refunds are governed by the <Link to="/refund">refund policy</Link>.
        </li>
      </ul>
    ),
  },
];
