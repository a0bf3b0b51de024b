import { z } from "zod";
import { id } from "./fields.ts";

/**
 * Events of GET /api/events, one per message as JSON in `data`. They contain ids and versions only; the client fetches
 * the changed data, unless it has it already.
 */
export const changeEvent = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("job"),
    id,
    /** The job's `version` when the event was sent, which is after the change; left out once the job is deleted. */
    version: z.int().positive().optional(),
  }),
  z.object({ type: z.literal("customer"), id }),
  z.object({ type: z.literal("subscription") }),
  z.object({ type: z.literal("settings") }),
  z.object({ type: z.literal("members") }),
  z.object({ type: z.literal("outbox") }),
]);
export type ChangeEvent = z.infer<typeof changeEvent>;
