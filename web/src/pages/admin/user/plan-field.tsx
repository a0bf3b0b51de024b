import { SelectField } from "../../../ui/field.tsx";
import { useAllPlans } from "./plans.ts";

/** Which plan an act is about, by its slug. */
export function PlanField({ slug, onChoose }: { slug: string; onChoose: (slug: string) => void }) {
  return (
    <SelectField label="Plan" value={slug} onChange={({ target }) => onChoose(target.value)}>
      {useAllPlans().map(({ slug: value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
