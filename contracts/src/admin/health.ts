import { z } from "zod";

/** "unknown": not checked, or cannot be determined from this process; not a fault. */
export const healthStates = ["ok", "warning", "failed", "unknown"] as const;
export type HealthState = (typeof healthStates)[number];

/** The state of one part of the installation, and how to repair it. */
export const examination = z
  .object({
    /** Stable identifier for monitoring systems and pages. */
    name: z.string(),
    /** Shown on pages: "LibreOffice". */
    label: z.string(),
    state: z.enum(healthStates),
    /** One or two sentences, without secrets. */
    words: z.string(),
    remedy: z
      .object({
        words: z.string(),
        /** To be run on the affected machine. */
        command: z.string().optional(),
      })
      .optional(),
  })
  .meta({ id: "Examination" });
export type Examination = z.infer<typeof examination>;

/** GET /api/admin/health: the result of every check, made for this request. Can take several seconds. */
export const health = z.array(examination).meta({ id: "AdminHealth" });
