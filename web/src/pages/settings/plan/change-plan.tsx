import type { Quote } from "@sheaf/contracts/billing.ts";
import type { PlanFacts } from "@sheaf/contracts/plan-facts.ts";
import type { Subscription } from "@sheaf/contracts/plans.ts";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { quoteQuery, usePlans } from "../../../api/billing.ts";
import { date, period } from "../../../ui/dates.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { LoadError } from "../../../ui/states.tsx";
import { count, listed, number, pounds, wholePounds } from "../../../ui/words.ts";

/** Another plan, with what it costs at this moment and what it brings, before anything is paid. */
export function ChangePlan({ current, onClose }: { current: Subscription; onClose(): void }) {
  const others = usePlans().plans.filter(({ slug }) => slug !== current.plan.slug);
  const [slug, setSlug] = useState<string>();
  const chosen = others.find((plan) => plan.slug === slug);
  const quote = useQuery({ ...quoteQuery(slug ?? ""), enabled: chosen !== undefined });
  return (
    <Dialog title="Change plan" subtitle={`now ${current.plan.name}`} onClose={onClose}>
      <div className="dialog__body stack">
        <fieldset className="stack">
          <legend className="sr">Plan</legend>
          {others.map((plan) => (
            <label className="choice" key={plan.slug}>
              <span className="check">
                <input type="radio" name="plan" checked={plan.slug === slug} onChange={() => setSlug(plan.slug)} />
              </span>
              <span>
                <b>{plan.name}</b>
                <span className="mute sm num choice__more">
                  {wholePounds(plan.price)}/month · {number(plan.documentsPerMonth)} documents ·{" "}
                  {count(plan.maxUsers, "user")}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        {chosen && quote.data && <WhatItDoes quote={quote.data} plan={chosen} current={current} />}
        {chosen && quote.error && <LoadError what="The price" error={quote.error} retry={() => void quote.refetch()} />}
      </div>
      <div className="dialog__foot dialog__foot--end">
        <button className="btn" type="button" onClick={onClose}>
          Keep {current.plan.name}
        </button>
        {chosen && (
          <Link className="btn btn--primary" to={`/subscribe?plan=${chosen.slug}`}>
            Continue
          </Link>
        )}
      </div>
    </Dialog>
  );
}

interface WhatItDoesProps {
  quote: Quote;
  plan: PlanFacts;
  current: Subscription;
}

function WhatItDoes({ quote, plan, current }: WhatItDoesProps) {
  const { buys, pricePence, creditPence, duePence, startsAt, endsAt, suspends } = quote;
  return (
    <div className="stack num" role="status">
      {buys === "upgrade" ? (
        <p>
          <b>{pounds(pricePence)}</b>, the difference for the days left until {date(endsAt)}. {plan.name} holds as soon
          as it is paid.
        </p>
      ) : (
        <p>
          <b>{pounds(pricePence)}</b> for {period(startsAt, endsAt)}. {current.plan.name} goes on{" "}
          {current.plan.price === 0 ? "after that" : "until then"}.
        </p>
      )}
      {creditPence > 0 && (
        <p className="dim">
          Your credit pays {pounds(creditPence)} of it; {pounds(duePence)} is left to pay.
        </p>
      )}
      {suspends.length > 0 && (
        <div className="callout callout--busy">
          <TriangleAlert className="i" aria-hidden />
          <p>
            {plan.name} is for {count(plan.maxUsers, "user")}: {listed(suspends)} {suspends.length === 1 ? "is" : "are"}{" "}
            suspended when it starts.
          </p>
        </div>
      )}
    </div>
  );
}
