import { and, isNotNull, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { announcing } from "../../platform/events/events.ts";
import type { StoredBlob } from "../../platform/storage/blob-store.ts";
import type { JobRef, OutputRow } from "./status.ts";
import { outputs } from "./table.ts";

/** Returns the version of a PDF with text; null when it has none. */
export function versionWithText({
  searchableKey,
  searchableBytes,
  searchableSha256,
}: Pick<OutputRow, "searchableKey" | "searchableBytes" | "searchableSha256">): (StoredBlob & { key: string }) | null {
  if (searchableKey === null || searchableBytes === null || searchableSha256 === null) return null;
  return { key: searchableKey, sizeBytes: searchableBytes, sha256: searchableSha256 };
}

/**
 * Records the version of a PDF with text.
 * @returns false when the PDF was deleted meanwhile, or has such a version already
 */
export async function keepSearchable(
  tx: Tx,
  { practiceId, jobId, id }: Pick<OutputRow, "practiceId" | "jobId" | "id">,
  { key, sizeBytes, sha256 }: StoredBlob & { key: string },
): Promise<boolean> {
  const kept = await tx
    .update(outputs)
    .set({ searchableKey: key, searchableBytes: sizeBytes, searchableSha256: sha256 })
    .where(and(equals(outputs, { practiceId, jobId, id }), isNotNull(outputs.blobKey), isNull(outputs.searchableKey)))
    .returning({ announced: announcing(practiceId, { type: "job", id: jobId }) });
  return kept.length > 0;
}

/**
 * Forgets the versions with text of a job's PDFs, because what was read is erased.
 * @returns the keys of their blobs, which the caller deletes
 */
export async function forgetSearchable(tx: Tx, { practiceId, jobId }: JobRef): Promise<string[]> {
  const known = await tx
    .select({ key: outputs.searchableKey })
    .from(outputs)
    .where(and(equals(outputs, { practiceId, jobId }), isNotNull(outputs.searchableKey)))
    .for("update");
  if (known.length === 0) return [];
  await tx
    .update(outputs)
    .set({ searchableKey: null, searchableBytes: null, searchableSha256: null })
    .where(and(equals(outputs, { practiceId, jobId }), sql`${outputs.searchableKey} is not null`));
  return known.flatMap(({ key }) => key ?? []);
}
