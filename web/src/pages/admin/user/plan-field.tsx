import type { PlanFacts } from "@sheaf/contracts/plan-facts.ts";
import { SelectField } from "../../../ui/field.tsx";

interface PlanFieldProps {
  plans: readonly PlanFacts[];
  slug: string;
  onChoose: (slug: string) => void;
}

/** Selects the plan of an action, by its slug. */
export function PlanField({ plans, slug, onChoose }: PlanFieldProps) {
  return (
    <SelectField label="Plan" value={slug} onChange={({ target }) => onChoose(target.value)}>
      {plans.map(({ slug: value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
