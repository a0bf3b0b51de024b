import type { Config } from "../config/config.ts";
import type { BlobStore } from "./blob-store.ts";
import { blobFolder, openLocalBlobs } from "./local-blobs.ts";

/** Where files lie: in S3 when a bucket is configured, else in the data folder. */
export async function openStorage({ s3, dataDir }: Pick<Config, "s3" | "dataDir">): Promise<BlobStore> {
  if (!s3) return openLocalBlobs(blobFolder(dataDir));
  // Amazon's library takes a while to load; most installations never need it.
  const { openS3Blobs } = await import("./s3-blobs.ts");
  return openS3Blobs(s3);
}
