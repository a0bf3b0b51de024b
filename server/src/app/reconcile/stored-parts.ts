import { jobFolder } from "../../domain/jobs/index.ts";
import type { BlobStore } from "../../platform/storage/blob-store.ts";
import { isUuid } from "../../platform/storage/is-uuid.ts";
import type { JobRange } from "./named-blobs.ts";

/** Some of what is stored of a practice: whole jobs, and every job of that range. */
export interface StoredPart {
  /** When each was changed, by key. */
  files: Map<string, Date>;
  jobs: JobRange;
}

const first = "00000000-0000-0000-0000-000000000000";
const last = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * What is stored of a practice in the order of its jobs' ids; the parts' ranges together hold every job, stored or not.
 * @param atLeast files in each part but the last
 * @throws Error when the store does not list in order: what it lists too late would be taken for missing
 */
export async function* storedParts(
  storage: Pick<BlobStore, "list">,
  practiceId: string,
  atLeast: number,
): AsyncGenerator<StoredPart> {
  const before = jobFolder(practiceId, "").slice(0, -1);
  let files = new Map<string, Date>();
  let after = first;
  let until = first;
  for await (const { key, modifiedAt } of storage.list(`practices/${practiceId}/`)) {
    const name = key.startsWith(before) ? key.slice(before.length).split("/", 1)[0] : undefined;
    const job = name !== undefined && isUuid(name) ? name : until;
    if (job < until) throw new Error("The file store does not list its files in order");
    if (job !== until && files.size >= atLeast) {
      yield { files, jobs: { after, until } };
      files = new Map();
      after = until;
    }
    until = job;
    files.set(key, modifiedAt);
  }
  yield { files, jobs: { after, until: last } };
}
