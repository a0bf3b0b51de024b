import type { Readable } from "node:stream";
import { BlobMissing, type BlobStore } from "../../../platform/storage/blob-store.ts";

/** Opens the picture of a page; returns null when it is not drawn yet. */
export async function openPicture(storage: BlobStore, key: string): Promise<Readable | null> {
  return storage.open(key).catch((error) => {
    if (error instanceof BlobMissing) return null;
    throw error;
  });
}

export async function isStored(storage: BlobStore, key: string): Promise<boolean> {
  const picture = await openPicture(storage, key);
  picture?.destroy();
  return picture !== null;
}
