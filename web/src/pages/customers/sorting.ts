import type { Customer, CustomerLastJob } from "@sheaf/contracts/customers.ts";
import { type Column, columns } from "./columns.ts";

export interface Sorting {
  column: Column["name"];
  down: boolean;
}

type LastJobs = ReadonlyMap<string, CustomerLastJob>;

/** "2" before "10", whatever the case. */
const words = new Intl.Collator("en-GB", { numeric: true, sensitivity: "base" });

/** "-last" in an address: by the last upload, the newest first. Whatever else stands there means by name. */
export function readSorting(text: string | null): Sorting {
  const down = text?.startsWith("-") ?? false;
  const column = columns.find(({ name }) => name === (down ? text?.slice(1) : text));
  return column ? { column: column.name, down } : { column: "name", down: false };
}

export const writeSorting = ({ column, down }: Sorting) => `${down ? "-" : ""}${column}`;

/** Pressing a column's head: by it, the other way round when it is by it already. Dates begin with the newest. */
export const sortedBy = (now: Sorting, column: Column["name"]): Sorting =>
  now.column === column ? { column, down: !now.down } : { column, down: column === "last" };

/** Customers without a value stand last in either direction; equals are by name. */
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
