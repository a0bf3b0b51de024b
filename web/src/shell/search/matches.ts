import type { Customer } from "@sheaf/contracts/customers.ts";
import type { PageHit } from "@sheaf/contracts/page-search.ts";
import type { SearchResult } from "@sheaf/contracts/search.ts";
import { hitKey, pageSearchPath } from "../../api/page-search.ts";

/** One line of the results. */
export type Found = { key: string; to: string } & (
  | { kind: "customer"; customer: Customer }
  | { kind: "job"; job: SearchResult["jobs"][number] }
  | { kind: "page"; hit: PageHit }
  /** Leads to the search of the pages alone. */
  | { kind: "all-pages" }
);

/** @param q the words that were searched */
export function matchesIn({ customers, jobs, pages }: SearchResult, q: string): Found[] {
  const allPages = { kind: "all-pages", key: "all-pages", to: pageSearchPath({ q }) } as const;
  return [
    ...customers.map(
      (customer) => ({ kind: "customer", customer, key: `c-${customer.id}`, to: `/customers/${customer.id}` }) as const,
    ),
    ...jobs.map((job) => ({ kind: "job", job, key: `j-${job.id}`, to: `/audit-trail?job=${job.id}` }) as const),
    ...pages.map((hit) => ({ kind: "page", hit, key: `p-${hitKey(hit)}`, to: pageSearchPath({ q }, hit) }) as const),
    ...(pages.length > 0 ? [allPages] : []),
  ];
}
