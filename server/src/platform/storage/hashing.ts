import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BlobDamaged, type StoredBlob } from "./blob-store.ts";

/** Passes bytes through, and counts and hashes them; `facts()` is valid once the stream has ended. */
export class HashingStream extends Transform {
  readonly #hash = createHash("sha256");
  #sizeBytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk);
    this.#sizeBytes += chunk.length;
    done(null, chunk);
  }

  facts(): StoredBlob {
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest("hex") };
  }
}

/** Returns the size and hash of a local file. */
export async function hashFile(path: string): Promise<StoredBlob> {
  const counted = new HashingStream();
  await pipeline(createReadStream(path), counted.resume());
  return counted.facts();
}

/** @throws BlobDamaged, after removing the copy, unless size and hash are the expected ones */
export async function requireUndamaged(path: string, got: StoredBlob, expected: StoredBlob): Promise<void> {
  if (got.sizeBytes === expected.sizeBytes && got.sha256 === expected.sha256) return;
  await rm(path, { force: true });
  throw new BlobDamaged("A stored file is not what was written: its size or checksum differs");
}
