import type { TurnPagesInput } from "@sheaf/contracts/file-reading.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { api } from "./client.ts";
import { useActOnJob } from "./faulty-files.ts";

/** Turns pages upright as proposed: a new version of the job's PDFs, of which nothing is sent. */
export const useTurnPages = (jobId: string) =>
  useActOnJob((pages: TurnPagesInput["pages"]) => api.post<Job>(`/api/jobs/${jobId}/turn-pages`, { pages }), {
    done: "Pages turned",
    failed: "Turning failed",
  });
