import { messageOf } from "@sheaf/contracts/message-of.ts";
import type { BlobStore } from "../../../platform/storage/blob-store.ts";
import { failed, type Outcome, ok } from "../outcome.ts";

/** Examines the S3 bucket, when files are stored in one. */
export async function examineBucket(storage: Pick<BlobStore, "check">, bucket: string): Promise<Outcome> {
  try {
    await storage.check();
    return ok(`Files are stored in the bucket ${bucket}.`);
  } catch (error) {
    const why = messageOf(error);
    return failed(`The bucket ${bucket} cannot be used (${why}). Uploads and downloads are refused.`, {
      words: "Correct the S3_ variables, or allow this machine to reach the bucket.",
    });
  }
}
