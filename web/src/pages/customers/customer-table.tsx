import type { Customer, CustomerLastJob } from "@sheaf/contracts/customers.ts";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import { SelectBox } from "../../components/bulk/bulk-bar.tsx";
import { useGrowing } from "../../ui/growing.ts";
import type { Selection } from "../../ui/selection.ts";
import { number } from "../../ui/words.ts";
import { type Column, columns } from "./columns.ts";
import { CustomerRow } from "./customer-row.tsx";
import { DeleteCustomer } from "./delete-customer.tsx";
import { type Sorting, sortedBy } from "./sorting.ts";

interface CustomerTableProps {
  /** In the order of `sorting`. */
  customers: Customer[];
  lastJobs: ReadonlyMap<string, CustomerLastJob>;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  show: "current" | "archived";
  /** Keeps the customer visible, even when it leaves the list. */
  onKeep: (id: string) => void;
  onEdit: (customer: Customer) => void;
  selection: Selection<Customer>;
}

export function CustomerTable(props: CustomerTableProps) {
  const { customers, lastJobs, sorting, onSort, show, onKeep, onEdit, selection } = props;
  const [deleting, setDeleting] = useState<Customer>();
  const { shown, more, grow, end } = useGrowing(customers, `${sorting.column} ${sorting.down}`);
  return (
    <>
      <table className="table table--cust" aria-label={show === "archived" ? "Archived customers" : "Customers"}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.name} column={column} sorting={sorting} onSort={onSort}>
                {column.field === "name" && (
                  <SelectBox
                    label="Select all customers in this list"
                    checked={selection.all}
                    onToggle={selection.toggleAll}
                  />
                )}
              </Head>
            ))}
            <th className="c-act" scope="col">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((customer) => (
            <CustomerRow
              key={customer.id}
              customer={customer}
              last={lastJobs.get(customer.id)}
              selected={selection.isSelected(customer.id)}
              onSelect={() => selection.toggle(customer.id)}
              moved={(customer.archivedAt === null) !== (show === "current")}
              onMove={() => onKeep(customer.id)}
              onEdit={() => onEdit(customer)}
              onDelete={() => setDeleting(customer)}
            />
          ))}
        </tbody>
      </table>
      {more && (
        <div className="more" ref={end}>
          <button className="btn" type="button" onClick={grow}>
            Show more of {number(customers.length)}
          </button>
        </div>
      )}
      {deleting && <DeleteCustomer customer={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

interface HeadProps {
  column: Column;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  /** Shown before the label. */
  children?: ReactNode;
}

function Head({ column: { name, label, className }, sorting, onSort, children }: HeadProps) {
  const on = sorting.column === name;
  const Arrow = sorting.down ? ArrowDown : ArrowUp;
  return (
    <th className={className} scope="col" aria-sort={on ? (sorting.down ? "descending" : "ascending") : undefined}>
      <span className="row">
        {children}
        <button className="sort" type="button" onClick={() => onSort(sortedBy(sorting, name))}>
          {label}
          {on && <Arrow className="i i--14" aria-hidden />}
        </button>
      </span>
    </th>
  );
}
