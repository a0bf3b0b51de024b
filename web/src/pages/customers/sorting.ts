import type { Customer, CustomerLastJob } from "@sheaf/contracts/customers.ts";
import { type Column, columns } from "./columns.ts";

export interface Sorting {
  column: Column["name"];
  down: boolean;
}

type LastJobs = ReadonlyMap<string, CustomerLastJob>;

/** Sorts "2" before "10", ignoring case. */
const words = new Intl.Collator("en-GB", { numeric: true, sensitivity: "base" });

/** Parses the order from the address. "-last" means by the last upload, newest first; invalid values mean by name. */
export function readSorting(text: string | null): Sorting {
  const down = text?.startsWith("-") ?? false;
  const column = columns.find(({ name }) => name === (down ? text?.slice(1) : text));
  return column ? { column: column.name, down } : { column: "name", down: false };
}

export const writeSorting = ({ column, down }: Sorting) => `${down ? "-" : ""}${column}`;

/**
 * Returns the order after pressing a column's heading: by that column, reversed when it is sorted by it already. Dates
 * start with the newest.
 */
export const sortedBy = (now: Sorting, column: Column["name"]): Sorting =>
  now.column === column ? { column, down: !now.down } : { column, down: column === "last" };

/** Sorts customers; those without a value are last in either direction, and equal ones are sorted by name. */
export function sortCustomers(customers: Customer[], { column, down }: Sorting, last: LastJobs): Customer[] {
  const field = columns.find(({ name }) => name === column)?.field;
  const read = (customer: Customer) => (field ? customer[field] : last.get(customer.id)?.createdAt) ?? "";
  return customers.toSorted((a, b) => {
    const [one, other] = [read(a), read(b)];
    if (!one !== !other) return one ? -1 : 1;
    const order = words.compare(one, other);
    return (down ? -order : order) || words.compare(a.name, b.name);
  });
}
