import type { Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { thumbnailKey } from "./blob-keys.ts";
import { withPagesOf } from "./earlier-outputs.ts";
import type { JobRow } from "./status.ts";
import { outputs } from "./table.ts";
import { takeOverVersions } from "./versions.ts";

/**
 * Removes the PDFs of a job that a change of its files has made wrong; they are made again. The caller has locked the
 * job, which has no deliveries of them.
 * @param fileIds only PDFs with pages of these files; all PDFs when omitted
 * @returns the keys of their blobs, to be deleted after the commit
 */
export async function removeOutputs(tx: Tx, { practiceId, id: jobId }: JobRow, fileIds?: string[]): Promise<string[]> {
  const removed = await tx
    .delete(outputs)
    .where(fileIds ? withPagesOf({ practiceId, jobId }, fileIds) : equals(outputs, { practiceId, jobId }))
    .returning({
      id: outputs.id,
      blobKey: outputs.blobKey,
      searchableKey: outputs.searchableKey,
      thumbnails: outputs.thumbnails,
      version: outputs.version,
    });
  if (removed.length > 0) await takeOverVersions(tx, { practiceId, jobId }, removed);
  return removed.flatMap(({ id, blobKey, searchableKey, thumbnails }) => [
    ...[blobKey, searchableKey].filter((key) => key !== null),
    ...Array.from({ length: thumbnails }, (_, index) => thumbnailKey(practiceId, jobId, id, index + 1)),
  ]);
}
