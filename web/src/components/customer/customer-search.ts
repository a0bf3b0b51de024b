import { customerColumns } from "@sheaf/contracts/customer-columns.ts";
import type { Customer } from "@sheaf/contracts/customers.ts";
import { destinationOf } from "@sheaf/contracts/destinations.ts";

const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Folding thousands of customers again with every character typed would be noticeable. */
const folded = new WeakMap<Customer, string>();

function textOf(customer: Customer): string {
  const known = folded.get(customer);
  if (known !== undefined) return known;
  const fields = customerColumns.map(([field]) => customer[field]);
  const text = fold([...fields, destinationOf(customer.outputEmail)?.name].join("\n"));
  folded.set(customer, text);
  return text;
}

/** Returns whether every typed word occurs in a column of customer lists, or in the inbox's name, ignoring case. */
export const matches = (customer: Customer, typed: string) => search([customer], typed).length > 0;

/** Returns the customers that match `typed`, in their order. */
export function search(customers: Customer[], typed: string): Customer[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return customers;
  return customers.filter((customer) => words.every((word) => textOf(customer).includes(word)));
}

const recent = 4;
const byName = new Intl.Collator("en-GB", { numeric: true, sensitivity: "base" });

/**
 * Returns the picker's list: customers with the latest uploads first, the others by name. Archived customers are left
 * out.
 * @param lastUploads when each customer had its newest job
 * @returns the list, and how many at its start were used recently
 */
export function pickable(
  customers: Customer[],
  lastUploads: ReadonlyMap<string, { createdAt: string }>,
  typed: string,
): { list: Customer[]; recentCount: number } {
  const current = search(
    customers.filter(({ archivedAt }) => archivedAt === null),
    typed,
  );
  const last = ({ id }: Customer) => lastUploads.get(id)?.createdAt ?? "";
  const first = current
    .filter((customer) => last(customer) !== "")
    .sort((a, b) => last(b).localeCompare(last(a)))
    .slice(0, recent);
  const rest = current.filter((customer) => !first.includes(customer)).sort((a, b) => byName.compare(a.name, b.name));
  return { list: [...first, ...rest], recentCount: first.length };
}
