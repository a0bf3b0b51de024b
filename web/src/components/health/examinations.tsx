import type { Examination, HealthState } from "@sheaf/contracts/admin/health.ts";
import { Light, type LightWord } from "../../ui/light.tsx";
import "./examinations.css";

const lights: Record<HealthState, LightWord> = {
  ok: "All right",
  warning: "Warning",
  failed: "Failed",
  unknown: "Not known",
};

const order: HealthState[] = ["failed", "warning", "unknown", "ok"];

/** Shows the health of each part of the installation with its remedy, parts that need a person first. */
export function Examinations({ examinations }: { examinations: Examination[] }) {
  const sorted = examinations.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  return (
    <ul className="health">
      {sorted.map(({ name, label, state, words, remedy }) => (
        <li key={name}>
          <Light word={lights[state]} />
          <b>{label}</b>
          <div className="health__words">
            <p>{words}</p>
            {remedy && <p className="mute sm">{remedy.words}</p>}
            {remedy?.command && <code>{remedy.command}</code>}
          </div>
        </li>
      ))}
    </ul>
  );
}
