import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import { periodDays } from "@sheaf/contracts/limits.ts";
import { useState } from "react";
import { useRecordPayment } from "../../api/admin-users.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { required } from "../../ui/plain-form.ts";
import { pounds } from "../../ui/words.ts";
import { ActDialog } from "./act-dialog.tsx";
import { penceOf } from "./pence.ts";
import { useAllPlans } from "./plans.ts";

/** A bank transfer that arrived. The amount is typed as the statement has it, so that a wrong one is noticed. */
export function RecordPayment({ page: { practice, billing }, onClose }: { page: UserPage; onClose: () => void }) {
  const plans = useAllPlans();
  const [slug, setSlug] = useState(billing.periods.at(-1)?.plan.slug ?? "small-firm");
  const plan = plans.find((each) => each.slug === slug);
  return (
    <ActDialog
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
          <SelectField label="Plan" value={slug} onChange={({ target }) => setSlug(target.value)}>
            {plans.map(({ slug: value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Amount that arrived, in pounds"
            inputMode="decimal"
            autoComplete="off"
            hint={plan && `${plan.name} costs ${pounds(plan.price)} for ${periodDays} days.`}
            {...field("amount")}
          />
          <TextField
            label="Reference"
            autoComplete="off"
            maxLength={140}
            hint="As the bank statement names it. Each is entered once."
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
        {practice.name} gets {periodDays} days, from now or after what is paid already.
      </p>
    </ActDialog>
  );
}
