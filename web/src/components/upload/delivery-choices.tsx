import type { Customer } from "@sheaf/contracts/customers.ts";
import { Inbox, ScanLine } from "lucide-react";
import { TextField } from "../../ui/field.tsx";
import { type Choices, withSeparateEmails, withSeparatePdfs } from "./choices.ts";
import { copyAddress, recipient } from "./says.ts";

interface DeliveryChoicesProps {
  customer: Customer | undefined;
  files: number;
  choices: Choices;
  keptOnly: boolean;
  onChange: (choices: Choices) => void;
}

export function DeliveryChoices({ customer, files, choices, keptOnly, onChange }: DeliveryChoicesProps) {
  const { separatePdfs, sendEmail } = choices;
  return (
    <div className="up__deliver">
      <fieldset className="stack">
        <legend className="label">Make</legend>
        <label className="choice">
          <span className="check">
            <input
              type="radio"
              name="make"
              checked={!separatePdfs}
              onChange={() => onChange(withSeparatePdfs(choices, false))}
            />
          </span>
          <span>
            <b>One merged PDF</b>
            {/* Said only while it is what will happen. */}
            <span>{separatePdfs ? "In the order of the list" : "All files will be merged into a single PDF"}</span>
          </span>
        </label>
        <label className="choice">
          <span className="check">
            <input
              type="radio"
              name="make"
              checked={separatePdfs}
              onChange={() => onChange(withSeparatePdfs(choices, true))}
            />
          </span>
          <span>
            <b>Separate PDFs</b>
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
          onChange={({ target }) => onChange({ ...choices, sendEmail: target.checked })}
        />
      </label>
      {sendEmail && <EmailChoices {...{ customer, files, choices, keptOnly, onChange }} />}
    </div>
  );
}

function EmailChoices({ customer, files, choices, keptOnly, onChange }: DeliveryChoicesProps) {
  const copy = customer && copyAddress(customer);
  return (
    <>
      {customer ? (
        <div className="dest">
          <b className="copyable num">{recipient(customer)}</b>
          <p className="mute sm">{customer.outputEmail ? "The customer’s output email" : "The customer’s own email"}</p>
        </div>
      ) : (
        <p className="mute sm">Choose a customer and the accounting inbox appears here.</p>
      )}
      {keptOnly && (
        <div className="callout callout--busy">
          <Inbox className="i" aria-hidden />
          <p className="sm">
            <b>Nothing is sent.</b> This installation has no mail service: emails are made and kept in its outbox.
          </p>
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container everywhere */}
      <div className="seg seg--wide" role="group" aria-label="Emails">
        <button
          type="button"
          aria-pressed={!choices.separateEmails}
          onClick={() => onChange(withSeparateEmails(choices, false))}
        >
          One email
        </button>
        <button
          type="button"
          aria-pressed={choices.separateEmails}
          onClick={() => onChange(withSeparateEmails(choices, true))}
        >
          {files > 1 && choices.separateEmails ? `${files} separate emails` : "Separate emails"}
        </button>
      </div>
      <TextField
        label="Email subject"
        optional
        maxLength={200}
        placeholder={customer ? `Documents for ${customer.name}` : "Documents for the customer"}
        value={choices.emailSubject}
        onChange={({ target }) => onChange({ ...choices, emailSubject: target.value })}
      />
      {copy && (
        <label className="check">
          <input
            type="checkbox"
            checked={choices.copyToCustomer}
            onChange={({ target }) => onChange({ ...choices, copyToCustomer: target.checked })}
          />
          <span>
            Copy to the customer <span className="mute sm copyable">{copy}</span>
          </span>
        </label>
      )}
    </>
  );
}
