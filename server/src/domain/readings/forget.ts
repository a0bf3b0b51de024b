import type { Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import type { JobRef } from "../jobs/index.ts";
import { forgetPages } from "./pages/forget-pages.ts";
import { fileReadings } from "./table.ts";

/** Deletes everything that was read in the files of a job but the blobs, which are in the folder of the job. */
export async function forgetReadings(tx: Tx, { practiceId, jobId }: JobRef): Promise<void> {
  await tx.delete(fileReadings).where(equals(fileReadings, { practiceId, jobId }));
  await forgetPages(tx, { practiceId, jobId });
}
