import { jobFolder } from "../../domain/jobs/index.ts";
import type { BlobStore } from "../../platform/storage/blob-store.ts";
import { isUuid } from "../../platform/storage/is-uuid.ts";
import type { JobRange } from "./named-blobs.ts";

/** Some of the stored files of a practice: all files of the jobs in a range. */
export interface StoredPart {
  /** Time of the last change by key. */
  files: Map<string, Date>;
  jobs: JobRange;
}

const first = "00000000-0000-0000-0000-000000000000";
const last = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * Returns the stored files of a practice in the order of the job ids. The ranges of the parts together cover all
 * possible jobs, whether files are stored for them or not.
 * @param atLeast minimum number of files in each part except the last
 * @throws Error when the store does not list keys in order: files listed too late would count as missing
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
