import type { Customer, CustomerLastJob } from "@sheaf/contracts/customers.ts";
import { Archive, ArchiveRestore, type LucideIcon, Pencil, Trash2, Upload } from "lucide-react";
import type { ReactElement } from "react";
import { Link, useLocation } from "react-router";
import { useArchiveCustomer } from "../../api/customers.ts";
import { SelectBox } from "../../components/bulk/bulk-bar.tsx";
import { InboxBadge } from "../../components/customer/inbox-badge.tsx";
import { sayReadOnly, useExpired } from "../../components/plan/expired.ts";
import { useNewUpload } from "../../shell/upload/new-upload.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { day } from "../../ui/dates.ts";
import { Light } from "../../ui/light.tsx";
import { Tip } from "../../ui/tip.tsx";
import { columns } from "./columns.ts";
import { fromList } from "./list-address.ts";

interface CustomerRowProps {
  customer: Customer;
  last: CustomerLastJob | undefined;
  selected: boolean;
  onSelect: () => void;
  /** The customer has just left this list: the row stays to say so, with an undo button. */
  moved: boolean;
  /** Called before the customer leaves this list. */
  onMove: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

export function CustomerRow(props: CustomerRowProps) {
  const { customer, last, selected, onSelect, moved, onMove, onEdit, onDelete } = props;
  const { name } = customer;
  const { search } = useLocation();
  const special: Record<string, ReactElement> = {
    name: (
      <div className="row row--3">
        <SelectBox label={`Select ${name}`} checked={selected} onToggle={onSelect} />
        <Avatar name={name} square />
        <div className="cell grow">
          <Link className="rowlink" to={`/customers/${customer.id}`} state={fromList(search)}>
            <b className="clip" title={name}>
              {name}
            </b>
          </Link>
          <span className="clip">{customer.company}</span>
        </div>
      </div>
    ),
    inbox: <Inbox customer={customer} />,
    last: <LastUpload last={last} />,
  };
  return (
    <tr className={moved ? "is-moved" : undefined}>
      {columns.map(({ name: column, field, className, look }) => (
        <td key={column} className={look ? `${look} ${className}` : className}>
          {special[column] ?? <Words text={field ? customer[field] : null} />}
        </td>
      ))}
      <td className="r c-act">
        {moved ? (
          <Undo customer={customer} />
        ) : (
          <Actions customer={customer} onMove={onMove} onEdit={onEdit} onDelete={onDelete} />
        )}
      </td>
    </tr>
  );
}

function Words({ text }: { text: string | null }) {
  return (
    <span className="clip block" title={text ?? undefined}>
      {text}
    </span>
  );
}

function Inbox({ customer: { email, outputEmail } }: Pick<CustomerRowProps, "customer">) {
  if (!outputEmail) return <span className="sm mute clip block" title={email}>{`sends to ${email}`}</span>;
  return (
    <div className="row">
      <InboxBadge address={outputEmail} />
      <span className="clip sm" title={outputEmail}>
        {outputEmail}
      </span>
    </div>
  );
}

function LastUpload({ last }: Pick<CustomerRowProps, "last">) {
  if (!last) return <span className="sm mute">no upload yet</span>;
  return (
    <Link className="rowlink cell" to={`/audit-trail?job=${last.jobId}`}>
      <Light word={last.light.word} />
      <span className="num">{day(last.createdAt)}</span>
    </Link>
  );
}

/** Moves the focus to the button that replaced the pressed one. */
function takeFocus(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus();
}

/** Restores or archives the customer again. */
function Undo({ customer }: { customer: Customer }) {
  const { mutate, isPending } = useArchiveCustomer();
  const archived = customer.archivedAt !== null;
  return (
    <div className="row acts3 acts3--undo" role="status">
      <span className="sm mute">{archived ? "Archived" : "Restored"}</span>
      <button
        className="btn btn--sm"
        type="button"
        ref={takeFocus}
        aria-label={`Undo: ${archived ? "restore" : "archive"} ${customer.name}`}
        disabled={isPending}
        onClick={() => mutate({ id: customer.id, to: archived ? "restore" : "archive" })}
      >
        Undo
      </button>
    </div>
  );
}

type ActionsProps = Pick<CustomerRowProps, "customer" | "onMove" | "onEdit" | "onDelete">;

function Actions({ customer, onMove, onEdit, onDelete }: ActionsProps) {
  const upload = useNewUpload();
  const expired = useExpired();
  const { mutate, isPending } = useArchiveCustomer();
  const { id, name } = customer;
  const archived = customer.archivedAt !== null;
  const move = (to: "archive" | "restore") => {
    if (isPending) return;
    if (expired) return sayReadOnly();
    onMove();
    mutate({ id, to });
  };
  return (
    <div className="row acts3">
      {!archived && <Action label={`Upload for ${name}`} icon={Upload} off={expired} onPress={() => upload(id)} />}
      <Action label={`Edit ${name}`} icon={Pencil} onPress={onEdit} />
      {archived ? (
        <Action label={`Restore ${name}`} icon={ArchiveRestore} off={expired} onPress={() => move("restore")} />
      ) : (
        <Action label={`Archive ${name}`} icon={Archive} off={expired} onPress={() => move("archive")} />
      )}
      <Action
        label={`Delete ${name}`}
        icon={Trash2}
        off={expired}
        onPress={() => (expired ? sayReadOnly() : onDelete())}
      />
    </div>
  );
}

interface ActionProps {
  label: string;
  icon: LucideIcon;
  off?: boolean;
  onPress: () => void;
}

function Action({ label, icon: Icon, off, onPress }: ActionProps) {
  return (
    <Tip text={label}>
      <button
        className="btn btn--quiet btn--icon btn--sm"
        type="button"
        aria-label={label}
        aria-disabled={off || undefined}
        onClick={onPress}
      >
        <Icon className="i" aria-hidden />
      </button>
    </Tip>
  );
}
