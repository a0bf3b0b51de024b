import type { Customer } from "@sheaf/contracts/customers.ts";
import { useQuery } from "@tanstack/react-query";
import { User } from "lucide-react";
import { useState } from "react";
import { customersQuery } from "../../api/customers.ts";
import { matches } from "../../components/customer/customer-search.ts";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { FilterChip } from "./filter-chip.tsx";

interface CustomerFilterProps {
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
}

export function CustomerFilter({ chosen, onChoose }: CustomerFilterProps) {
  const { data } = useQuery({ ...customersQuery, enabled: chosen !== undefined });
  const name = data?.find(({ id }) => id === chosen)?.name ?? "One customer";
  return (
    <FilterChip
      icon={User}
      label={chosen ? name : "Any customer"}
      onClear={chosen ? () => onChoose(undefined) : undefined}
      clearLabel="Show every customer"
    >
      {(close) => (
        <Choices
          chosen={chosen}
          onChoose={(id) => {
            onChoose(id);
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

/** Customers listed at first; the others are found by typing. */
const maxListed = 50;

function Choices({ chosen, onChoose }: CustomerFilterProps) {
  const customers = useQuery(customersQuery);
  const [typed, setTyped] = useState("");
  if (!customers.data) return <NotLoaded query={customers} what="The customers" />;
  const found = customers.data.filter((customer) => matches(customer, typed)).toSorted(byName);
  return (
    <>
      <input
        className="input"
        type="search"
        // biome-ignore lint/a11y/noAutofocus: opened to search; the list may load afterwards
        autoFocus
        aria-label="Find a customer"
        placeholder="Find a customer"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {found.length === 0 && <p className="mute sm choices__none">No customer matches.</p>}
      <ul className="choices choices--long" aria-label="Customers">
        {found.slice(0, maxListed).map(({ id, name, archivedAt }) => (
          <li key={id}>
            <button type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
              <span className="clip">{name}</span>
              {archivedAt && <span className="badge">Archived</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const byName = (a: Customer, b: Customer) => a.name.localeCompare(b.name, "en-GB");
