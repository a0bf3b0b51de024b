import { refundTerms } from "@sheaf/contracts/business-facts.ts";
import type { RefundPreview } from "@sheaf/contracts/refunds.ts";
import { Link } from "react-router";
import { WhomItSuspends } from "../../../components/plan/whom-it-suspends.tsx";
import { date, period } from "../../../ui/dates.ts";
import { number, percent, pounds } from "../../../ui/words.ts";

const { windowDays, eligibleUnder, deniedAbove } = refundTerms;

/** Each outcome of a refund in plain words, with the numbers that it comes from. */
export function OutcomeWords({ preview }: { preview: RefundPreview }) {
  const { endsPeriod, outcome, returnsTo, suspends } = preview;
  const possible = outcome === "full" || outcome === "credit";
  return (
    <div className="stack num">
      <p>{wordsOf(preview)}</p>
      {possible && returnsTo && <p>Granted, the practice goes back to {returnsTo} at once.</p>}
      {possible && endsPeriod && (
        <p>
          Granted, it ends the period {period(endsPeriod.startsAt, endsPeriod.endsAt)} at once. What is paid after it
          moves up.
        </p>
      )}
      {possible && <WhomItSuspends names={suspends} />}
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
      return `${used}, less than ${percent(eligibleUnder)}: all of ${pounds(preview.refundPence)} goes back.`;
    case "credit":
      return `${used}, between ${percent(eligibleUnder)} and ${percent(deniedAbove)}: a credit of ${pounds(preview.creditPence)}, or money if an administrator decides so.`;
    case "denied":
      return `${used}, more than ${percent(deniedAbove)}: this payment cannot be refunded any more.`;
    case "too-late":
      return `It was paid on ${date(paidAt)}. A refund can be asked for within ${windowDays} days of paying, and these are over.`;
  }
}
