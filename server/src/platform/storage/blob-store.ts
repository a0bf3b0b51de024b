import type { Readable } from "node:stream";

export interface StoredBlob {
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/**
 * Stores files by key ("app/closing/<id>/jobs/<id>/…"). A key is either complete or absent: a partial file is never
 * visible.
 */
export interface BlobStore {
  kind: "local" | "s3";
  /** Stores a stream; when it fails or `signal` aborts, nothing is stored. */
  put(key: string, body: Readable, options?: { signal?: AbortSignal }): Promise<StoredBlob>;
  /** Stores a local file; it is moved if the driver can, and removed in any case. */
  putFile(key: string, path: string): Promise<StoredBlob>;
  /** @throws BlobMissing */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /**
   * Copies a blob to a local path and compares size and hash with the expected ones.
   * @throws BlobMissing, BlobDamaged
   */
  fetch(key: string, path: string, expected: StoredBlob): Promise<void>;
  /** Deletes keys; absent ones are ignored. */
  delete(keys: string[]): Promise<void>;
  /**
   * Lists the keys below a prefix in order, with sizes and times, page by page. Servers differ in how "/" sorts
   * relative to other characters.
   */
  list(prefix: string): AsyncIterable<{ key: string; sizeBytes: number; modifiedAt: Date }>;
  /** Lists the names of the folders directly below a prefix that ends with "/", in no particular order. */
  folders(prefix: string): AsyncIterable<string>;
  /**
   * Returns a URL from which a browser can download the blob directly, valid for a minute.
   * @returns undefined when the download must go through the API
   */
  link(key: string, as: { disposition: string; type: string }): Promise<string | undefined>;
  /** Removes the remains of interrupted uploads. @returns how many */
  sweep(now: Date): Promise<number>;
  /**
   * Checks the free space before an upload.
   * @throws OutOfSpace when there is not enough space for so many bytes, if the store can tell
   */
  requireFreeSpace(sizeBytes: number): Promise<void>;
  /** @throws Error with one sentence when the store cannot be used */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The store itself cannot be used at the moment, whatever the blob. `cause` is the reason. */
export class StoreUnavailable extends Error {}
export class BlobMissing extends Error {}
export class BlobDamaged extends Error {}
