import { customerColumns } from "@sheaf/contracts/customer-columns.ts";
import type { Customer } from "@sheaf/contracts/customers.ts";
import { destinationOf } from "@sheaf/contracts/destinations.ts";
import { preferenceOf } from "@sheaf/contracts/pdf-preference.ts";
import { Archive, ArchiveRestore, Pencil, Trash2 } from "lucide-react";
import { useArchiveCustomer } from "../../../api/customers.ts";
import { emailTextWords } from "../../../components/customer/email-text-words.ts";
import { InboxBadge } from "../../../components/customer/inbox-badge.tsx";
import { pdfWords } from "../../../components/customer/pdf-words.ts";
import { recipient } from "../../../components/draft/upload-summary.ts";
import { sayReadOnly, useExpired } from "../../../components/plan/expired.ts";
import { Card } from "../../../ui/card.tsx";
import { date } from "../../../ui/dates.ts";
import { CopyableFact } from "../../../ui/fact.tsx";

interface CustomerDetailsProps {
  customer: Customer;
  onEdit: () => void;
  onDelete: () => void;
}

/** The name is the page's title, and the output email is shown below. */
const facts = customerColumns.filter(([field]) => field !== "name" && field !== "outputEmail");

/** The fields of a customer, where its PDFs are sent, and its actions. */
export function CustomerDetails({ customer, onEdit, onDelete }: CustomerDetailsProps) {
  const { id, createdAt, archivedAt } = customer;
  const { mutate, isPending } = useArchiveCustomer();
  const expired = useExpired();
  const guarded = (act: () => void) => () => (expired ? sayReadOnly() : act());
  const Move = archivedAt ? ArchiveRestore : Archive;
  return (
    <div className="stack stack--wide">
      <Card
        title="Details"
        region
        head={
          <button className="btn btn--sm btn--quiet" type="button" onClick={onEdit}>
            <Pencil className="i i--14" aria-hidden />
            Edit
          </button>
        }
      >
        <dl className="facts">
          {facts.map(([field, title]) => (
            <CopyableFact key={field} term={title}>
              {customer[field] ?? "–"}
            </CopyableFact>
          ))}
          {customer.emailText && (
            <CopyableFact term="Text of emails">{emailTextWords[customer.emailText]}</CopyableFact>
          )}
          <CopyableFact term="Added">{date(createdAt)}</CopyableFact>
          {archivedAt && <CopyableFact term="Archived">{date(archivedAt)}</CopyableFact>}
        </dl>
      </Card>
      <Destination customer={customer} />
      <div className="row">
        <button
          className="btn"
          type="button"
          aria-disabled={expired || undefined}
          disabled={isPending}
          onClick={guarded(() => mutate({ id, to: archivedAt ? "restore" : "archive" }))}
        >
          <Move className="i i--14" aria-hidden />
          {archivedAt ? "Restore" : "Archive"}
        </button>
        <button className="btn" type="button" aria-disabled={expired || undefined} onClick={guarded(onDelete)}>
          <Trash2 className="i i--14" aria-hidden />
          Delete
        </button>
      </div>
    </div>
  );
}

function Destination({ customer }: { customer: Customer }) {
  const address = recipient(customer);
  const inbox = destinationOf(address);
  const { preferredPdfs } = customer;
  const way = preferredPdfs ?? (inbox && preferenceOf(inbox));
  return (
    <Card title="Accounting inbox" region head={<InboxBadge address={address} />}>
      <dl className="facts">
        <CopyableFact term="PDFs go to">{address}</CopyableFact>
        <CopyableFact term="Sent as">
          {way ? pdfWords[way] : "As in the settings"}
          {!preferredPdfs && inbox && <span className="block mute sm">{`As ${inbox.name} prefers`}</span>}
        </CopyableFact>
      </dl>
      <p className="facts__note sm dim">
        {inbox
          ? `${inbox.files} ${inbox.caution?.value ?? ""}`
          : customer.outputEmail
            ? "Sheaf does not know this inbox. The settings decide how PDFs are sent."
            : "No output email is set, so PDFs go to the customer’s own address."}
      </p>
    </Card>
  );
}
