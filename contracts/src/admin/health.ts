import { z } from "zod";

/** "unknown": it was not tried, or cannot be told from here. That is no fault. */
export const healthStates = ["ok", "warning", "failed", "unknown"] as const;
export type HealthState = (typeof healthStates)[number];

/** How one part of the installation is, and what mends it. */
export const examination = z
  .object({
    /** Stays the same: what monitors and pages recognise it by. */
    name: z.string(),
    /** For people: "LibreOffice". */
    label: z.string(),
    state: z.enum(healthStates),
    /** One or two sentences, without secrets. */
    words: z.string(),
    remedy: z
      .object({
        words: z.string(),
        /** To be typed on the machine in question. */
        command: z.string().optional(),
      })
      .optional(),
  })
  .meta({ id: "Examination" });
export type Examination = z.infer<typeof examination>;

/** GET /api/admin/health: everything that was examined, just now. Takes up to some seconds. */
export const health = z.array(examination).meta({ id: "AdminHealth" });
