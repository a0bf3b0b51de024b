import { eq, notInArray, type SQL, sql } from "drizzle-orm";
import { constant } from "../../platform/db/constant.ts";
import { practices } from "../practices/table.ts";
import { jobFiles, jobs, type outputs } from "./table.ts";

/*
 * A sample job is in no list, count, search, notification or export (docs/decisions/028). Queries on several jobs use
 * one of these conditions to select only uploads; the triggers of domain/metrics/ exclude samples by themselves.
 */

/** A condition on the row itself. */
export const isUpload = (table: typeof jobs | typeof jobFiles | typeof outputs): SQL =>
  constant(eq(table.sample, false));

/** The same for queries that read only an index: compares the id with that of the practice's one sample job. */
export const isUploadOf = (practiceId: string, jobId: typeof jobs.id | typeof jobFiles.jobId = jobs.id): SQL =>
  sql`${jobId} is distinct from (select ${practices.sampleJobId} from ${practices} where ${practices.id} = ${practiceId})`;

/** Excludes containers, whose files count instead, and items that are set aside: neither is a document. */
export const isDocument: SQL = notInArray(jobFiles.state, ["unpacked", "set-aside"]);
