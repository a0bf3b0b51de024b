import type { Billing } from "@sheaf/contracts/billing.ts";
import { useState } from "react";
import { useStartNextPeriod } from "../../api/billing.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { date } from "../../ui/dates.ts";
import { number } from "../../ui/words.ts";

/** Button with which the owner of a practice that has used up its allowance starts the next paid period early. */
export function StartNext({ billing, className }: { billing: Billing; className: string }) {
  const [asks, setAsks] = useState(false);
  const { isPending: pending, mutate } = useStartNextPeriod();
  const [, next] = billing.periods;
  const last = billing.periods.at(-1);
  if (!next || !last) return null;
  const run = () => mutate(undefined, { onSettled: () => setAsks(false) });
  return (
    <>
      <button className={className} type="button" onClick={() => setAsks(true)}>
        Start the next period now
      </button>
      {asks && (
        <ConfirmDialog
          title="Start the next period now"
          action={{ label: "Start It Now", doing: "Starting...", pending, run }}
          onClose={() => setAsks(false)}
        >
          <p>
            The {number(next.documentsAllowed)} documents of the next period can be used at once, and count until{" "}
            {date(next.endsAt)}.
          </p>
          <p className="dim">The practice stays paid until {date(last.endsAt)}, as before. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
