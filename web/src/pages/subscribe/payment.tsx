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
import { isUnderWay, NotLetThrough, OrderState, OrderTrouble, Paid } from "./outcome.tsx";
import { PayPalPanel } from "./paypal-panel.tsx";

interface PaymentProps {
  plan: PlanFacts;
  user: User | null;
  quote: Quote | undefined;
  /** The ways to pay that need no PayPal: below all others. */
  children: ReactNode;
}

/** What became of a payment, or the ways to pay. `?order=` names one that was begun, so that a reload shows the same. */
export function Payment({ plan, user, quote, children }: PaymentProps) {
  const [query] = useSearchParams();
  const [added, setAdded] = useState<Claim["state"]>();
  if (!user) {
    return (
      <div className="order__ways">
        <GuestPayment plan={plan} />
        {children}
      </div>
    );
  }
  if (added) return <div className="order__ways">{added === "waiting" ? <NotLetThrough /> : <Paid />}</div>;
  return (
    <div className="order__ways">
      <ClaimOffer user={user} onAdded={setAdded} />
      {user.role === "owner" ? (
        <OwnerPayment plan={plan} quote={quote} orderId={query.get("order")} waits={query.get("payment") === "waiting"}>
          {children}
        </OwnerPayment>
      ) : (
        children
      )}
    </div>
  );
}

interface OwnerPaymentProps extends Pick<PaymentProps, "plan" | "quote" | "children"> {
  orderId: string | null;
  /** A visitor's payment was claimed while PayPal still held it. */
  waits: boolean;
}

function OwnerPayment({ plan, quote, orderId, waits, children }: OwnerPaymentProps) {
  const order = useQuery({ ...orderQuery(orderId ?? ""), enabled: orderId !== null });
  const { data: subscription } = useQuery({ ...subscriptionQuery, enabled: waits });
  const buy = useBuyWithCredit();
  if (buy.isSuccess || order.data?.state === "completed") return <Paid />;
  if (waits && orderId === null) return subscription?.status === "active" ? <Paid /> : <NotLetThrough />;
  if (order.isLoading) return <Spinner label="Asking PayPal" />;
  return (
    <>
      {order.data ? (
        <OrderState order={order.data} />
      ) : (
        order.error && <OrderTrouble error={order.error} retry={() => void order.refetch()} />
      )}
      {!(order.data && isUnderWay(order.data)) && (
        <>
          {quote && quote.duePence === 0 ? (
            <WithCredit quote={quote} pending={buy.isPending} buy={() => buy.mutate(plan.slug)} />
          ) : (
            quote && <Online plan={plan} quote={quote} />
          )}
          {children}
        </>
      )}
    </>
  );
}

function WithCredit({ quote, pending, buy }: { quote: Quote; pending: boolean; buy(): void }) {
  return (
    <section className="order__pay" aria-labelledby="credit">
      <h2 id="credit">Your credit pays this</h2>
      <p className="dim">{pounds(quote.creditPence)} of your credit are used, and there is nothing else to pay.</p>
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
      <p className="dim">{pounds(quote.duePence)}, once. Nothing renews by itself.</p>
      <PayPalPanel
        payPal={payPal}
        create={() => createOrder(plan.slug)}
        onApproved={({ id }) => setQuery({ plan: plan.slug, order: id })}
      />
    </section>
  );
}
