import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import type { LedgerEntry } from "@sheaf/contracts/payments.ts";
import { date, dateTime, period } from "../../../ui/dates.ts";
import { number, pounds } from "../../../ui/words.ts";
import { signedPounds } from "../money/pence.ts";
import { SlimTable } from "../pieces/slim-table.tsx";
import { TableCard } from "../pieces/table-card.tsx";

/** What the practice has paid for, and every movement of money and credit. */
export function UserMoney({ page }: { page: UserPage }) {
  const { billing, ledger } = page;
  if (!billing || !ledger) return null;
  return (
    <>
      <TableCard title="Subscription" note={standing(page)}>
        <SlimTable
          empty="Nothing is paid."
          heads={["Plan", "Period", "Documents used", "Allowed"]}
          words={2}
          rows={billing.periods.map(({ id, plan, startsAt, endsAt, documentsUsed, documentsAllowed }) => ({
            key: id,
            cells: [plan.name, period(startsAt, endsAt), number(documentsUsed), number(documentsAllowed)],
          }))}
        />
      </TableCard>
      <TableCard title="Ledger" note={`Credit left: ${pounds(billing.creditPence)}`}>
        <SlimTable
          empty="No money has moved."
          heads={["Date", "What", "How", "Reference", "Amount", "Credit"]}
          words={4}
          rows={ledger.map((entry) => ({ key: entry.id, cells: ledgerCells(entry) }))}
        />
      </TableCard>
    </>
  );
}

function standing({ subscription, billing }: UserPage): string {
  if (!subscription) return "No plan";
  const { planName, status, currentPeriodEnd, unlimited } = subscription;
  if (unlimited) return `${planName}, free, unlimited`;
  const until = status === "active" ? `paid until ${date(currentPeriodEnd)}` : `ended on ${date(currentPeriodEnd)}`;
  return `${planName}, ${until}${billing?.cancelled ? ", cancelled" : ""}`;
}

const methods = { manual: "bank transfer", paypal: "PayPal", credit: "credit" } as const;

const ledgerCells = ({ at, what, method, reference, amountPence, creditPence }: LedgerEntry) => [
  dateTime(at),
  what,
  methods[method],
  <span className="uref" key="reference">
    {reference}
  </span>,
  signedPounds(amountPence),
  creditPence === 0 ? "–" : signedPounds(creditPence),
];
