import type { Customer } from "@sheaf/contracts/customers.ts";
import { type Destination, destinationOf } from "@sheaf/contracts/destinations.ts";
import { preferenceOf } from "@sheaf/contracts/pdf-preference.ts";
import { subjectProblem } from "@sheaf/contracts/subject.ts";
import { useQuery } from "@tanstack/react-query";
import { Inbox, Info } from "lucide-react";
import { settingsQuery } from "../../api/settings.ts";
import { TextField } from "../../ui/field.tsx";
import { uncapitalised } from "../../ui/words.ts";
import { pdfWords } from "../customer/pdf-words.ts";
import { type Choices, type Chosen, chooseDeliveries, pinnedFor, wantedBy } from "../draft/choices.ts";
import { copyAddress, recipient, shownSubject } from "../draft/upload-summary.ts";
import { describeArrival, inboxCautions } from "./inbox-notes.ts";

export interface ChoicesProps {
  customer: Customer | undefined;
  files: number;
  /** Some of the files are unpacked and may become several documents. */
  more: boolean;
  choices: Choices;
  keptOnly: boolean;
  onChoose: (chosen: Chosen) => void;
}

/** The recipient, the number of emails, and their subject. */
export function EmailChoices({ customer, files, more, choices, keptOnly, onChoose }: ChoicesProps) {
  const copy = customer && copyAddress(customer);
  return (
    <>
      {customer ? (
        <Recipient customer={customer} files={files} more={more} choices={choices} />
      ) : (
        <p className="mute sm">Choose a customer to see the accounting inbox.</p>
      )}
      {keptOnly && (
        <div className="callout callout--busy">
          <Inbox className="i" aria-hidden />
          <p className="sm">
            <b>Nothing is sent.</b> This installation has no mail service, so emails are kept in its outbox.
          </p>
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container everywhere */}
      <div className="seg seg--wide" role="group" aria-label="Emails">
        <button
          type="button"
          aria-pressed={!choices.separateDeliveries}
          onClick={() => onChoose(chooseDeliveries(false))}
        >
          One email
        </button>
        <button
          type="button"
          aria-pressed={choices.separateDeliveries}
          onClick={() => onChoose(chooseDeliveries(true))}
        >
          {files > 1 && !more && choices.separateDeliveries ? `${files} separate emails` : "Separate emails"}
        </button>
      </div>
      <Subject customer={customer} files={files} more={more} choices={choices} onChoose={onChoose} />
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

type RecipientProps = Pick<ChoicesProps, "files" | "more" | "choices"> & { customer: Customer };

function Recipient({ customer, files, more, choices }: RecipientProps) {
  const address = recipient(customer);
  const inbox = destinationOf(address);
  const sees = describeArrival(address, files, choices, more);
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
      {!inbox && (
        <p className="mute sm">{customer.outputEmail ? "The customer’s output email" : "The customer’s own email"}</p>
      )}
      {inbox && !sees && <p className="mute sm">{inbox.files}</p>}
      {sees && (
        <p className="sm">
          {inbox?.name ?? "The inbox"} receives <b>{sees}</b>.{" "}
          <span className="mute">{describeSource(customer, choices, inbox)}</span>
        </p>
      )}
      {inbox && (
        <ul className="dest__cautions" aria-label={`About ${inbox.name}`}>
          {inboxCautions(inbox, files, choices).map((caution) => (
            <li key={caution} className="row sm">
              <Info className="i i--14" aria-hidden />
              <span>{caution}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Says where this way of sending comes from: saved for the customer, or preferred by the inbox; empty otherwise. */
function describeSource(customer: Customer, choices: Choices, inbox: Destination | undefined): string {
  const same = (way: Pick<Choices, "separatePdfs" | "separateDeliveries"> | undefined) =>
    way?.separatePdfs === choices.separatePdfs && way.separateDeliveries === choices.separateDeliveries;
  const pinned = pinnedFor(customer);
  if (pinned) return same(pinned) ? `Saved for ${customer.name}.` : `A different choice is saved for ${customer.name}.`;
  if (!inbox) return "";
  return same(wantedBy(inbox))
    ? "Recommended for this inbox."
    : `${inbox.name} prefers: ${uncapitalised(pdfWords[preferenceOf(inbox)])}.`;
}

function Subject({ customer, files, more, choices, onChoose }: Omit<ChoicesProps, "keptOnly">) {
  const { data: settings } = useQuery(settingsQuery);
  const { subject } = choices;
  // An empty subject is replaced by the practice's default one.
  const usual = settings?.defaultEmailSubject;
  const shown = customer && subject.includes("{") ? shownSubject(subject, customer, files, more) : undefined;
  return (
    <TextField
      label="Email subject"
      optional
      maxLength={200}
      placeholder={usual && customer ? shownSubject(usual, customer, files, more) : usual}
      value={subject}
      error={subjectProblem(subject)}
      hint={shown && `Preview: “${shown}”`}
      onChange={({ target }) => onChoose({ subject: target.value })}
    />
  );
}
