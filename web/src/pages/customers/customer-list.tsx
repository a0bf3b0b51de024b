import type { Customer } from "@sheaf/contracts/customers.ts";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, Suspense, useDeferredValue, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { lastJobsQuery } from "../../api/customers.ts";
import { BulkBar } from "../../components/bulk/bulk-bar.tsx";
import { search } from "../../components/customer/customer-search.ts";
import { sayReadOnly, useExpired } from "../../components/plan/expired.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { useSelection } from "../../ui/selection.ts";
import { useSetParams } from "../../ui/set-params.ts";
import { Empty } from "../../ui/states.tsx";
import { useTypedSearch } from "../../ui/typed-search.ts";
import { number } from "../../ui/words.ts";
import type { BulkAct } from "./bulk-customers.tsx";
import { CustomerTable } from "./customer-table.tsx";
import { ListMenu } from "./list-menu.tsx";
import { SortChoice } from "./sort-choice.tsx";
import { readSorting, type Sorting, sortCustomers, writeSorting } from "./sorting.ts";

const BulkCustomers = lazy(async () => ({ default: (await import("./bulk-customers.tsx")).BulkCustomers }));

interface CustomerListProps {
  customers: Customer[];
  onAdd: () => void;
  onImport: () => void;
  onEdit: (customer: Customer) => void;
}

const nobody: ReadonlySet<string> = new Set();
const noJobs = new Map<string, never>();

/** Current or archived customers, searched and sorted in the browser, which has the whole list. */
export function CustomerList({ customers, onAdd, onImport, onEdit }: CustomerListProps) {
  const [params] = useSearchParams();
  const setParams = useSetParams();
  const [typed, type] = useTypedSearch(params.get("q") ?? "", (q) => setParams({ q }));
  const sought = useDeferredValue(typed);
  const { data: lastJobs = noJobs } = useQuery(lastJobsQuery);
  const [kept, setKept] = useState(nobody);
  const expired = useExpired();
  const show = params.get("show") === "archived" ? "archived" : "current";
  const archived = customers.filter(({ archivedAt }) => archivedAt !== null);
  const current = customers.filter(({ archivedAt }) => archivedAt === null);
  const order = params.get("sort");
  const sorting = readSorting(order);
  const sorted = useMemo(() => sortCustomers(customers, readSorting(order), lastJobs), [customers, order, lastJobs]);
  // Customers archived a moment ago stay in their row, so that the action can be undone.
  const belongs = ({ id, archivedAt }: Customer) => (archivedAt === null) === (show === "current") || kept.has(id);
  const found = search(sorted.filter(belongs), sought);
  const selection = useSelection(found);
  const [bulk, setBulk] = useState<{ act: BulkAct; customers: Customer[] }>();
  const begin = (act: BulkAct) => () => (expired ? sayReadOnly() : setBulk({ act, customers: selection.selected }));

  const sortBy = (next: Sorting) => setParams({ sort: writeSorting(next) });

  function showThe(which: "current" | "archived") {
    setKept(nobody);
    setParams({ show: which === "archived" ? which : undefined });
  }

  return (
    <>
      <div className="filters filters--cust">
        <SearchField
          label="Search customers"
          placeholder="Name, company, reference or email"
          typed={typed}
          onType={type}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container everywhere */}
        <div className="seg" role="group" aria-label="Show">
          <button type="button" aria-pressed={show === "current"} onClick={() => showThe("current")}>
            Current<span className="count">{number(current.length)}</span>
          </button>
          <button type="button" aria-pressed={show === "archived"} onClick={() => showThe("archived")}>
            Archived<span className="count">{number(archived.length)}</span>
          </button>
        </div>
        <span className="grow" />
        <SortChoice sorting={sorting} onSort={sortBy} />
        <ListMenu show={show} onImport={onImport} />
        <button className="btn" type="button" aria-disabled={expired || undefined} onClick={onAdd}>
          <Plus className="i i--14" aria-hidden />
          Add Customer
        </button>
      </div>
      <p className="sr" role="status">
        {typed && `${number(found.length)} found`}
      </p>
      <BulkBar selection={selection}>
        <button className="btn btn--sm" type="button" onClick={begin(show === "archived" ? "restore" : "archive")}>
          {show === "archived" ? "Restore" : "Archive"}
        </button>
        <button className="btn btn--sm" type="button" onClick={begin("delete")}>
          Delete
        </button>
      </BulkBar>
      <section className="card">
        {found.length > 0 ? (
          <CustomerTable
            customers={found}
            lastJobs={lastJobs}
            sorting={sorting}
            onSort={sortBy}
            show={show}
            onKeep={(id) => setKept(new Set([...kept, id]))}
            onEdit={onEdit}
            selection={selection}
          />
        ) : (
          <NoCustomersShown typed={typed} show={show} onClear={() => type("")} />
        )}
      </section>
      <Suspense fallback={null}>
        {bulk && <BulkCustomers {...bulk} onEnd={selection.clear} onClose={() => setBulk(undefined)} />}
      </Suspense>
    </>
  );
}

function NoCustomersShown({ typed, show, onClear }: { typed: string; show: string; onClear: () => void }) {
  if (typed) {
    return (
      <Empty title="No matching customers">
        <p>No customer matches “{typed}”.</p>
        <button className="btn" type="button" onClick={onClear}>
          Clear the search
        </button>
      </Empty>
    );
  }
  return show === "archived" ? (
    <Empty title="No archived customers">
      <p>Archived customers keep their history and leave the upload dialog. They can be restored at any time.</p>
    </Empty>
  ) : (
    <Empty title="No current customers">
      <p>All of them are archived. Restore one, or add another.</p>
    </Empty>
  );
}
