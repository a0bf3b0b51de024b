import { grantDays } from "@sheaf/contracts/admin/limits.ts";
import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import { hiddenPlan } from "@sheaf/contracts/plan-facts.ts";
import { useState } from "react";
import { useGrantDays } from "../../../api/admin/users.ts";
import { usePlans } from "../../../api/billing.ts";
import { TextField } from "../../../ui/field.tsx";
import { type Rule, required } from "../../../ui/plain-form.ts";
import { ActionDialog } from "../pieces/action-dialog.tsx";
import { PlanField } from "./plan-field.tsx";

const wholeDays: Rule = (typed) =>
  /^\d{1,3}$/.test(typed) && Number(typed) >= grantDays.min && Number(typed) <= grantDays.max
    ? undefined
    : `Type a number of days from ${grantDays.min} to ${grantDays.max}`;

/**
 * Grants free days: after the paid periods, or of a chosen plan from now where no subscription runs; also of the plan
 * that is not for sale.
 */
export function GrantDays({
  page: { practice, subscription, billing },
  onClose,
}: {
  page: UserPage;
  onClose: () => void;
}) {
  // Days are added after the paid periods; free, unlimited use is not one of them.
  const paid = billing?.periods[0]?.plan.name;
  const runs = subscription?.unlimited ? paid !== undefined : subscription?.status === "active";
  const { plans } = usePlans();
  const [slug, setSlug] = useState("small-firm");
  return (
    <ActionDialog
      title="Grant Days"
      action={{ label: "Grant", doing: "Granting..." }}
      act={useGrantDays(practice.id)}
      rules={{ days: [required("Days"), wholeDays] }}
      fields={(field) => (
        <>
          {!runs && <PlanField plans={[...plans, hiddenPlan]} slug={slug} onChoose={setSlug} />}
          <TextField label="Days" inputMode="numeric" autoComplete="off" {...field("days")} />
        </>
      )}
      inputOf={({ reason, days }) => ({ reason, days: Number(days), ...(runs ? {} : { plan: slug }) })}
      onClose={onClose}
    >
      <p className="dim">
        {runs
          ? `${practice.name} gets these days of ${subscription?.unlimited ? paid : subscription?.planName} after the time already paid for. Another plan, including ${hiddenPlan.name}, can be granted once that has ended.`
          : `${practice.name} gets these days from now.${subscription?.unlimited ? " They run beside its unlimited subscription." : ""}`}
      </p>
    </ActionDialog>
  );
}
