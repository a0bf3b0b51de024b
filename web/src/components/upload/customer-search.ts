import type { Customer } from "@sheaf/contracts/customers.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";

const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Every word typed is somewhere in the name, company, reference or one of the addresses, whatever the case. */
export function matches(customer: Customer, typed: string): boolean {
  const { name, company, reference, email, outputEmail } = customer;
  const text = fold([name, company, reference, email, outputEmail].join("\n"));
  return fold(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const recent = 4;

/**
 * The picker's list: who had an upload last stands first, the others by name. Archived customers are left out.
 * @param jobs newest first
 * @returns how many at the front were used recently
 */
export function pickable(customers: Customer[], jobs: Job[], typed: string): { list: Customer[]; recentCount: number } {
  const current = customers.filter((customer) => customer.archivedAt === null && matches(customer, typed));
  const used = [...new Set(jobs.map(({ customer }) => customer.id))].slice(0, recent);
  const first = used.flatMap((id) => current.filter((customer) => customer.id === id));
  const rest = current
    .filter((customer) => !first.includes(customer))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en-GB"));
  return { list: [...first, ...rest], recentCount: first.length };
}
