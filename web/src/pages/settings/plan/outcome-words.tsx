import { refundTerms } from "@sheaf/contracts/business-facts.ts";
import type { RefundPreview } from "@sheaf/contracts/refunds.ts";
import { Link } from "react-router";
import { SuspendedMembers } from "../../../components/plan/suspended-members.tsx";
import { date, period } from "../../../ui/dates.ts";
import { number, percent, pounds } from "../../../ui/words.ts";

const { windowDays, eligibleUnder, deniedAbove } = refundTerms;

/** Describes each outcome of a refund in plain words, with the numbers behind it. */
export function OutcomeWords({ preview }: { preview: RefundPreview }) {
  const { endsPeriod, outcome, returnsTo, suspends } = preview;
  const possible = outcome === "full" || outcome === "credit";
  return (
    <div className="stack num">
      <p>{wordsOf(preview)}</p>
      {possible && returnsTo && <p>If granted, the practice returns to {returnsTo} at once.</p>}
      {possible && endsPeriod && (
        <p>
          If granted, the period {period(endsPeriod.startsAt, endsPeriod.endsAt)} ends at once, and the periods paid
          after it start earlier.
        </p>
      )}
      {possible && <SuspendedMembers names={suspends} />}
      <p className="sm">
        <Link to="/refund">Refund policy</Link>
      </p>
    </div>
  );
}

function wordsOf({ outcome, paidAt, ...preview }: RefundPreview): string {
  const used = `${number(preview.documentsUsed)} of ${number(preview.documentsAllowed)} documents are used`;
  switch (outcome) {
    case "full":
      return `${used}, less than ${percent(eligibleUnder)}: you get the full ${pounds(preview.refundPence)} back.`;
    case "credit":
      return `${used}, between ${percent(eligibleUnder)} and ${percent(deniedAbove)}: a credit of ${pounds(preview.creditPence)}, or money back if an administrator agrees.`;
    case "denied":
      return `${used}, more than ${percent(deniedAbove)}: this payment can no longer be refunded.`;
    case "too-late":
      return `The payment was made on ${date(paidAt)}. A refund can be requested within ${windowDays} days of a payment, and that time has passed.`;
  }
}
