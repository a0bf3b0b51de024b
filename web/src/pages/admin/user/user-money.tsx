import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import { date, dateTime, period } from "../../../ui/dates.ts";
import { signedPounds } from "../../../ui/signed-pounds.ts";
import { number, pounds } from "../../../ui/words.ts";
import { CardTable, Reference } from "../pieces/slim-table.tsx";

/** The practice's paid periods, and all entries of its ledger. */
export function UserMoney({ page }: { page: UserPage }) {
  const { billing, ledger } = page;
  if (!billing || !ledger) return null;
  return (
    <>
      <CardTable
        title="Subscription"
        note={describeSubscription(page)}
        empty="Nothing has been paid."
        rows={billing.periods}
        keyOf={({ id }) => id}
        words={2}
        columns={{
          Plan: ({ plan }) => plan.name,
          Period: ({ startsAt, endsAt }) => period(startsAt, endsAt),
          "Documents used": ({ documentsUsed }) => number(documentsUsed),
          Allowed: ({ documentsAllowed }) => number(documentsAllowed),
        }}
      />
      <CardTable
        title="Ledger"
        note={`Credit left: ${pounds(billing.creditPence)}`}
        empty="No payments yet."
        rows={ledger}
        keyOf={({ id }) => id}
        words={4}
        columns={{
          Date: ({ at }) => dateTime(at),
          What: ({ what }) => what,
          How: ({ method }) => methods[method],
          Reference: ({ reference }) => <Reference text={reference} />,
          Amount: ({ amountPence }) => signedPounds(amountPence),
          Credit: ({ creditPence }) => (creditPence === 0 ? "–" : signedPounds(creditPence)),
        }}
      />
    </>
  );
}

function describeSubscription({ subscription, billing }: UserPage): string {
  if (!subscription) return "No plan";
  const { planName, status, currentPeriodEnd, unlimited } = subscription;
  if (unlimited) return `${planName}, free, unlimited`;
  const until = status === "active" ? `paid until ${date(currentPeriodEnd)}` : `ended on ${date(currentPeriodEnd)}`;
  return `${planName}, ${until}${billing?.cancelled ? ", cancelled" : ""}`;
}

const methods = { manual: "bank transfer", paypal: "PayPal", credit: "credit" } as const;
