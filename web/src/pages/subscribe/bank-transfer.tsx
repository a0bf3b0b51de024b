import type { User } from "@sheaf/contracts/accounts.ts";
import type { Quote } from "@sheaf/contracts/billing.ts";
import { paymentReference } from "@sheaf/contracts/payment-reference.ts";
import type { PlanFacts } from "@sheaf/contracts/plan-facts.ts";
import { Mail } from "lucide-react";
import { Link } from "react-router";
import { rememberChosenPlan } from "../../api/billing.ts";
import { useInstallation } from "../../api/installation.ts";
import { pounds } from "../../ui/words.ts";

interface BankTransferProps {
  plan: PlanFacts;
  user: User | null | undefined;
  /** The owner's price; others get it in the reply. */
  quote: Quote | undefined;
}

/**
 * How to pay by bank transfer, which is always possible: an operator records the payment by hand. Shown below online
 * payment where there is one.
 */
export function BankTransfer({ plan, user, quote }: BankTransferProps) {
  const installation = useInstallation();
  const member = user?.role === "member";
  const online = Boolean(installation?.payPal) && !member;
  const remember = () => rememberChosenPlan(plan.slug);
  return (
    <section className="order__pay" aria-labelledby="pay">
      <h2 id="pay">{online ? "Or contact sales to pay by bank transfer" : "Contact sales to pay by bank transfer"}</h2>
      {member && <p className="callout">Only the owner of {user.practice.name} can pay. Ask them to open this page.</p>}
      <ol className="three order__steps">
        <li>
          <span className="no num">1</span>
          {user ? (
            <>
              <h3>Your account is ready</h3>
              <p>
                You are signed in as {user.username}, and the payment is for <b>{user.practice.name}</b>.
              </p>
            </>
          ) : (
            <>
              <h3>Create your account</h3>
              <p>
                We need an account to match the payment to your practice.{" "}
                <Link to="/auth?tab=sign-up" onClick={remember}>
                  Sign Up
                </Link>
                , or{" "}
                <Link to="/auth" onClick={remember}>
                  Sign In
                </Link>{" "}
                if you have one; your plan is remembered.
              </p>
            </>
          )}
        </li>
        <li>
          <span className="no num">2</span>
          <h3>Write to sales</h3>
          <p>
            Name the plan, {plan.name}, and your practice. We reply with the bank details{" "}
            {member ? "and the amount to pay." : `for ${pounds(quote?.duePence ?? plan.price)}.`}
            {quote?.buys === "upgrade" && " This is the difference for the remaining days and gets smaller every day."}
          </p>
          {installation && (
            <p>
              <a
                className={online ? "btn btn--lg" : "btn btn--primary btn--lg"}
                href={mailtoSales(installation.salesEmail, plan, user, quote)}
              >
                <Mail className="i" aria-hidden />
                Write to {installation.salesEmail}
              </a>
            </p>
          )}
        </li>
        <li>
          <span className="no num">3</span>
          <h3>Start as soon as it arrives</h3>
          <p>
            {user && (
              <>
                Quote the reference <b className="num nowrap">{paymentReference(user.practice.id)}</b> with the
                transfer.{" "}
              </>
            )}
            We record the payment by hand, and your subscription starts at that moment.
          </p>
        </li>
      </ol>
      {installation && (
        <p className="mute sm">
          Questions? <a href={`mailto:${installation.supportEmail}`}>{installation.supportEmail}</a>
          {installation.supportPhone && `, ${installation.supportPhone}`}, {installation.supportHours}.
        </p>
      )}
    </section>
  );
}

/** Returns a mailto: address with everything that sales need to know. */
function mailtoSales(to: string, plan: PlanFacts, user: User | null | undefined, quote: Quote | undefined): string {
  const practice = user
    ? `Practice: ${user.practice.name}\nUsername: ${user.username}\nReference: ${paymentReference(user.practice.id)}\n`
    : "Practice: \nUsername: \n";
  const upgrade = quote?.buys === "upgrade" ? " (upgrade)" : "";
  const body = `Please send the bank details for this subscription.\n\nPlan: ${plan.name}, ${pounds(quote?.duePence ?? plan.price)}${upgrade}\n${practice}`;
  return `mailto:${to}?subject=${encodeURIComponent(`Subscription to ${plan.name}`)}&body=${encodeURIComponent(body)}`;
}
