import type { Customer } from "@sheaf/contracts/customers.ts";
import { useQuery } from "@tanstack/react-query";
import { Plus, Upload } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { customersQuery } from "../../api/customers.ts";
import { CustomerDialog } from "../../components/customer/customer-dialog.tsx";
import { sayReadOnly, useExpired } from "../../components/plan/expired.ts";
import { PageHeader } from "../../shell/page/page-header.tsx";
import { inThisMonth } from "../../ui/dates.ts";
import { NotLoadedCard } from "../../ui/not-loaded.tsx";
import { useSetParams } from "../../ui/set-params.ts";
import { Empty } from "../../ui/states.tsx";
import { showFailure } from "../../ui/toast.tsx";
import { count, number } from "../../ui/words.ts";
import { CustomerList } from "./customer-list.tsx";
import "./customers.css";

const ImportDialog = lazy(async () => ({ default: (await import("./import/import-dialog.tsx")).ImportDialog }));

export function CustomersPage() {
  const customers = useQuery(customersQuery);
  const { data } = customers;
  const [doing, setDoing] = useState<"add" | "import">();
  const expired = useExpired();
  const [params] = useSearchParams();
  const { opened, open, close } = useEditedCustomer(data);
  const begin = (what: "add" | "import") => (expired ? sayReadOnly() : setDoing(what));
  const stop = () => setDoing(undefined);
  // Redirects links from before each customer had an address of its own.
  const named = params.get("customer");
  if (named) return <Navigate to={`/customers/${named}`} replace />;
  return (
    <main className="main__in">
      <PageHeader
        title="Customers"
        description={describe(data)}
        newUpload={data?.length === 0 ? "stepped-back" : "primary"}
      />
      <div className="page page--wide">
        {!data && <NotLoadedCard query={customers} what="The customers" label="Loading the customers" rows={8} />}
        {data?.length === 0 && <NoCustomers onAdd={() => begin("add")} onImport={() => begin("import")} />}
        {data && data.length > 0 && (
          <CustomerList
            customers={data}
            onAdd={() => begin("add")}
            onImport={() => begin("import")}
            onEdit={({ id }) => open(id)}
          />
        )}
      </div>
      {doing === "add" && <CustomerDialog onClose={stop} onSaved={stop} />}
      <Suspense fallback={null}>{doing === "import" && <ImportDialog onClose={stop} />}</Suspense>
      {opened && (
        <CustomerDialog key={opened.id} customer={opened} readOnly={expired} onClose={close} onSaved={close} />
      )}
    </main>
  );
}

function describe(customers: Customer[] | undefined): string {
  const current = customers?.filter(({ archivedAt }) => archivedAt === null);
  if (!current) return "Your customers and their accounting inboxes";
  const added = current.filter(({ createdAt }) => inThisMonth(createdAt)).length;
  return `${count(current.length, "customer")}${added > 0 ? `, ${number(added)} added this month` : ""}`;
}

/** Returns the customer whose form is open, from the address. */
function useEditedCustomer(customers: Customer[] | undefined) {
  const [params] = useSearchParams();
  const setParams = useSetParams();
  const id = params.get("edit");
  const opened = customers?.find((customer) => customer.id === id);
  const gone = id !== null && customers !== undefined && !opened;

  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once, when the customer turns out to be gone
  useEffect(() => {
    if (!gone) return;
    setParams({ edit: null });
    showFailure("Customer not found", "The customer may have been deleted. Search for it by name.");
  }, [gone]);

  return { opened, open: (edit: string) => setParams({ edit }), close: () => setParams({ edit: null }) };
}

function NoCustomers({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) {
  return (
    <section className="card">
      <Empty title="No customers yet" art>
        <p>Add the businesses and people whose papers you convert, and the accounting inbox of each.</p>
        <div className="row">
          <button className="btn btn--primary" type="button" onClick={onAdd}>
            <Plus className="i i--14" aria-hidden />
            Add Customer
          </button>
          <button className="btn" type="button" onClick={onImport}>
            <Upload className="i i--14" aria-hidden />
            Import a list
          </button>
        </div>
      </Empty>
    </section>
  );
}
