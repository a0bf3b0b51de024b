import { z } from "zod";
import { id } from "./fields.ts";

/**
 * Events of GET /api/events, one per message as JSON in `data`. They contain ids only; the client fetches the changed
 * data.
 */
export const changeEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("job"), id }),
  z.object({ type: z.literal("customer"), id }),
  z.object({ type: z.literal("subscription") }),
  z.object({ type: z.literal("settings") }),
  z.object({ type: z.literal("members") }),
  z.object({ type: z.literal("outbox") }),
]);
export type ChangeEvent = z.infer<typeof changeEvent>;
