import type { Customer } from "@sheaf/contracts/customers.ts";
import type { SearchResult } from "@sheaf/contracts/search.ts";

/** One line of the results. */
export type Found = { key: string; to: string } & (
  | { kind: "customer"; customer: Customer }
  | { kind: "job"; job: SearchResult["jobs"][number] }
);

export function matchesIn({ customers, jobs }: SearchResult): Found[] {
  return [
    ...customers.map(
      (customer) => ({ kind: "customer", customer, key: `c-${customer.id}`, to: `/customers/${customer.id}` }) as const,
    ),
    ...jobs.map((job) => ({ kind: "job", job, key: `j-${job.id}`, to: `/audit-trail?job=${job.id}` }) as const),
  ];
}
