import { and, eq, isNotNull } from "drizzle-orm";
import { anyOf } from "../../platform/db/any-of.ts";
import type { Db } from "../../platform/db/connect.ts";
import type { StoredBlob } from "../../platform/storage/blob-store.ts";
import { jobFiles } from "../jobs/table.ts";
import { isOfFile } from "./lane/reading-rows.ts";
import { fileReadings } from "./table.ts";

/** Where everything is stored that was read on the pages of a file. */
export interface StoredReading {
  jobId: string;
  fileId: string;
  stored: StoredBlob & { key: string };
}

/** Returns the stored readings of the files of jobs, as far as they are of the files' present pages. */
export async function storedReadings(db: Db, practiceId: string, jobIds: string[]): Promise<StoredReading[]> {
  const { jobId, fileId, blobKey, blobBytes, blobSha256 } = fileReadings;
  const rows = await db
    .select({ jobId, fileId, key: blobKey, sizeBytes: blobBytes, sha256: blobSha256 })
    .from(fileReadings)
    .innerJoin(jobFiles, isOfFile)
    .where(and(eq(fileReadings.practiceId, practiceId), anyOf(jobId, jobIds), isNotNull(blobKey)));
  return rows.flatMap(({ key, sizeBytes, sha256, ...file }) =>
    key === null || sizeBytes === null || sha256 === null ? [] : { ...file, stored: { key, sizeBytes, sha256 } },
  );
}
