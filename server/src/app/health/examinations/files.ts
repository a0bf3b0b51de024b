import type { BlobStore } from "../../../platform/storage/blob-store.ts";
import type { Outcome } from "../examine.ts";

/** A bucket in S3, where files lie in one. */
export async function examineBucket(storage: Pick<BlobStore, "check">, bucket: string): Promise<Outcome> {
  try {
    await storage.check();
    return { state: "ok", words: `Files lie in the bucket ${bucket}.` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      state: "failed",
      words: `The bucket ${bucket} cannot be used (${why}). Uploads and downloads are refused.`,
      remedy: { words: "Correct the S3_ variables, or make the bucket reachable for this machine." },
    };
  }
}
