import type { Customer } from "@sheaf/contracts/customers.ts";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Plus, Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { customersQuery, lastJobsQuery } from "../../api/customers.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { sentenceOf } from "../../ui/failure.ts";
import { FieldError } from "../../ui/field.tsx";
import { CustomerDialog } from "../customer/customer-dialog.tsx";
import { pickable } from "../customer/customer-search.ts";
import { InboxBadge } from "../customer/inbox-badge.tsx";

interface CustomerPickerProps {
  customer: Customer | undefined;
  error: string | undefined;
  onChoose: (id: string) => void;
}

const noJobs = new Map<string, never>();
/** Customers shown at first; in a practice with thousands, the others are found by typing. */
const listed = 50;

/** A search field that becomes the chosen customer. Adding a customer does not leave the dialog, and loses no file. */
export function CustomerPicker({ customer, error, onChoose }: CustomerPickerProps) {
  const { data: customers, error: failure, refetch } = useQuery(customersQuery);
  const { data: lastJobs = noJobs } = useQuery(lastJobsQuery);
  const [searching, setSearching] = useState(!customer);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const [adding, setAdding] = useState(false);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<HTMLButtonElement>(null);
  const found = pickable(customers ?? [], lastJobs, typed);
  const list = found.list.slice(0, listed);
  const { recentCount } = found;
  const active = list[Math.min(at, list.length - 1)];

  useEffect(() => {
    if (open && active) document.getElementById(`${id}-${active.id}`)?.scrollIntoView?.({ block: "nearest" });
  }, [open, active, id]);

  function take(next: Customer) {
    onChoose(next.id);
    setTyped("");
    setOpen(false);
    setSearching(false);
    // The search field is about to disappear: the focus moves to the element that replaces it.
    requestAnimationFrame(() => chosen.current?.focus());
  }

  function search() {
    setSearching(true);
    setOpen(true);
    requestAnimationFrame(() => input.current?.focus());
  }

  function press(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) return setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : list.length - 1;
      setAt((now) => (list.length === 0 ? 0 : (Math.min(now, list.length - 1) + step) % list.length));
    }
    if (event.key === "Enter" && open) {
      event.preventDefault();
      if (active) take(active);
    }
    if (event.key === "Escape" && open) {
      setOpen(false);
      if (customer) setSearching(false);
    }
  }

  if (customer && !searching) {
    return (
      <div className="field">
        <span className="label" id={`${id}-label`}>
          Customer
        </span>
        <button
          ref={chosen}
          type="button"
          className="select select--cust"
          aria-describedby={`${id}-label`}
          onClick={search}
        >
          <Avatar name={customer.name} square />
          <span className="cell grow">
            <b className="clip">{customer.name}</b>
            <span className="clip">{customer.reference ?? customer.company ?? customer.email}</span>
          </span>
          <ChevronDown className="i" aria-hidden />
        </button>
      </div>
    );
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches the focus leave; each control has its role
    <div
      className="field pick-wrap"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget) || adding) return;
        setOpen(false);
        if (customer) setSearching(false);
      }}
    >
      <label className="label" htmlFor={id}>
        Customer
      </label>
      <div className="affix">
        <Search className="i" aria-hidden />
        <input
          ref={input}
          id={id}
          className="input input--cust"
          role="combobox"
          data-first
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open && active ? `${id}-${active.id}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          autoComplete="off"
          placeholder="Name, company, reference or email"
          value={typed}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onKeyDown={press}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
            setOpen(true);
          }}
        />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {open && (
        <div className="picker">
          {recentCount > 0 && typed === "" && <h3>Recently used</h3>}
          {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the combobox pattern of WAI-ARIA */}
          <ul role="listbox" id={`${id}-list`} aria-label="Customers" tabIndex={-1}>
            {list.map((one, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the search field (combobox pattern)
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search field (combobox pattern)
              <li
                key={one.id}
                id={`${id}-${one.id}`}
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the combobox pattern of WAI-ARIA
                role="option"
                aria-selected={one === active}
                className={[
                  one === active && "is-on",
                  index > 0 && index === recentCount && typed === "" && "picker__rest",
                ]
                  .filter(Boolean)
                  .join(" ")}
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => setAt(index)}
                onClick={() => take(one)}
              >
                <Avatar name={one.name} square />
                <span className="cell grow">
                  <b className="clip">{one.name}</b>
                  <span className="clip">
                    {[one.reference, one.company, one.email].filter(Boolean).slice(0, 2).join(", ")}
                  </span>
                </span>
                <InboxBadge address={one.outputEmail} />
              </li>
            ))}
          </ul>
          {list.length === 0 && (
            <div className="picker__none" role="status">
              {failure ? (
                <>
                  {sentenceOf(failure)}{" "}
                  <button className="link" type="button" onClick={() => void refetch()}>
                    Retry
                  </button>
                </>
              ) : !customers ? (
                "Loading..."
              ) : typed ? (
                `No customer matches “${typed}”.`
              ) : (
                "No customers yet. Add the first one."
              )}
            </div>
          )}
          <button className="picker__add" type="button" onClick={() => setAdding(true)}>
            <Plus className="i" aria-hidden />
            Add customer
          </button>
        </div>
      )}
      {adding && (
        <CustomerDialog
          name={typed}
          onClose={() => setAdding(false)}
          onSaved={(added) => {
            setAdding(false);
            take(added);
          }}
        />
      )}
    </div>
  );
}
