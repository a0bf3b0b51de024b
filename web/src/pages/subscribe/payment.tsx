import type { User } from "@sheaf/contracts/accounts.ts";
import type { Quote } from "@sheaf/contracts/billing.ts";
import type { Claim } from "@sheaf/contracts/orders.ts";
import type { PlanFacts } from "@sheaf/contracts/plan-facts.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { subscriptionQuery, useBuyWithCredit } from "../../api/billing.ts";
import { useInstallation } from "../../api/installation.ts";
import { createOrder, orderQuery } from "../../api/orders.ts";
import { Spinner } from "../../ui/states.tsx";
import { pounds } from "../../ui/words.ts";
import { ClaimOffer } from "./claim-offer.tsx";
import { GuestPayment } from "./guest-payment.tsx";
import { isUnderWay, OrderState, OrderTrouble, Paid, PaymentPending } from "./outcome.tsx";
import { PayPalPanel } from "./paypal-place.tsx";

interface PaymentProps {
  plan: PlanFacts;
  user: User | null;
  quote: Quote | undefined;
  /** What is bought, shown beside the ways to pay. */
  summary: ReactNode;
  /** Ways to pay without PayPal, shown below all others. */
  children: ReactNode;
}

/**
 * The ways to pay, or the result of a payment. `?order=` in the address names a started order, so that a reload shows
 * the same.
 */
export function Payment({ user, ...props }: PaymentProps) {
  const [added, setAdded] = useState<Claim["state"]>();
  const { plan, summary, children } = props;
  if (!user) {
    return (
      <PaymentOptions summary={summary}>
        <GuestPayment plan={plan} />
        {children}
      </PaymentOptions>
    );
  }
  if (added) return <Done>{added === "waiting" ? <PaymentPending /> : <Paid />}</Done>;
  const claim = <ClaimOffer user={user} onAdded={setAdded} />;
  if (user.role === "owner") return <OwnerPayment {...props} claim={claim} />;
  return (
    <PaymentOptions summary={summary}>
      {claim}
      {children}
    </PaymentOptions>
  );
}

function OwnerPayment({ plan, quote, summary, claim, children }: Omit<PaymentProps, "user"> & { claim: ReactNode }) {
  const [query] = useSearchParams();
  const orderId = query.get("order");
  // A visitor's payment was claimed while PayPal still held it.
  const waits = orderId === null && query.get("payment") === "waiting";
  const order = useQuery({ ...orderQuery(orderId ?? ""), enabled: orderId !== null });
  const { data: subscription } = useQuery(subscriptionQuery);
  const buy = useBuyWithCredit();
  const paid = buy.isSuccess || order.data?.state === "completed" || (waits && subscription?.status === "active");
  if (paid || waits) return <Done>{paid ? <Paid /> : <PaymentPending />}</Done>;
  if (order.isLoading) return <Spinner label="Asking PayPal" />;
  if (order.data && isUnderWay(order.data)) {
    return (
      <Done>
        <OrderState order={order.data} />
      </Done>
    );
  }
  return (
    <PaymentOptions summary={summary}>
      {order.data && <OrderState order={order.data} />}
      {order.error && <OrderTrouble error={order.error} retry={() => void order.refetch()} />}
      {claim}
      {quote &&
        (quote.duePence === 0 ? (
          <WithCredit quote={quote} pending={buy.isPending} buy={() => buy.mutate({ plan: plan.slug })} />
        ) : (
          <Online plan={plan} quote={quote} />
        ))}
      {children}
    </PaymentOptions>
  );
}

function PaymentOptions({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className="order">
      <div className="order__ways">{children}</div>
      {summary}
    </div>
  );
}

/** Wrapper for a completed payment, without anything about paying. */
const Done = ({ children }: { children: ReactNode }) => <div className="order--done">{children}</div>;

function WithCredit({ quote, pending, buy }: { quote: Quote; pending: boolean; buy(): void }) {
  return (
    <section className="order__pay" aria-labelledby="credit">
      <h2 id="credit">Your credit covers this</h2>
      <p className="dim">{pounds(quote.creditPence)} of your credit is used, and there is nothing else to pay.</p>
      <p>
        <button className="btn btn--primary btn--lg" type="button" disabled={pending} onClick={buy}>
          {pending ? "Buying..." : `Buy ${quote.plan.name} with Credit`}
        </button>
      </p>
    </section>
  );
}

function Online({ plan, quote }: { plan: PlanFacts; quote: Quote }) {
  const payPal = useInstallation()?.payPal;
  const [, setQuery] = useSearchParams();
  if (!payPal) return null;
  return (
    <section className="order__pay" aria-labelledby="online">
      <h2 id="online">Pay with PayPal or card</h2>
      <p className="dim">{pounds(quote.duePence)}, paid once. It does not renew automatically.</p>
      <PayPalPanel
        payPal={payPal}
        create={() => createOrder(plan.slug)}
        onApproved={({ id }) => setQuery({ plan: plan.slug, order: id })}
      />
    </section>
  );
}
