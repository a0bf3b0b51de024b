import type { PlanFacts } from "@sheaf/contracts/plan-facts.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, Navigate, useSearchParams } from "react-router";
import { forgetChosenPlan, rememberChosenPlan } from "../../api/billing.ts";
import { guestEmail, keepClaim, keptClaim, rememberGuestEmail } from "../../api/claims.ts";
import { useInstallation } from "../../api/installation.ts";
import { createGuestOrder, guestOrderQuery } from "../../api/orders.ts";
import { emailMessage, emailPattern } from "../../ui/email-shape.ts";
import { TextField } from "../../ui/field.tsx";
import { required, shaped, usePlainForm } from "../../ui/plain-form.ts";
import { Spinner } from "../../ui/states.tsx";
import { pounds } from "../../ui/words.ts";
import { isUnderWay, OrderState, OrderTrouble } from "./outcome.tsx";
import { PayPalPanel } from "./paypal-place.tsx";
import type { PayPalSettings } from "./paypal-script.ts";

/** A visitor pays first and creates the account afterwards. */
export function GuestPayment({ plan }: { plan: PlanFacts }) {
  const payPal = useInstallation()?.payPal;
  const [query] = useSearchParams();
  const orderId = query.get("order");
  const token = keptClaim();
  const order = useQuery({
    ...guestOrderQuery(orderId ?? "", token ?? ""),
    enabled: orderId !== null && token !== null,
  });
  if (order.isLoading) return <Spinner label="Asking PayPal" />;
  if (order.data && isUnderWay(order.data)) return <RedirectToAccount />;
  return (
    <>
      {order.data ? (
        <OrderState order={order.data} />
      ) : (
        order.error && <OrderTrouble error={order.error} retry={() => void order.refetch()} />
      )}
      {payPal && <GuestForm plan={plan} payPal={payPal} />}
    </>
  );
}

/** The chosen plan is paid: the account must not lead back to paying. */
function RedirectToAccount() {
  useEffect(forgetChosenPlan, []);
  return <Navigate to="/auth?payment=success" replace />;
}

const rules = { email: [required("Email"), shaped(emailPattern, emailMessage)] };

function GuestForm({ plan, payPal }: { plan: PlanFacts; payPal: PayPalSettings }) {
  const [email, setEmail] = useState(guestEmail);
  const [changes, setChanges] = useState(false);
  const [, setQuery] = useSearchParams();
  const { onSubmit, field } = usePlainForm(rules, (values) => {
    rememberGuestEmail(values.email);
    setEmail(values.email);
    setChanges(false);
  });

  async function create() {
    const order = await createGuestOrder(plan.slug, email ?? "");
    keepClaim(order.claimToken);
    return order;
  }

  return (
    <section className="order__pay" aria-labelledby="online">
      <h2 id="online">Pay with PayPal or card</h2>
      <p className="dim">
        {pounds(plan.price)}, paid once. You create your account afterwards. Already have one?{" "}
        <Link to="/auth" onClick={() => rememberChosenPlan(plan.slug)}>
          Sign In
        </Link>{" "}
        first.
      </p>
      {email === undefined || changes ? (
        <form className="order__email" noValidate onSubmit={onSubmit}>
          <TextField
            label="Email"
            type="email"
            large
            autoComplete="email"
            defaultValue={email}
            hint="We email you a link to your payment in case you close this window."
            {...field("email")}
          />
          <button className="btn btn--primary btn--lg" type="submit">
            Continue to Payment
          </button>
        </form>
      ) : (
        <>
          <p className="row sm">
            <span className="clip">For {email}</span>
            <button className="link" type="button" onClick={() => setChanges(true)}>
              Change
            </button>
          </p>
          <PayPalPanel
            payPal={payPal}
            create={create}
            onApproved={({ id }) => setQuery({ plan: plan.slug, order: id })}
          />
        </>
      )}
    </section>
  );
}
