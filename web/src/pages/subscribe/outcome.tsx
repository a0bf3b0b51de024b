import type { Order } from "@sheaf/contracts/orders.ts";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Clock } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Link } from "react-router";
import { billingQuery, subscriptionQuery } from "../../api/billing.ts";
import { ApiError } from "../../api/client.ts";
import { useInstallation } from "../../api/installation.ts";
import { startPage } from "../../shell/session/start-page.ts";
import { date } from "../../ui/dates.ts";
import { sentenceOf } from "../../ui/failure.ts";
import { pounds } from "../../ui/words.ts";

/** Returns whether another payment could be a second payment for the same order. */
export const isUnderWay = ({ state }: Order) => state === "completed" || state === "pending" || state === "mismatch";

/** Scrolls to the notice that replaces the pressed button, which on a phone is far below the notice's start. */
function useScrollIntoView(): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "center" });
  }, []);
  return place;
}

/** Shows the subscription after the payment. */
export function Paid() {
  const place = useScrollIntoView();
  const { data: subscription } = useQuery(subscriptionQuery);
  const { data: billing } = useQuery(billingQuery);
  return (
    <section className="order__outcome" aria-labelledby="paid" ref={place}>
      <div className="callout callout--ok" role="status">
        <CircleCheck className="i" aria-hidden />
        <div>
          <h2 id="paid" className="order__said">
            Payment received
          </h2>
          {subscription?.status === "active" && (
            <p>
              {subscription.plan.name} is running, and your practice is paid until {date(subscription.currentPeriodEnd)}
              .
            </p>
          )}
          {billing !== undefined && billing.creditPence > 0 && <p>Your credit: {pounds(billing.creditPence)}.</p>}
          <p className="dim">The receipt is sent by email and is also in Settings.</p>
        </div>
      </div>
      <div className="row">
        <Link className="btn btn--primary btn--lg" to={startPage}>
          Go to Dashboard
        </Link>
        <Link className="btn btn--lg" to="/settings#payments">
          See the Payment
        </Link>
      </div>
    </section>
  );
}

/** PayPal has not released the money yet. */
export function PaymentPending() {
  return (
    <OutcomeNotice kind="busy" title="PayPal is still checking the payment">
      <p>
        You have paid, and PayPal is checking the payment. This usually takes minutes, sometimes days. Your subscription
        starts automatically afterwards: do not pay again.
      </p>
    </OutcomeNotice>
  );
}

/** State of an order that is not completed. */
export function OrderState({ order }: { order: Order }) {
  const installation = useInstallation();
  if (order.state === "pending") return <PaymentPending />;
  if (order.state === "mismatch") {
    return (
      <OutcomeNotice kind="busy" title="We are checking this payment">
        <p>
          The amount received differs from the amount ordered. Write to{" "}
          <a href={`mailto:${installation?.supportEmail}`}>{installation?.supportEmail}</a> if you do not hear from us
          within a day.
        </p>
      </OutcomeNotice>
    );
  }
  if (order.state === "refunded") {
    return (
      <OutcomeNotice kind="bad" title="This payment was returned">
        <p>The money was returned to the payer, so no subscription was started. You can pay again below.</p>
      </OutcomeNotice>
    );
  }
  return (
    <OutcomeNotice kind="bad" title="Payment not received">
      <p>PayPal did not take the payment. Try again with another card or account, or pay by bank transfer.</p>
    </OutcomeNotice>
  );
}

/** Why an order's state is unknown, or its payment failed; the ways to pay stay below. */
export function OrderTrouble({ error, retry }: { error: unknown; retry(): void }) {
  const code = error instanceof ApiError ? error.code : undefined;
  const decided = code === "payment-declined" || code === "order-not-found" || code === "claim-invalid";
  return (
    <OutcomeNotice kind="bad" title={code === "payment-declined" ? "Payment declined" : "The payment is not complete"}>
      <p>{sentenceOf(error)}</p>
      {!decided && (
        <p>
          <button className="btn" type="button" onClick={retry}>
            Check Again
          </button>
        </p>
      )}
    </OutcomeNotice>
  );
}

const icons = { busy: Clock, bad: CircleAlert };

function OutcomeNotice({ kind, title, children }: { kind: "busy" | "bad"; title: string; children: ReactNode }) {
  const Icon = icons[kind];
  const place = useScrollIntoView();
  return (
    <section className="order__outcome" ref={place}>
      <div className={`callout callout--${kind}`} role={kind === "bad" ? "alert" : "status"}>
        <Icon className="i" aria-hidden />
        <div>
          <h2 className="order__said">{title}</h2>
          {children}
        </div>
      </div>
    </section>
  );
}
