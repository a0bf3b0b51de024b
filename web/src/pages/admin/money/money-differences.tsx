import type { WaitingMoney } from "@sheaf/contracts/admin/money.ts";
import { useState } from "react";
import { useCloseDifference } from "../../../api/admin/users.ts";
import { dateTime } from "../../../ui/dates.ts";
import { signedPounds } from "../../../ui/signed-pounds.ts";
import { ActionDialog } from "../pieces/action-dialog.tsx";
import { Reference } from "../pieces/slim-table.tsx";
import { MoneyTable, PayerLink } from "./money-card.tsx";

type Difference = WaitingMoney["differences"][number];

const kinds: Record<Difference["kind"], string> = {
  "ours-missing": "Missing in the ledger",
  "theirs-missing": "Missing at PayPal",
  amount: "Amount does not match",
};

export function MoneyDifferences({ differences }: { differences: Difference[] }) {
  const [closing, setClosing] = useState<Pick<Difference, "id" | "reference">>();
  return (
    <>
      <MoneyTable
        title="Differences with PayPal"
        remedy={
          <>
            Look up the reference at PayPal. If a payment is missing in the ledger, resend its notice from PayPal’s
            developer pages. A difference is removed during the night after both sides agree. Close one that you have
            settled elsewhere.
          </>
        }
        empty="The ledger and PayPal agree."
        rows={differences}
        columns={{
          Date: ({ happenedAt }) => dateTime(happenedAt),
          What: ({ kind }) => kinds[kind],
          Practice: ({ practice }) => (practice ? <PayerLink payer={practice} /> : "Unknown"),
          Reference: ({ reference }) => <Reference text={reference} />,
          Ledger: ({ oursPence }) => (oursPence === null ? "–" : signedPounds(oursPence)),
          PayPal: ({ theirsPence }) => (theirsPence === null ? "–" : signedPounds(theirsPence)),
          Action: ({ id, reference }) => (
            <button
              className="btn btn--sm"
              type="button"
              aria-label={`Close the difference ${reference}`}
              onClick={() => setClosing({ id, reference })}
            >
              Close
            </button>
          ),
        }}
      />
      {closing && <CloseDifference {...closing} onClose={() => setClosing(undefined)} />}
    </>
  );
}

interface CloseDifferenceProps extends Pick<Difference, "id" | "reference"> {
  onClose(): void;
}

function CloseDifference({ id, reference, onClose }: CloseDifferenceProps) {
  return (
    <ActionDialog
      title={`Close the Difference ${reference}`}
      action={{ label: "Close Difference", doing: "Closing..." }}
      act={useCloseDifference(id)}
      reasonHint="Say how it was settled. The reason is kept with your name."
      onClose={onClose}
    >
      <p className="dim">
        The difference is removed from this list and not reported again unless an amount changes. The ledger does not
        change.
      </p>
    </ActionDialog>
  );
}
