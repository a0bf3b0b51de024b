import { z } from "zod";
import { id } from "./fields.ts";

/** What GET /api/events sends: ids only, the client fetches what changed. One per message, JSON in `data`. */
export const changeEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("job"), id }),
  z.object({ type: z.literal("customer"), id }),
  z.object({ type: z.literal("subscription") }),
  z.object({ type: z.literal("settings") }),
  z.object({ type: z.literal("members") }),
  z.object({ type: z.literal("outbox") }),
]);
export type ChangeEvent = z.infer<typeof changeEvent>;
