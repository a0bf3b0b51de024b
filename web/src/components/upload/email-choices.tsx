import type { Customer } from "@sheaf/contracts/customers.ts";
import { type Destination, destinationOf, type InboxPreference } from "@sheaf/contracts/destinations.ts";
import { subjectProblem } from "@sheaf/contracts/subject.ts";
import { Inbox } from "lucide-react";
import { TextField } from "../../ui/field.tsx";
import { type Choices, chooseEmails, wantedBy } from "./choices.ts";
import type { DeliveryChoicesProps } from "./delivery-choices.tsx";
import { copyAddress, recipient, shownSubject } from "./says.ts";

/** Where the email goes, how many there are and what stands above them. */
export function EmailChoices({ customer, files, choices, keptOnly, onChoose }: DeliveryChoicesProps) {
  const copy = customer && copyAddress(customer);
  return (
    <>
      {customer ? (
        <Recipient customer={customer} choices={choices} />
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
        <button type="button" aria-pressed={!choices.separateEmails} onClick={() => onChoose(chooseEmails(false))}>
          One email
        </button>
        <button type="button" aria-pressed={choices.separateEmails} onClick={() => onChoose(chooseEmails(true))}>
          {files > 1 && choices.separateEmails ? `${files} separate emails` : "Separate emails"}
        </button>
      </div>
      <Subject {...{ customer, files, choices, onChoose }} />
      {copy && (
        <label className="check">
          <input
            type="checkbox"
            checked={choices.copyToCustomer}
            onChange={({ target }) => onChoose({ copyToCustomer: target.checked })}
          />
          <span>
            Copy to the customer <span className="mute sm copyable">{copy}</span>
          </span>
        </label>
      )}
    </>
  );
}

const chosenForYou: Record<InboxPreference, string> = {
  "separate-pdfs": "Separate PDFs in one email are chosen for you.",
  "merged-pdf": "One merged PDF is chosen for you.",
  "separate-emails": "An email for each PDF is chosen for you.",
};

function Recipient({ customer, choices }: { customer: Customer; choices: Choices }) {
  const address = recipient(customer);
  const inbox = destinationOf(address);
  return (
    <div className="dest">
      <div className="row">
        {inbox && (
          <span className="badge badge--ok">
            <Inbox className="i" aria-hidden />
            {inbox.name}
          </span>
        )}
        <b className="copyable num">{address}</b>
      </div>
      <p className="mute sm">
        {inbox
          ? [inbox.files, follows(choices, inbox) && chosenForYou[inbox.prefers.value], inbox.caution?.value]
              .filter(Boolean)
              .join(" ")
          : customer.outputEmail
            ? "The customer’s output email"
            : "The customer’s own email"}
      </p>
    </div>
  );
}

function follows(choices: Choices, inbox: Destination): boolean {
  const { separatePdfs, separateEmails } = wantedBy(inbox);
  return choices.separatePdfs === separatePdfs && choices.separateEmails === separateEmails;
}

function Subject({ customer, files, choices, onChoose }: Omit<DeliveryChoicesProps, "keptOnly">) {
  const { emailSubject } = choices;
  const shown = customer && emailSubject.includes("{") ? shownSubject(emailSubject, customer, files) : undefined;
  return (
    <TextField
      label="Email subject"
      optional
      maxLength={200}
      placeholder={customer ? `Documents for ${customer.name}` : "Documents for the customer"}
      value={emailSubject}
      error={subjectProblem(emailSubject)}
      hint={shown && `Reads “${shown}”`}
      onChange={({ target }) => onChoose({ emailSubject: target.value })}
    />
  );
}
