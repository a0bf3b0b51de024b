import { z } from "zod";
import { turns } from "./arrangement.ts";
import { id } from "./fields.ts";
import { outputPages } from "./limits.ts";
import { readingProblems } from "./reading.ts";

/** A page that a person or an inbox could not read. */
const readabilityFinding = z.object({
  kind: z.literal("readability"),
  /** From 1. */
  page: z.int().positive(),
  problem: z.enum(readingProblems),
  /** Dots per inch at which the print was captured; null when unknown. */
  dpi: z.number().nullable(),
  /** "hold": the job's emails wait until a user confirms them. */
  severity: z.enum(["note", "hold"]),
  title: z.string(),
  /** What to do, in a sentence or two. */
  text: z.string(),
});
export type ReadabilityFinding = z.infer<typeof readabilityFinding>;

/** What was read on the pages of a file, without its words. */
export const fileReading = z
  .object({
    /** "off": the practice has its pages not read. */
    state: z.enum(["waiting", "read", "not-read", "off"]),
    /** One sentence when pages were not read, or not in time for the PDFs that the job waited for; null otherwise. */
    detail: z.string().nullable(),
    findings: z.array(readabilityFinding),
    /** Pages that stand on their side or head and how far each has to be turned, until they are (POST …/turn-pages). */
    turns: z.array(z.object({ page: z.int().positive(), turn: z.literal(turns) })),
  })
  .meta({ id: "FileReading" });
export type FileReading = z.infer<typeof fileReading>;

/** POST /api/jobs/{id}/turn-pages: the pages to turn as proposed (`reading.turns` of their files). */
export const turnPagesInput = z.object({
  pages: z
    .array(z.object({ fileId: id, page: z.int().positive() }))
    .min(1, "Choose at least one page")
    .max(outputPages),
});
export type TurnPagesInput = z.infer<typeof turnPagesInput>;
