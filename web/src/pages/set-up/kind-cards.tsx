import type { InstallationKind } from "@sheaf/contracts/installation.ts";
import { Building2, type LucideIcon, Store } from "lucide-react";
import { setBy } from "../../components/installation/set-by.ts";

const kinds: { value: InstallationKind; label: string; more: string; Icon: LucideIcon }[] = [
  {
    value: "practice",
    label: "For our own practice",
    more: "One practice, without plans, payments or limits on documents and members. Colleagues join by invitation.",
    Icon: Building2,
  },
  {
    value: "service",
    label: "As a service",
    more: "Practices sign up themselves, choose a plan and pay you. You run the service from the admin portal.",
    Icon: Store,
  },
];

interface KindCardsProps {
  kind: InstallationKind;
  /** The environment variable that fixes the kind, if there is one. */
  fixedBy: string | undefined;
  onChoose(kind: InstallationKind): void;
}

export function KindCards({ kind, fixedBy, onChoose }: KindCardsProps) {
  return (
    <>
      <fieldset className="setup__kinds" disabled={fixedBy !== undefined}>
        <legend className="sr">What this installation is for</legend>
        {kinds.map(({ value, label, more, Icon }) => (
          <label className="choice" key={value}>
            <span className="check">
              <input type="radio" name="kind" value={value} checked={kind === value} onChange={() => onChoose(value)} />
            </span>
            <span>
              <b>
                <Icon className="i" aria-hidden />
                {label}
              </b>
              <span>{more}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {fixedBy && <p className="hint">{setBy(fixedBy)}</p>}
    </>
  );
}
