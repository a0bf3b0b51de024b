import type { Billing } from "@sheaf/contracts/billing.ts";
import { period } from "../../../ui/dates.ts";
import { number } from "../../../ui/words.ts";

/** The running period and those paid ahead, each with its own allowance. */
export function Periods({ periods }: Pick<Billing, "periods">) {
  return (
    <ol className="periods num">
      {periods.map(({ id, plan, startsAt, endsAt, documentsUsed, documentsAllowed }, index) => (
        <li key={id}>
          {period(startsAt, endsAt)}: {plan.name},{" "}
          {index === 0
            ? `${number(documentsUsed)} of ${number(documentsAllowed)} documents used`
            : `${number(documentsAllowed)} documents, paid ahead`}
        </li>
      ))}
    </ol>
  );
}
