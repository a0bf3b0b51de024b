import type { WaitingMoney } from "@sheaf/contracts/admin/money.ts";
import { dateTime } from "../../../ui/dates.ts";
import { SlimTable } from "../pieces/slim-table.tsx";
import { MoneyCard, PayerLink } from "./money-card.tsx";
import { signedPounds } from "./pence.ts";

type Difference = WaitingMoney["differences"][number];

const kinds: Record<Difference["kind"], string> = {
  "ours-missing": "Missing in the ledger",
  "theirs-missing": "Missing at PayPal",
  amount: "Another amount",
};

export function MoneyDifferences({ differences }: { differences: Difference[] }) {
  return (
    <MoneyCard
      title="Differences with PayPal"
      waiting={differences.length}
      remedy={
        <>
          Look the reference up at PayPal. What is missing in the ledger is entered when PayPal’s developer pages send
          its notice again. A difference leaves this list by itself in the night after both agree.
        </>
      }
    >
      <SlimTable
        empty="No difference between the ledger and PayPal is known."
        heads={["Moved", "What", "Practice", "Reference", "Ledger", "PayPal"]}
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
          ],
        }))}
      />
    </MoneyCard>
  );
}
