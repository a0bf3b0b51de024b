import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import type { Quote } from "@sheaf/contracts/billing.ts";
import { periodDays, transferDays } from "@sheaf/contracts/limits.ts";
import type { PlanFacts } from "@sheaf/contracts/plan-facts.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminQuoteQuery } from "../../../api/admin/money.ts";
import { useRecordPayment } from "../../../api/admin/users.ts";
import { usePlans } from "../../../api/billing.ts";
import { renewsWith } from "../../../components/plan/renew-path.ts";
import { date } from "../../../ui/dates.ts";
import { TextField } from "../../../ui/field.tsx";
import { required } from "../../../ui/plain-form.ts";
import { pounds } from "../../../ui/words.ts";
import { penceOf } from "../money/pence.ts";
import { ActionDialog } from "../pieces/action-dialog.tsx";
import { PlanField } from "./plan-field.tsx";

/** Records a bank transfer. The amount is typed from the bank statement, so that a wrong one is noticed. */
export function RecordPayment({ page: { practice, billing }, onClose }: { page: UserPage; onClose: () => void }) {
  const { plans } = usePlans();
  const [slug, setSlug] = useState(renewsWith(billing?.periods.at(-1)?.plan.slug));
  const plan = plans.find((each) => each.slug === slug);
  const { data: quote } = useQuery(adminQuoteQuery(practice.id, slug));
  return (
    <ActionDialog
      title="Record a Payment"
      action={{ label: "Record", doing: "Recording..." }}
      act={useRecordPayment(practice.id)}
      rules={{
        amount: [
          required("Amount"),
          (typed) => (penceOf(typed) === undefined ? "Type pounds and pence, such as 24.00" : undefined),
        ],
        reference: [required("Reference")],
      }}
      fields={(field) => (
        <>
          <PlanField plans={plans} slug={slug} onChoose={setSlug} />
          <TextField
            label="Amount received, in pounds"
            inputMode="decimal"
            autoComplete="off"
            hint={plan && priceWords(plan, quote)}
            {...field("amount")}
          />
          <TextField
            label="Reference"
            autoComplete="off"
            maxLength={140}
            hint="As shown on the bank statement. Each reference can be entered once: if another transfer had the same, add the date, as in “SHEAF-7F3A91C2 20.12.2026”."
            {...field("reference")}
          />
        </>
      )}
      inputOf={({ reason, amount, reference }) => ({
        reason,
        plan: slug,
        amountPence: penceOf(amount) ?? 0,
        reference,
      })}
      onClose={onClose}
    >
      <p className="dim">
        {quote?.buys === "upgrade"
          ? `The amount decides what ${practice.name} gets: the larger plan at once, or ${periodDays} days of it after the time already paid for.`
          : `${practice.name} gets ${periodDays} days, from now or after the time already paid for.`}
      </p>
    </ActionDialog>
  );
}

/**
 * Describes the valid amounts of a transfer for the plan; only the list price while the practice's own price is not
 * known.
 */
function priceWords({ name, price }: PlanFacts, quote: Quote | undefined): string {
  const whole = `${pounds(price)} for ${periodDays} days`;
  if (!quote) return `${name} costs ${whole}.`;
  const { buys, duePence, creditPence, endsAt } = quote;
  const credit = creditPence > 0 ? `, ${pounds(duePence)} with the credit of ${pounds(creditPence)}` : "";
  if (buys === "period") return `${name} costs ${whole}${credit}.`;
  return (
    `${name} costs ${pounds(duePence + creditPence)} today as an upgrade until ${date(endsAt)}${credit}; or ${whole}. ` +
    `For an upgrade, the price on any of the last ${transferDays} days is accepted as well.`
  );
}
