import { z } from "zod";
import { givenDay, id, instant, line } from "./fields.ts";
import type { Box } from "./reading.ts";

/** Number of hits that GET /api/search/pages returns at once. */
export const pageHits = 20;

/**
 * GET /api/search/pages. `q` may contain words, amounts ("£1,234.56"), dates ("14/10/2026", "14 Oct 2026",
 * "2026-10-14"), file names and names of customers; a page must match all of it. `from` and `to` are the first and last
 * day on which the page's job was created, in the installation's time zone. `cursor` is `next` of the previous answer.
 */
export const pageSearchQuery = z.object({
  q: line(200).min(1, "Enter what to search for"),
  customerId: id.optional(),
  from: givenDay.optional(),
  to: givenDay.optional(),
  cursor: z
    .string()
    .regex(
      /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.\d{1,6}$/,
      "Search again from the start",
    )
    .optional(),
});
export type PageSearchQuery = z.infer<typeof pageSearchQuery>;

const box = z.tuple([z.number(), z.number(), z.number(), z.number()]).readonly() satisfies z.ZodType<Box>;

/** A page on which the search was found. */
export const pageHit = z
  .object({
    jobId: id,
    fileId: id,
    fileName: z.string(),
    /** From 1. */
    page: z.int(),
    /** Number of pages of the file. */
    pages: z.int(),
    /** Null when the customer was deleted since. */
    customerId: id.nullable(),
    customerName: z.string(),
    createdAt: instant,
    /** Words around the first hit, in reading order. Without a hit when only names match: the beginning of the page. */
    snippet: z.array(z.object({ text: z.string(), isHit: z.boolean() })),
    /** Where the hits are on the page, in points from its top left corner. At most 50. */
    boxes: z.array(box),
    /** Size of the page, in points. */
    width: z.number(),
    height: z.number(),
    /** Address of the page's picture, which may have to be drawn first. */
    picturePath: z.string(),
    /** When the page is deleted unless its job changes before; null while the job is in progress. */
    keptUntil: instant.nullable(),
  })
  .meta({ id: "PageHit" });
export type PageHit = z.infer<typeof pageHit>;

/** Newest jobs first, the pages of a file in order. */
export const pageSearchResult = z
  .object({
    hits: z.array(pageHit),
    /** Cursor of the next hits; null at the end. */
    next: z.string().nullable(),
    /** What was searched for instead, because a word of `q` is on no page: "kestrel invoice"; null otherwise. */
    correction: z.string().nullable(),
    /** For how many days after its end the files and pages of a job are kept. */
    keptDays: z.int(),
    /** Number of files that are still waiting to be read. */
    unread: z.int(),
    /** Number of files that could not be read, or only in part. */
    notRead: z.int(),
    /** Whether older files, which are not in `unread`, are still to be found and read. */
    isCatchingUp: z.boolean(),
    /** Whether the practice lets pages be read. */
    isOn: z.boolean(),
  })
  .meta({ id: "PageSearchResult" });
export type PageSearchResult = z.infer<typeof pageSearchResult>;
