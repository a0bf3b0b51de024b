import type { Config } from "../config/config.ts";
import type { BlobStore } from "./blob-store.ts";
import { blobFolder, openLocalBlobs } from "./local-blobs.ts";

/** Opens the file store: S3 when a bucket is configured, otherwise the data folder. */
export async function openStorage({ s3, dataDir }: Pick<Config, "s3" | "dataDir">): Promise<BlobStore> {
  if (!s3) return openLocalBlobs(blobFolder(dataDir));
  // Loaded on demand, because the AWS SDK takes long to load and most installations do not need it.
  const { openS3Blobs } = await import("./s3-blobs.ts");
  return openS3Blobs(s3);
}
