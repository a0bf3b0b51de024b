import { and, ne, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import type { MadePdf } from "./destinations.ts";
import type { JobRef } from "./status.ts";
import { outputs } from "./table.ts";

/** PDFs with pages of one of these files that are not an earlier version. */
export const withPagesOf = ({ practiceId, jobId }: JobRef, fileIds: string[]) =>
  and(
    equals(outputs, { practiceId, jobId }),
    ne(outputs.purpose, "earlier"),
    sql`${outputs.fileIds} && ${sql.param(fileIds)}::uuid[]`,
  );

/**
 * Makes PDFs earlier versions, so that their documents are made again: what was sent stays as it was. The caller has
 * locked the job.
 */
export async function keepAsEarlier(tx: Tx, ref: JobRef, fileIds: string[]): Promise<void> {
  await tx.update(outputs).set({ purpose: "earlier" }).where(withPagesOf(ref, fileIds));
}

/** Returns the PDFs of which there is no earlier version: only those are sent by themselves. */
export async function withoutEarlierVersions<Pdf extends MadePdf>(
  tx: Tx,
  { practiceId, jobId }: JobRef,
  made: Pdf[],
): Promise<Pdf[]> {
  const earlier = await tx
    .select({ position: outputs.position })
    .from(outputs)
    .where(equals(outputs, { practiceId, jobId, purpose: "earlier" }));
  const known = new Set(earlier.map(({ position }) => position));
  return made.filter(({ position }) => !known.has(position));
}
