import type { RefundRequest } from "@sheaf/contracts/refunds.ts";
import { useQuery } from "@tanstack/react-query";
import { refundsQuery, useWithdrawRefund } from "../../../api/refunds.ts";
import { date } from "../../../ui/dates.ts";
import { LoadError } from "../../../ui/states.tsx";
import { pounds } from "../../../ui/words.ts";

const states: Record<RefundRequest["state"], { badge: string; word: string }> = {
  pending: { badge: "badge badge--busy", word: "Waiting for an answer" },
  "granted-money": { badge: "badge badge--ok", word: "Money sent back" },
  "granted-credit": { badge: "badge badge--ok", word: "Credit given" },
  denied: { badge: "badge badge--bad", word: "Declined" },
  withdrawn: { badge: "badge", word: "Withdrawn" },
};

/** Requests for a refund, and their decisions. */
export function RefundRequests() {
  const { data, error, refetch } = useQuery(refundsQuery);
  if (error) return <LoadError what="The refund requests" error={error} retry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <ul className="slist refunds" aria-label="Refund requests">
      {data.map((request) => (
        <Request key={request.id} request={request} />
      ))}
    </ul>
  );
}

function Request({ request }: { request: RefundRequest }) {
  const { id, requestedAt, requestedBy, refundAs, reason, refundPence, creditPence, state, decidedAt, answer } =
    request;
  const withdraw = useWithdrawRefund();
  const { badge, word } = states[state];
  const what = refundAs === "money" ? `${pounds(refundPence)} back` : `Credit of ${pounds(creditPence)}`;
  return (
    <li>
      <div className="grow num">
        <b>Refund: {what}</b> <span className={badge}>{word}</span>
        <p className="mute sm">
          Asked by {requestedBy} on {date(requestedAt)}
          {reason && `: “${reason}”`}
        </p>
        {answer && (
          <p className="sm">
            Answer{decidedAt && ` of ${date(decidedAt)}`}: {answer}
          </p>
        )}
      </div>
      {state === "pending" && (
        <div className="slist__acts row">
          <button
            className="btn btn--sm"
            type="button"
            disabled={withdraw.isPending}
            aria-label={`Withdraw: ${what}`}
            onClick={() => withdraw.mutate(id)}
          >
            {withdraw.isPending ? "Withdrawing..." : "Withdraw"}
          </button>
        </div>
      )}
    </li>
  );
}
