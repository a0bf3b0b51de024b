import { refundTerms } from "@sheaf/contracts/business-facts.ts";
import type { Installation } from "@sheaf/contracts/installation.ts";
import { fallbackPlans } from "@sheaf/contracts/plan-facts.ts";
import { Link } from "react-router";
import { TableHead } from "../../ui/table-head.tsx";
import { percent, pounds } from "../../ui/words.ts";
import { LegalPage, type Section } from "./legal-page.tsx";

const { windowDays, eligibleUnder, deniedAbove, creditWorth, reviewHours, businessDays } = refundTerms;
const low = percent(eligibleUnder);
const high = percent(deniedAbove);
const worth = percent(creditWorth);
const [example] = fallbackPlans.filter(({ isPopular }) => isPopular);

export function RefundPage() {
  return (
    <LegalPage
      title="Refund Policy"
      lead={`When you can get a refund within ${windowDays} days of a payment, how much, and how to request it.`}
      sections={sections}
    />
  );
}

const sections = (operator: Installation): Section[] => [
  {
    id: "guarantee",
    title: `The ${windowDays}-day guarantee`,
    body: (
      <>
        <p>
          You may request a refund of a payment within {windowDays} days of making it. The outcome depends on how much
          of the period’s allowance of documents has been used by then, because a converted document cannot be returned.
        </p>
        <Shares />
        <p>
          Exactly {low} and exactly {high} fall within the middle row. A file that could not be converted and was left
          out does not count as used.
        </p>
      </>
    ),
  },
  {
    id: "credit",
    title: "Service credits",
    body: (
      <p>
        Instead of money you may choose a service credit. It is worth {worth} of the refund
        {example && `: ${pounds(example.price)} becomes ${pounds(example.price * creditWorth)}`}. A credit can be used
        for later periods of the same practice and cannot be paid out.
      </p>
    ),
  },
  {
    id: "how",
    title: "How to request a refund",
    body: (
      <>
        <p>
          The owner of the practice selects Refund beside the payment in{" "}
          <Link to="/settings#payments">Settings, Plan and payments</Link>. The outcome is shown before the request is
          sent, and a request may be withdrawn until it is decided. If you cannot sign in, write to{" "}
          <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a> with the name of the practice and the
          payment. Every request is reviewed within {reviewHours} hours on business days ({operator.supportHours}) and
          answered by email.
        </p>
      </>
    ),
  },
  {
    id: "when",
    title: "When the refund arrives",
    body: (
      <>
        <p>A refund is made by the original payment method, within this time of the decision:</p>
        <ul>
          <li>by card: {businessDays.card} business days</li>
          <li>by PayPal: {businessDays.payPal} business days</li>
          <li>by bank transfer: {businessDays.bankTransfer} business days</li>
        </ul>
      </>
    ),
  },
  {
    id: "afterwards",
    title: "Effect of a refund",
    body: (
      <p>
        A refund ends the period that the payment bought, and so does a service credit given instead. No data is
        deleted: you may still sign in and view customers and past documents, as after the end of any period.
      </p>
    ),
  },
  {
    id: "rights",
    title: "Your statutory rights",
    body: (
      <p>
        This policy does not affect your statutory rights under the law of the United Kingdom. If the service was
        unavailable or not as described in the <Link to="/terms">terms</Link>, tell us, however much has been used.
      </p>
    ),
  },
];

function Shares() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="paper__scroll" tabIndex={0} aria-label="Refund by use">
      <table className="table table--pub table--price num" aria-label="Refund by use">
        <TableHead heads={["Used of the monthly allowance", "What you get"]} />
        <tbody>
          <tr>
            <td>Under {low}</td>
            <td>A refund in full, or a credit</td>
          </tr>
          <tr>
            <td>
              {low} to {high}
            </td>
            <td>A service credit; a refund only if an administrator agrees</td>
          </tr>
          <tr>
            <td>Above {high}</td>
            <td>No refund</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
