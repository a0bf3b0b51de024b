import { and, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { thumbnailKey } from "./blob-keys.ts";
import type { JobRow } from "./status.ts";
import { outputs } from "./table.ts";
import { takeOverVersions } from "./versions.ts";

/**
 * Removes the PDFs of a job that a change of its files has made wrong; they are made again. The caller has locked the
 * job, which has no deliveries of them.
 * @param fileId only PDFs with pages of this file; all PDFs when omitted
 * @returns the keys of their blobs, to be deleted after the commit
 */
export async function removeOutputs(tx: Tx, { practiceId, id: jobId }: JobRow, fileId?: string): Promise<string[]> {
  const ofFile = fileId === undefined ? undefined : sql`${fileId} = any(${outputs.fileIds})`;
  const removed = await tx
    .delete(outputs)
    .where(and(equals(outputs, { practiceId, jobId }), ofFile))
    .returning({
      id: outputs.id,
      blobKey: outputs.blobKey,
      thumbnails: outputs.thumbnails,
      version: outputs.version,
    });
  if (removed.length > 0) await takeOverVersions(tx, { practiceId, jobId }, removed);
  return removed.flatMap(({ id, blobKey, thumbnails }) => [
    ...(blobKey === null ? [] : [blobKey]),
    ...Array.from({ length: thumbnails }, (_, index) => thumbnailKey(practiceId, jobId, id, index + 1)),
  ]);
}
