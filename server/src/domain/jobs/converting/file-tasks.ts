import { z } from "zod";

/** What a task about one file is given. */
export const fileRef = z.object({ practiceId: z.uuid(), jobId: z.uuid(), fileId: z.uuid() });

/** What the queue has to know of `unpackFile`: converting sets unpacking going, and unpacking converting. */
export const unpackFileTask = { name: "jobs.unpack-file", payload: fileRef };
