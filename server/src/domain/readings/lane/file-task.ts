import { z } from "zod";

/** Name and payload of `readFile`, kept apart from it for those who only queue it. */
export const readFileTask = {
  name: "readings.read",
  payload: z.object({ practiceId: z.uuid(), jobId: z.uuid(), fileId: z.uuid() }),
};
