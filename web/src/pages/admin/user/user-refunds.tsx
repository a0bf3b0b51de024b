import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import type { QuotedRefund, RefundRequest } from "@sheaf/contracts/refunds.ts";
import { useState } from "react";
import { dateTime } from "../../../ui/dates.ts";
import { pounds } from "../../../ui/words.ts";
import { DecideRefund } from "../money/decide-refund.tsx";
import { TableCard } from "../pieces/table-card.tsx";

const states: Record<RefundRequest["state"], string> = {
  pending: "Waiting for a decision",
  "granted-money": "Money sent back",
  "granted-credit": "Credit given",
  denied: "Declined",
  withdrawn: "Withdrawn",
};

const wanted = { money: "a refund", credit: "a credit" } as const;

/** Requests for a refund, those that wait for a decision first. Nothing if there never was one. */
export function UserRefunds({ page: { refunds, ledger } }: { page: UserPage }) {
  if (!refunds || refunds.length === 0) return null;
  return (
    <TableCard title="Refund requests">
      <ul className="slist slist--requests">
        {refunds.map((request) => (
          <Request
            key={request.id}
            request={request}
            byTransfer={ledger?.some(({ id, method }) => id === request.paymentId && method === "manual") ?? false}
          />
        ))}
      </ul>
    </TableCard>
  );
}

function Request({ request, byTransfer }: { request: QuotedRefund; byTransfer: boolean }) {
  const [deciding, setDeciding] = useState(false);
  const { requestedBy, requestedAt, refundAs, reason, state, refundPence, answer } = request;
  const open = state === "pending";
  return (
    <li>
      <div className="grow">
        <b>
          {requestedBy} asks for {wanted[refundAs]} of {pounds(refundPence)}
        </b>{" "}
        <span className={open ? "badge badge--busy" : "badge"}>{states[state]}</span>
        {reason && <p className="dim sm">“{reason}”</p>}
        <p className="mute sm num">
          {dateTime(requestedAt)}
          {answer && ` · answered “${answer}”`}
        </p>
      </div>
      {open && (
        <button className="btn btn--sm" type="button" onClick={() => setDeciding(true)}>
          Decide
        </button>
      )}
      {deciding && <DecideRefund request={request} byTransfer={byTransfer} onClose={() => setDeciding(false)} />}
    </li>
  );
}
