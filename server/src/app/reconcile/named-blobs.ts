import { and, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { jobFolder, pagePictureKey, thumbnailKey } from "../../domain/jobs/index.ts";
import { jobFiles, outputs } from "../../domain/jobs/table.ts";
import { fileReadings } from "../../domain/readings/table.ts";
import type { Db } from "../../platform/db/connect.ts";
import { inPages } from "../../platform/db/in-pages.ts";

/** A stored file that a row refers to. */
export interface NamedBlob {
  jobId: string;
  /** Id of the row. */
  id: string;
  what: "original" | "pages" | "output" | "reading";
  key: string;
}

/** A range of job ids, excluding `after` and including `until`. */
export interface JobRange {
  after: string;
  until: string;
}

const batchSize = 1_000;

/**
 * Returns the files that the rows of a range of jobs refer to, reading some rows at a time.
 * @throws Error when a row refers to a file in another job's folder: comparing job by job would treat that file as
 *   unused
 */
export async function* namedBlobs(
  db: Db,
  practiceId: string,
  range: JobRange,
): AsyncGenerator<NamedBlob & { mustExist: boolean }> {
  for await (const blob of blobsOfRows(db, practiceId, range)) {
    if (!blob.key.startsWith(jobFolder(practiceId, blob.jobId))) {
      throw new Error(`A row of job ${blob.jobId} names a file outside its folder`);
    }
    yield blob;
  }
}

async function* blobsOfRows(
  db: Db,
  practiceId: string,
  range: JobRange,
): AsyncGenerator<NamedBlob & { mustExist: boolean }> {
  const kept = or(isNotNull(jobFiles.originalKey), isNotNull(jobFiles.pagesKey));
  for await (const { jobId, id, originalKey, pagesKey, pages } of rowsOf(db, practiceId, range, jobFiles, kept)) {
    if (originalKey) yield { jobId, id, key: originalKey, what: "original", mustExist: true };
    if (pagesKey) yield { jobId, id, key: pagesKey, what: "pages", mustExist: true };
    for (let page = 1; pagesKey !== null && page <= (pages ?? 0); page++) {
      yield { jobId, id, key: pagePictureKey(practiceId, jobId, pagesKey, page), what: "pages", mustExist: false };
    }
  }
  yield* readingsIn(db, practiceId, range);
  const stored = or(isNotNull(outputs.blobKey), sql`${outputs.thumbnails} > 0`);
  for await (const { jobId, id, blobKey, searchableKey, thumbnails } of rowsOf(
    db,
    practiceId,
    range,
    outputs,
    stored,
  )) {
    if (blobKey) yield { jobId, id, key: blobKey, what: "output", mustExist: true };
    if (searchableKey) yield { jobId, id, key: searchableKey, what: "output", mustExist: true };
    for (let page = 1; page <= thumbnails; page++) {
      yield { jobId, id, key: thumbnailKey(practiceId, jobId, id, page), what: "output", mustExist: false };
    }
  }
}

async function* readingsIn(
  db: Db,
  practiceId: string,
  { after, until }: JobRange,
): AsyncGenerator<NamedBlob & { mustExist: boolean }> {
  const { jobId, fileId, blobKey } = fileReadings;
  const inRange = and(
    eq(fileReadings.practiceId, practiceId),
    isNotNull(blobKey),
    sql`${jobId} > ${after}::uuid`,
    sql`${jobId} <= ${until}::uuid`,
  );
  const rows = inPages(batchSize, async (last?: { jobId: string; id: string }) =>
    db
      .select({ jobId, id: fileId, key: blobKey })
      .from(fileReadings)
      .where(and(inRange, last && sql`(${jobId}, ${fileId}) > (${last.jobId}::uuid, ${last.id}::uuid)`))
      .orderBy(jobId, fileId)
      .limit(batchSize),
  );
  for await (const { key, ...row } of rows) if (key) yield { ...row, key, what: "reading", mustExist: true };
}

function rowsOf<Table extends typeof jobFiles | typeof outputs>(
  db: Db,
  practiceId: string,
  { after, until }: JobRange,
  table: Table,
  condition: SQL | undefined,
): AsyncGenerator<Table["$inferSelect"]> {
  const inRange = and(
    eq(table.practiceId, practiceId),
    condition,
    sql`${table.jobId} > ${after}::uuid`,
    sql`${table.jobId} <= ${until}::uuid`,
  );
  return inPages(
    batchSize,
    async (last?: { jobId: string; id: string }): Promise<Table["$inferSelect"][]> =>
      db
        .select()
        .from(table as typeof jobFiles)
        .where(and(inRange, last && sql`(${table.jobId}, ${table.id}) > (${last.jobId}::uuid, ${last.id}::uuid)`))
        .orderBy(table.jobId, table.id)
        .limit(batchSize),
  );
}
