import { z } from "zod";
import { customer } from "./customers.ts";
import { id, instant, line } from "./fields.ts";
import { light } from "./jobs.ts";
import { pageHit } from "./page-search.ts";

export const searchQuery = z.object({
  q: line(200).min(1, "Enter what to search for"),
});

/**
 * GET /api/search: a few of each kind, the best matches first. Customers are searched by their `customerColumns`, jobs
 * by customer and file names, pages by what is printed on them.
 */
export const searchResult = z
  .object({
    customers: z.array(customer),
    jobs: z.array(
      z.object({
        id,
        createdAt: instant,
        customerName: z.string(),
        fileNames: z.array(z.string()),
        light,
        /** Same as `detail` of the job. */
        detail: z.string().nullable(),
      }),
    ),
    /** The first hits of GET /api/search/pages. */
    pages: z.array(pageHit),
  })
  .meta({ id: "SearchResult" });
export type SearchResult = z.infer<typeof searchResult>;
