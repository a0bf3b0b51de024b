import type { Customer } from "@sheaf/contracts/customers.ts";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { customersQuery } from "../../api/customers.ts";
import { CustomerDialog } from "../../components/customer/customer-dialog.tsx";
import { matches } from "../../components/upload/customer-search.ts";
import { PageHeader } from "../../shell/page-header.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Empty, LoadError, SkeletonRows } from "../../ui/states.tsx";
import { count } from "../../ui/words.ts";
import { CustomerTable } from "./customer-table.tsx";

export function CustomersPage() {
  const { data, error, refetch } = useQuery(customersQuery);
  const [adding, setAdding] = useState(false);
  const current = data?.filter(({ archivedAt }) => archivedAt === null);
  return (
    <main className="main__in">
      <PageHeader
        title="Customers"
        description={current ? count(current.length, "customer") : "Your clients and their accounting inboxes"}
        newUpload={current?.length === 0 ? "stepped-back" : "primary"}
      />
      <div className="page page--wide">
        {current ? (
          <CustomerList customers={current} onAdd={() => setAdding(true)} />
        ) : (
          <section className="card">
            {error ? (
              <LoadError what="The customers" error={error} retry={() => void refetch()} />
            ) : (
              <SkeletonRows label="Loading the customers" rows={8} />
            )}
          </section>
        )}
      </div>
      {adding && <CustomerDialog onClose={() => setAdding(false)} onSaved={() => setAdding(false)} />}
    </main>
  );
}

function CustomerList({ customers, onAdd }: { customers: Customer[]; onAdd: () => void }) {
  const [typed, setTyped] = useState("");
  const found = customers.filter((customer) => matches(customer, typed));

  if (customers.length === 0) {
    return (
      <section className="card">
        <Empty title="No customers yet" art>
          <p>A customer is a client of the practice: whom the papers are from, and the inbox they go to.</p>
          <button className="btn btn--primary" type="button" onClick={onAdd}>
            <Plus className="i i--14" aria-hidden />
            Add Customer
          </button>
        </Empty>
      </section>
    );
  }

  return (
    <>
      <div className="filters">
        <SearchField
          label="Search customers"
          placeholder="Name, company, reference or email"
          typed={typed}
          onType={setTyped}
        />
        <span className="grow" />
        <button className="btn" type="button" onClick={onAdd}>
          <Plus className="i i--14" aria-hidden />
          Add Customer
        </button>
      </div>
      <section className="card">
        {found.length > 0 ? (
          <CustomerTable customers={found} />
        ) : (
          <Empty title="No matching customers">
            <p>No customer matches “{typed}”.</p>
            <button className="btn" type="button" onClick={() => setTyped("")}>
              Clear the search
            </button>
          </Empty>
        )}
      </section>
    </>
  );
}
