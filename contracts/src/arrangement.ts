import { z } from "zod";
import { conversionLimits, outputPages } from "./limits.ts";

/** How far a page is turned, in degrees, clockwise. */
export const turns = [0, 90, 180, 270] as const;
export type Turn = (typeof turns)[number];

/** A page of a job's file within an arranged PDF. Pages count from 1. */
const arrangedPage = z.object({
  fileId: z.uuid(),
  page: z.int().min(1).max(conversionLimits.pages),
  turn: z.literal(turns),
});

/**
 * The user's arrangement of a job's pages: one ordered list of pages for each PDF. A page may be in several PDFs, and
 * more than once in one of them; a page in none of the lists is in no PDF.
 */
export const arrangement = z
  .array(z.object({ pages: z.array(arrangedPage).min(1).max(outputPages) }))
  .min(1)
  .max(outputPages);
export type Arrangement = z.output<typeof arrangement>;
