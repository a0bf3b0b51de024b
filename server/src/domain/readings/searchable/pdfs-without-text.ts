import { and, exists, isNotNull, isNull, ne, notExists, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import type { JobRef, OutputRow } from "../../jobs/index.ts";
import { jobFiles, outputs } from "../../jobs/table.ts";
import { isOfFile, isUnfinished } from "../lane/reading-rows.ts";
import { fileReadings } from "../table.ts";

/** PDFs of a job; with a file, those that have pages of it. */
export type PdfsOfJob = JobRef & { fileId?: string | undefined };

/**
 * Returns the PDFs that have no version with text although all of their files are read. Those made for an email alone
 * are never downloaded.
 */
export async function pdfsWithoutText(db: Db | Tx, { practiceId, jobId, fileId }: PdfsOfJob): Promise<OutputRow[]> {
  const readings = (which: SQL) =>
    db
      .select({ fileId: fileReadings.fileId })
      .from(fileReadings)
      .innerJoin(jobFiles, isOfFile)
      .where(
        and(equals(fileReadings, { practiceId, jobId }), sql`${fileReadings.fileId} = any(${outputs.fileIds})`, which),
      );
  return db
    .select()
    .from(outputs)
    .where(
      and(
        equals(outputs, { practiceId, jobId, sample: false }),
        isNotNull(outputs.blobKey),
        isNull(outputs.searchableKey),
        ne(outputs.purpose, "mail"),
        fileId === undefined ? undefined : sql`${fileId}::uuid = any(${outputs.fileIds})`,
        exists(readings(isNotNull(fileReadings.blobKey))),
        notExists(readings(isUnfinished)),
      ),
    );
}
