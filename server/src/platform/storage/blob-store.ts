import type { Readable } from "node:stream";

export interface StoredBlob {
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/**
 * Files by key ("app/closing/<id>/jobs/<id>/…"). A key is either whole or absent: half a file is never seen under it.
 */
export interface BlobStore {
  kind: "local" | "s3";
  /** Consumes the stream; when it fails or `signal` aborts, nothing is left under the key. */
  put(key: string, body: Readable, options?: { signal?: AbortSignal }): Promise<StoredBlob>;
  /** A local file into the store; it is moved where the driver can, and gone afterwards. */
  putFile(key: string, path: string): Promise<StoredBlob>;
  /** @throws BlobMissing */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /**
   * Copies a blob to a local path, comparing size and hash with what the row says.
   * @throws BlobMissing, BlobDamaged
   */
  fetch(key: string, path: string, expected: StoredBlob): Promise<void>;
  /** Absent keys are fine. */
  delete(keys: string[]): Promise<void>;
  /**
   * Keys below a prefix in their order, with sizes and ages; some in memory at a time. Servers differ in where "/"
   * sorts among other signs.
   */
  list(prefix: string): AsyncIterable<{ key: string; sizeBytes: number; modifiedAt: Date }>;
  /** Names of the folders right below a prefix that ends with "/", in no order. */
  folders(prefix: string): AsyncIterable<string>;
  /**
   * An address from which a browser fetches the blob by itself, for a minute.
   * @returns undefined where it has to go through the API
   */
  link(key: string, as: { disposition: string; type: string }): Promise<string | undefined>;
  /** Removes what broken uploads left. @returns how many */
  sweep(now: Date): Promise<number>;
  /**
   * Before a file comes from outside.
   * @throws OutOfSpace when there is no room for so many bytes, as far as the store can tell
   */
  requireFreeSpace(sizeBytes: number): Promise<void>;
  /** @throws Error in one sentence when it cannot be used */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The store itself cannot be used at the moment: nothing is said of any blob. `cause` tells why. */
export class StoreUnavailable extends Error {}
export class BlobMissing extends Error {}
export class BlobDamaged extends Error {}
