import type { Customer } from "@sheaf/contracts/customers.ts";
import { Pencil, Trash2, Upload } from "lucide-react";
import { type ReactElement, useState } from "react";
import { Link } from "react-router";
import { useJobs } from "../../api/jobs.ts";
import { CustomerDialog } from "../../components/customer/customer-dialog.tsx";
import { useExpired } from "../../shell/expired.ts";
import { useNewUpload } from "../../shell/new-upload.ts";
import { date } from "../../ui/dates.ts";
import { Light } from "../../ui/light.tsx";
import { Tip } from "../../ui/tip.tsx";
import { initials } from "../../ui/words.ts";
import { DeleteCustomer } from "./delete-customer.tsx";

type Doing = { what: "edit" | "delete"; customer: Customer };

export function CustomerTable({ customers }: { customers: Customer[] }) {
  const [doing, setDoing] = useState<Doing>();
  const stop = () => setDoing(undefined);
  return (
    <>
      <table className="table table--cust">
        <thead>
          <tr>
            <th scope="col">Customer</th>
            <th scope="col">Reference</th>
            <th scope="col">Email</th>
            <th scope="col">Accounting inbox</th>
            <th scope="col">Last upload</th>
            <th scope="col">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {customers.map((customer) => (
            <CustomerRow key={customer.id} customer={customer} onDo={(what) => setDoing({ what, customer })} />
          ))}
        </tbody>
      </table>
      {doing?.what === "edit" && <CustomerDialog customer={doing.customer} onClose={stop} onSaved={stop} />}
      {doing?.what === "delete" && <DeleteCustomer customer={doing.customer} onClose={stop} />}
    </>
  );
}

function CustomerRow({ customer, onDo }: { customer: Customer; onDo: (what: Doing["what"]) => void }) {
  const upload = useNewUpload();
  const expired = useExpired();
  const { name } = customer;
  return (
    <tr>
      <td className="c-main">
        <div className="row row--3">
          <span className="avatar avatar--sq" aria-hidden>
            {initials(name)}
          </span>
          <div className="cell grow">
            <b className="clip">{name}</b>
            <span className="clip">{customer.company ?? customer.email}</span>
          </div>
        </div>
      </td>
      <td className="num mute sm c-ref">
        <span className="clip block">{customer.reference}</span>
      </td>
      <td className="sm dim c-mail">
        <span className="clip block" title={customer.email}>
          {customer.email}
        </span>
      </td>
      <td className="c-out">
        {customer.outputEmail ? (
          <span className="clip block sm" title={customer.outputEmail}>
            {customer.outputEmail}
          </span>
        ) : (
          <span className="sm mute">the customer’s own email</span>
        )}
      </td>
      <td className="c-light">
        <LastUpload id={customer.id} />
      </td>
      <td className="r c-act">
        <div className="row acts3">
          <Action
            label={`Upload for ${name}`}
            icon={<Upload className="i" aria-hidden />}
            off={expired}
            onPress={() => upload(customer.id)}
          />
          <Action label={`Edit ${name}`} icon={<Pencil className="i" aria-hidden />} onPress={() => onDo("edit")} />
          <Action label={`Delete ${name}`} icon={<Trash2 className="i" aria-hidden />} onPress={() => onDo("delete")} />
        </div>
      </td>
    </tr>
  );
}

interface ActionProps {
  label: string;
  icon: ReactElement;
  off?: boolean;
  onPress: () => void;
}

function Action({ label, icon, off, onPress }: ActionProps) {
  return (
    <Tip text={label}>
      <button
        className="btn btn--quiet btn--icon btn--sm"
        type="button"
        aria-label={label}
        aria-disabled={off || undefined}
        onClick={onPress}
      >
        {icon}
      </button>
    </Tip>
  );
}

function LastUpload({ id }: { id: string }) {
  const last = useJobs().data?.find((job) => job.customer.id === id);
  if (!last) return <span className="sm mute">none yet</span>;
  return (
    <Link className="rowlink cell" to={`/audit-trail?job=${last.id}`}>
      <Light word={last.light.word} />
      <span className="num">{date(last.createdAt)}</span>
    </Link>
  );
}
