import { type DestinationKind, destinationKindNames, destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import { destinationOf } from "@sheaf/contracts/destinations.ts";
import { ScanLine } from "lucide-react";
import { type ComponentType, Fragment } from "react";
import { choosePdfs, wantedBy } from "../draft/choices.ts";
import { recipient } from "../draft/upload-summary.ts";
import { type ChoicesProps, EmailChoices } from "./email-choices.tsx";

/** The controls for a delivery of each kind. */
const choicesOfKind: Record<DestinationKind, ComponentType<ChoicesProps>> = { email: EmailChoices };

/** How the PDFs are made, and whether and where they are sent. */
export function DeliveryChoices(props: ChoicesProps) {
  const { customer, choices, onChoose } = props;
  const { separatePdfs, destination } = choices;
  const inbox = destination && customer ? destinationOf(recipient(customer)) : undefined;
  const fits = inbox && <span className="badge badge--ok badge--fits">For {inbox.name}</span>;
  const wantsSeparate = inbox && wantedBy(inbox).separatePdfs;
  return (
    <div className="up__deliver">
      <fieldset className="stack">
        <legend className="label">Make</legend>
        <label className="choice">
          <span className="check">
            <input type="radio" name="make" checked={!separatePdfs} onChange={() => onChoose(choosePdfs(false))} />
          </span>
          <span>
            <b>One merged PDF {wantsSeparate === false && fits}</b>
            {/* Shown only while it is true. */}
            <span>{separatePdfs ? "In the order of the list" : "All files will be merged into a single PDF"}</span>
          </span>
        </label>
        <label className="choice">
          <span className="check">
            <input type="radio" name="make" checked={separatePdfs} onChange={() => onChoose(choosePdfs(true))} />
          </span>
          <span>
            <b>Separate PDFs {wantsSeparate && fits}</b>
            <span>One PDF for each file</span>
          </span>
        </label>
        <p className="mute sm row">
          <ScanLine className="i i--14" aria-hidden />
          Pages will be standardized to A4 size
        </p>
      </fieldset>
      <hr />
      {destinationKindNames.map((kind) => {
        const chosen = destination === kind;
        const Choices = choicesOfKind[kind];
        return (
          <Fragment key={kind}>
            <label className="row between">
              <span className="label">{destinationKinds[kind].choice}</span>
              <input
                className="switch"
                type="checkbox"
                role="switch"
                aria-checked={chosen}
                checked={chosen}
                onChange={({ target }) => onChoose({ destination: target.checked ? kind : null })}
              />
            </label>
            {chosen && <Choices {...props} />}
          </Fragment>
        );
      })}
    </div>
  );
}
