import { refundTerms } from "@sheaf/contracts/business-facts.ts";
import type { LedgerEntry } from "@sheaf/contracts/payments.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { paymentsQuery, receiptPath } from "../../../api/payments.ts";
import { refundsQuery } from "../../../api/refunds.ts";
import { date, period } from "../../../ui/dates.ts";
import { NotLoaded } from "../../../ui/not-loaded.tsx";
import { signedPounds } from "../../../ui/signed-pounds.ts";
import { TableHead } from "../../../ui/table-head.tsx";

const AskRefund = lazy(async () => ({ default: (await import("./ask-refund.tsx")).AskRefund }));
const methods = { manual: "Bank transfer", paypal: "PayPal" } as const;

/** Every payment, credit and refund of the practice, newest first. */
export function Ledger() {
  const payments = useInfiniteQuery(paymentsQuery);
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = payments;
  const [asks, setAsks] = useState<LedgerEntry>();
  if (error || !data) return <NotLoaded query={payments} what="The payments" rows={2} label="Loading payments" />;
  const rows = data.pages.flat();
  if (rows.length === 0) {
    return <p className="payments__none mute sm">No payments yet. Each payment is listed here with its receipt.</p>;
  }
  return (
    <div className="payments">
      <table className="table table--ledger num" aria-label="Payments">
        <TableHead heads={["Date", "What", "Amount", "Credit"]} words={2} actions="Receipt and refund" />
        <tbody>
          {rows.map((entry) => (
            <Entry key={entry.id} entry={entry} onAsk={() => setAsks(entry)} />
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <div className="slist__foot">
          <button className="btn" type="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show Older Payments
          </button>
        </div>
      )}
      <Suspense fallback={null}>{asks && <AskRefund payment={asks} onClose={() => setAsks(undefined)} />}</Suspense>
    </div>
  );
}

function Entry({ entry, onAsk }: { entry: LedgerEntry; onAsk(): void }) {
  const { id, at, kind, what, amountPence, creditPence, method, reference } = entry;
  const name = `${what}, ${date(at)}`;
  return (
    <tr>
      <td className="c-when">{date(at)}</td>
      <td className="c-what">
        {what}
        {method !== "credit" && (
          <p className="mute sm">
            {methods[method]} {reference}
          </p>
        )}
        {entry.period && <p className="mute sm">{period(entry.period.startsAt, entry.period.endsAt)}</p>}
      </td>
      <td className="right">{amountPence !== 0 && signedPounds(amountPence)}</td>
      <td className="right c-credit">{creditPence !== 0 && signedPounds(creditPence)}</td>
      <td className="c-acts">
        <div className="row">
          {kind === "payment" && amountPence > 0 && <AskButton entry={entry} name={name} onAsk={onAsk} />}
          {(kind === "payment" || kind === "refund") && (
            <a
              className="btn btn--quiet btn--icon btn--sm"
              href={receiptPath(id)}
              download
              aria-label={`Receipt: ${name}`}
              title="Receipt"
            >
              <Download className="i i--14" aria-hidden />
            </a>
          )}
        </div>
      </td>
    </tr>
  );
}

/** Button to request a refund. One request at a time for each payment; none after the refund window. */
function AskButton({ entry, name, onAsk }: { entry: LedgerEntry; name: string; onAsk(): void }) {
  const { data: requests } = useQuery(refundsQuery);
  const answered = requests?.some(({ paymentId, state }) => paymentId === entry.id && state !== "withdrawn");
  if (!requests || answered || Date.now() - Date.parse(entry.at) > shownMs) return null;
  return (
    <button className="btn btn--quiet btn--sm" type="button" aria-label={`Refund: ${name}`} onClick={onAsk}>
      Refund
    </button>
  );
}

/** Longer than a refund can be requested: a user who is late reads that the time is over. */
const shownMs = 2 * refundTerms.windowDays * 86_400_000;
