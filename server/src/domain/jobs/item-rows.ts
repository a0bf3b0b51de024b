import { and, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { jobFiles, type jobs, outputs } from "./table.ts";
import { takeOverVersions } from "./versions.ts";

type FileRow = typeof jobFiles.$inferSelect;
type Job = Pick<typeof jobs.$inferSelect, "practiceId" | "id" | "separatePdfs" | "arrangement">;

/** A file from a container: one to convert, or one that cannot or need not be converted. */
export type ItemRow = Pick<
  FileRow,
  | ("id" | "originalName" | "path" | "type" | "sizeBytes" | "sha256" | "originalKey" | "reason" | "message")
  | ("itemIndex" | "isOwnContent" | "password")
> & { state: "waiting" | "refused" | "set-aside" };

/**
 * Inserts items directly after their container. The positions of later files and of their existing PDFs increase. The
 * caller has locked the job.
 */
export async function insertItems(
  tx: Tx,
  job: Job,
  container: Pick<FileRow, "id" | "position" | "sample">,
  items: ItemRow[],
): Promise<void> {
  const { practiceId, id: jobId } = job;
  await shiftAfter(tx, job, container.position, items.length);
  const belongs = { practiceId, jobId, parentId: container.id, sample: container.sample };
  await tx.insert(jobFiles).values(
    items.map((item, index) => ({
      ...item,
      ...belongs,
      position: container.position + 1 + index,
      endedAt: item.state === "refused" ? sql`now()` : null,
    })),
  );
}

/**
 * Removes the items of a container that is to be unpacked or replaced once more. None of them has been converted. The
 * caller has locked the job.
 * @returns the blob keys of their originals
 */
export async function removeItems(tx: Tx, job: Job, container: Pick<FileRow, "id" | "position">): Promise<string[]> {
  const { practiceId, id: jobId } = job;
  const removed = await tx
    .delete(jobFiles)
    .where(equals(jobFiles, { practiceId, jobId, parentId: container.id }))
    .returning({ key: jobFiles.originalKey, version: jobFiles.version });
  if (removed.length === 0) return [];
  await shiftAfter(tx, job, container.position + removed.length, -removed.length);
  await takeOverVersions(tx, { practiceId, jobId }, removed);
  return removed.flatMap(({ key }) => key ?? []);
}

/** Moves the files behind a position, and their PDFs where each file has its own. */
async function shiftAfter(
  tx: Tx,
  { practiceId, id: jobId, separatePdfs, arrangement }: Job,
  position: number,
  by: number,
): Promise<void> {
  const behind = (table: typeof jobFiles | typeof outputs) =>
    and(eq(table.practiceId, practiceId), eq(table.jobId, jobId), gt(table.position, position));
  await tx
    .update(jobFiles)
    .set({ position: sql`${jobFiles.position} + ${by}` })
    .where(behind(jobFiles));
  if (!separatePdfs || arrangement) return;
  await tx
    .update(outputs)
    .set({ position: sql`${outputs.position} + ${by}` })
    .where(behind(outputs));
}
