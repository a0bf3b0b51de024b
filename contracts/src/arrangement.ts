import { z } from "zod";
import { conversionLimits, outputPages } from "./limits.ts";

/** How far a page is turned, in degrees, clockwise. */
export const turns = [0, 90, 180, 270] as const;
export type Turn = (typeof turns)[number];

/** A page of a job's file as it lies in a document. Pages count from 1. */
const arrangedPage = z.object({
  fileId: z.uuid(),
  page: z.int().min(1).max(conversionLimits.pages),
  turn: z.literal(turns),
});

/**
 * What the user decided about a job's pages: documents, each an ordered list of pages, each document one PDF. A page
 * may lie in several documents, and in one of them twice; a page in no document is in no PDF.
 */
export const arrangement = z
  .array(z.object({ pages: z.array(arrangedPage).min(1).max(outputPages) }))
  .min(1)
  .max(outputPages);
export type Arrangement = z.output<typeof arrangement>;
