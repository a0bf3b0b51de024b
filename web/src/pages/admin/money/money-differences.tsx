import type { WaitingMoney } from "@sheaf/contracts/admin/money.ts";
import { useState } from "react";
import { useCloseDifference } from "../../../api/admin/users.ts";
import { dateTime } from "../../../ui/dates.ts";
import { ActDialog } from "../pieces/act-dialog.tsx";
import { SlimTable } from "../pieces/slim-table.tsx";
import { MoneyCard, PayerLink } from "./money-card.tsx";
import { signedPounds } from "./pence.ts";

type Difference = WaitingMoney["differences"][number];

const kinds: Record<Difference["kind"], string> = {
  "ours-missing": "Missing in the ledger",
  "theirs-missing": "Missing at PayPal",
  amount: "Amount does not match",
};

export function MoneyDifferences({ differences }: { differences: Difference[] }) {
  const [closing, setClosing] = useState<Pick<Difference, "id" | "reference">>();
  return (
    <MoneyCard
      title="Differences with PayPal"
      waiting={differences.length}
      remedy={
        <>
          Look the reference up at PayPal. What is missing in the ledger is entered when PayPal’s developer pages send
          its notice again. A difference leaves this list by itself in the night after both agree; close one that you
          have settled elsewhere.
        </>
      }
    >
      <SlimTable
        empty="No difference between the ledger and PayPal is known."
        heads={["Moved", "What", "Practice", "Reference", "Ledger", "PayPal", "Action"]}
        words={4}
        rows={differences.map(({ id, kind, reference, oursPence, theirsPence, practice, happenedAt }) => ({
          key: id,
          cells: [
            dateTime(happenedAt),
            kinds[kind],
            practice ? <PayerLink key="practice" payer={practice} /> : "none known",
            <span className="uref" key="reference">
              {reference}
            </span>,
            oursPence === null ? "–" : signedPounds(oursPence),
            theirsPence === null ? "–" : signedPounds(theirsPence),
            <button
              key="close"
              className="btn btn--sm"
              type="button"
              aria-label={`Close the difference ${reference}`}
              onClick={() => setClosing({ id, reference })}
            >
              Close
            </button>,
          ],
        }))}
      />
      {closing && <CloseDifference {...closing} onClose={() => setClosing(undefined)} />}
    </MoneyCard>
  );
}

interface CloseDifferenceProps extends Pick<Difference, "id" | "reference"> {
  onClose(): void;
}

function CloseDifference({ id, reference, onClose }: CloseDifferenceProps) {
  return (
    <ActDialog
      title={`Close the Difference ${reference}`}
      action={{ label: "Close Difference", doing: "Closing..." }}
      act={useCloseDifference(id)}
      inputOf={({ reason }) => ({ reason })}
      reasonHint="Say how it was settled. Kept with your name."
      onClose={onClose}
    >
      <p className="dim">
        It leaves this list and is not told again as long as both amounts stay as they are. The ledger does not change.
      </p>
    </ActDialog>
  );
}
