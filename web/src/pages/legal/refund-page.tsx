import { refundTerms } from "@sheaf/contracts/business-facts.ts";
import type { Installation } from "@sheaf/contracts/installation.ts";
import { fallbackPlans } from "@sheaf/contracts/plan-facts.ts";
import { Link } from "react-router";
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
      lead={`Money back within ${windowDays} days, as long as little has been used. The numbers are all here.`}
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
          Ask for a refund of a payment within {windowDays} days of making it. Whether it is given depends on how much
          of the period’s allowance of documents has been used by then, because a converted document cannot be given
          back.
        </p>
        <Shares />
        <p>
          Exactly {low} and exactly {high} belong to the middle row. Documents that were given back, such as a file that
          never converted and was left out, do not count as used.
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
        {example && `: ${pounds(example.price)} become ${pounds(example.price * creditWorth)}`}. A credit pays for later
        periods of the same practice, and is not paid out.
      </p>
    ),
  },
  {
    id: "how",
    title: "How to ask",
    body: (
      <>
        <p>
          The owner of the practice presses Refund beside the payment, in{" "}
          <Link to="/settings#payments">Settings, Plan and payments</Link>. What asking would bring is told before
          anything is sent, and a request can be withdrawn until it is decided. Whoever cannot sign in writes to{" "}
          <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a> and names the practice and the
          payment. Every request is reviewed within {reviewHours} hours on business days ({operator.supportHours}) and
          is answered by email, whichever way it goes.
        </p>
      </>
    ),
  },
  {
    id: "when",
    title: "When the money arrives",
    body: (
      <>
        <p>A refund goes back the way the payment came. Counted in business days from the decision:</p>
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
    title: "What a refund ends",
    body: (
      <p>
        A refund ends the period that the payment bought, and so does a service credit, which stands for the same
        payment. Nothing is deleted by it: signing in, customers and past documents stay as they do after any period
        ends.
      </p>
    ),
  },
  {
    id: "rights",
    title: "Your rights stay",
    body: (
      <p>
        This policy comes on top of your rights under the law of the United Kingdom and takes none of them away. If the
        service was unavailable or did not do what the <Link to="/terms">terms</Link> say, tell us, whatever has been
        used.
      </p>
    ),
  },
];

function Shares() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="paper__scroll" tabIndex={0} aria-label="Refund by use">
      <table className="table table--pub table--price num" aria-label="Refund by use">
        <thead>
          <tr>
            <th scope="col">Used of the monthly allowance</th>
            <th scope="col">What you get</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Under {low}</td>
            <td>A refund in full, or a credit</td>
          </tr>
          <tr>
            <td>
              {low} to {high}
            </td>
            <td>A service credit; a refund only by an administrator’s decision</td>
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
