import { z } from "zod";

/** Name and payload of `drawPage`, kept apart from it for those who only queue it. */
export const drawPageTask = {
  name: "readings.draw-page",
  payload: z.object({ practiceId: z.uuid(), jobId: z.uuid(), fileId: z.uuid(), page: z.int().min(1) }),
};
export type PagePicture = z.infer<typeof drawPageTask.payload>;
