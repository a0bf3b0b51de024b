import { destinationOf } from "@sheaf/contracts/destinations.ts";
import { ScanLine } from "lucide-react";
import { choosePdfs, wantedBy } from "../draft/choices.ts";
import { recipient } from "../draft/says.ts";
import { type ChoicesProps, EmailChoices } from "./email-choices.tsx";

export function DeliveryChoices(props: ChoicesProps) {
  const { customer, choices, onChoose } = props;
  const { separatePdfs, sendEmail } = choices;
  const inbox = sendEmail && customer ? destinationOf(recipient(customer)) : undefined;
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
            {/* Said only while it is what will happen. */}
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
      <label className="row between">
        <span className="label">Send by email</span>
        <input
          className="switch"
          type="checkbox"
          role="switch"
          aria-checked={sendEmail}
          checked={sendEmail}
          onChange={({ target }) => onChoose({ sendEmail: target.checked })}
        />
      </label>
      {sendEmail && <EmailChoices {...props} />}
    </div>
  );
}
