import type { WaitingMoney } from "@sheaf/contracts/admin/money.ts";
import { useState } from "react";
import { dateTime } from "../../../ui/dates.ts";
import { number, pounds } from "../../../ui/words.ts";
import { DecideRefund } from "./decide-refund.tsx";
import { MoneyCard, PayerLink } from "./money-card.tsx";

type Waiting = WaitingMoney["refunds"][number];

export function MoneyRefunds({ refunds }: { refunds: Waiting[] }) {
  return (
    <MoneyCard
      title="Refund requests"
      waiting={refunds.length}
      remedy="Decide each request. The practice sees your reason as the answer."
    >
      {refunds.length === 0 ? (
        <p className="mute sm slim__empty">No refund requests are waiting.</p>
      ) : (
        <ul className="slist slist--requests">
          {refunds.map((request) => (
            <Request key={request.id} request={request} />
          ))}
        </ul>
      )}
    </MoneyCard>
  );
}

function Request({ request }: { request: Waiting }) {
  const [deciding, setDeciding] = useState(false);
  const { practice, requestedAt, refundAs, reason, refundPence, creditPence, byTransfer, paying, now } = request;
  return (
    <li>
      <div className="grow">
        <b>
          <PayerLink payer={practice} />
        </b>{" "}
        asks for {refundAs === "money" ? `${pounds(refundPence)} back` : `a credit of ${pounds(creditPence)}`}{" "}
        <span className="badge">{byTransfer ? "bank transfer" : "PayPal"}</span>
        {reason && <p className="dim sm">“{reason}”</p>}
        <p className="mute sm num">
          Asked {dateTime(requestedAt)}: {describeOutcome(request)}
        </p>
        <p className="dim sm num">Now: {now ? describeOutcome(now) : "this payment can no longer be refunded"}</p>
        {paying && (
          <p className="dim sm">The refund is being sent. Sheaf asks PayPal every ten minutes until it answers.</p>
        )}
      </div>
      {!paying && (
        <button
          className="btn btn--sm"
          type="button"
          aria-label={`Decide, ${practice.name}`}
          onClick={() => setDeciding(true)}
        >
          Decide
        </button>
      )}
      {deciding && <DecideRefund request={request} byTransfer={byTransfer} onClose={() => setDeciding(false)} />}
    </li>
  );
}

type RefundFacts = Pick<Waiting, "outcome" | "refundPence" | "creditPence" | "documentsUsed" | "documentsAllowed">;

/** "a full refund of £24.00, 12 of 500 documents used" */
function describeOutcome({ outcome, refundPence, creditPence, documentsUsed, documentsAllowed }: RefundFacts): string {
  const used = `${number(documentsUsed)} of ${number(documentsAllowed)} documents used`;
  switch (outcome) {
    case "full":
      return `a full refund of ${pounds(refundPence)}, ${used}`;
    case "credit":
      return `a credit of ${pounds(creditPence)}, ${used}`;
    case "denied":
      return `no refund, ${used}`;
    case "too-late":
      return `no refund because it is too late, ${used}`;
  }
}
