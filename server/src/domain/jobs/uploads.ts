import { eq, type SQL, sql } from "drizzle-orm";
import { practices } from "../practices/table.ts";
import { type jobFiles, jobs, type outputs } from "./table.ts";

/*
 * A sample job is in no list, count, search, notification or export (docs/decisions/028). Whoever reads several jobs
 * asks with one of these conditions for uploads alone; the triggers of domain/metrics/ leave samples out by themselves.
 */

/** By the row itself. */
export const isUpload = (table: typeof jobs | typeof jobFiles | typeof outputs): SQL => eq(table.sample, false);

/** The same where only an index is read: by the id of the practice's one sample job. */
export const isUploadOf = (practiceId: string, jobId: typeof jobs.id | typeof jobFiles.jobId = jobs.id): SQL =>
  sql`${jobId} is distinct from (select ${practices.sampleJobId} from ${practices} where ${practices.id} = ${practiceId})`;
