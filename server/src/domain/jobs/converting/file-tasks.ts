import { z } from "zod";

/** The payload of a task for one file. */
export const fileRef = z.object({ practiceId: z.uuid(), jobId: z.uuid(), fileId: z.uuid() });

/** Name and payload of `unpackFile`, kept apart from it because converting and unpacking queue each other. */
export const unpackFileTask = { name: "jobs.unpack-file", payload: fileRef };
