import type { Customer } from "@sheaf/contracts/customers.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router";
import { customersQuery } from "../../../api/customers.ts";
import { CustomerDialog } from "../../../components/customer/customer-dialog.tsx";
import { useExpired } from "../../../components/plan/expired.ts";
import { PageHeader } from "../../../shell/page/page-header.tsx";
import { BackLink } from "../../../ui/back-link.tsx";
import { NotLoaded } from "../../../ui/not-loaded.tsx";
import { Empty } from "../../../ui/states.tsx";
import { DeleteCustomer } from "../delete-customer.tsx";
import { listAddress } from "../list-address.ts";
import { CustomerDetails } from "./customer-details.tsx";
import { CustomerJobs } from "./customer-jobs.tsx";
import "./customer.css";

/** One customer: its details, where its PDFs are sent, and its jobs. */
export function CustomerPage() {
  const { id } = useParams();
  const customers = useQuery(customersQuery);
  const { data } = customers;
  const { state } = useLocation();
  const customer = data?.find((one) => one.id === id);
  const back = <BackLink to={listAddress(state)}>Customers</BackLink>;
  if (customer) return <Found key={customer.id} customer={customer} back={back} />;
  return (
    <main className="main__in">
      <PageHeader title="Customer" description={data ? "Not found" : "\u00a0"} />
      <div className="page page--wide">
        {back}
        <section className="card">
          {data ? (
            <Empty title="Customer not found">
              <p>The customer may have been deleted. The jobs of a deleted customer stay in the audit trail.</p>
              <Link className="btn" to="/customers">
                Show all customers
              </Link>
            </Empty>
          ) : (
            <NotLoaded query={customers} what="The customer" label="Loading the customer" rows={6} />
          )}
        </section>
      </div>
    </main>
  );
}

function Found({ customer, back }: { customer: Customer; back: ReactNode }) {
  const [doing, setDoing] = useState<"edit" | "delete">();
  const expired = useExpired();
  const navigate = useNavigate();
  const stop = () => setDoing(undefined);
  return (
    <main className="main__in">
      <PageHeader
        title={customer.name}
        description={[customer.company, customer.reference].filter(Boolean).join(" · ") || "Customer"}
        newUpload={customer.archivedAt === null ? "primary" : undefined}
        customerId={customer.id}
      />
      <div className="page page--wide">
        {back}
        <div className="split">
          <CustomerJobs customer={customer} />
          <CustomerDetails customer={customer} onEdit={() => setDoing("edit")} onDelete={() => setDoing("delete")} />
        </div>
      </div>
      {doing === "edit" && <CustomerDialog customer={customer} readOnly={expired} onClose={stop} onSaved={stop} />}
      {doing === "delete" && (
        <DeleteCustomer customer={customer} onClose={stop} onDeleted={() => void navigate("/customers")} />
      )}
    </main>
  );
}
