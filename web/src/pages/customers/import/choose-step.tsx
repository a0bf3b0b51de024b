import { customersPerImport } from "@sheaf/contracts/limits.ts";
import { Callout } from "../../../ui/callout.tsx";
import { Tray } from "../../../ui/states.tsx";
import { listed, number } from "../../../ui/words.ts";
import { fields } from "./columns.ts";

interface ChooseStepProps {
  problem: string | undefined;
  over: boolean;
  onChoose: () => void;
  onClose: () => void;
}

export function ChooseStep({ problem, over, onChoose, onClose }: ChooseStepProps) {
  return (
    <>
      <div className="imp imp--choose">
        <div className={`drop drop--big${over ? " is-over" : ""}`}>
          <Tray className="well__art" />
          <p>
            <span className="hide-phone">Drop a list here or </span>
            <button className="link" type="button" data-first onClick={onChoose}>
              choose a CSV file
            </button>
          </p>
          <p className="mute sm">
            Columns {listed(fields.map(({ label }) => label))}, in any order; up to {number(customersPerImport)} rows
          </p>
        </div>
        {problem && (
          <Callout kind="bad" role="alert">
            {problem}
          </Callout>
        )}
        <p className="dim sm">
          You check every row before anything is added. Columns are recognised by their usual names, and you can choose
          others.
        </p>
      </div>
      <div className="up__foot">
        <span className="footnote" />
        <button className="btn btn--lg" type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </>
  );
}
