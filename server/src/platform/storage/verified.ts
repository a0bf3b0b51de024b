import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { BlobDamaged, type StoredBlob } from "./blob-store.ts";

/**
 * Passes a stored file through and compares it with its row. The last chunk is held back until size and hash are
 * verified, so that a damaged file fails instead of appearing complete. The stream fails with BlobDamaged.
 */
export function verified(body: Readable, expected: StoredBlob): Readable {
  async function* checked() {
    const hash = createHash("sha256");
    let sizeBytes = 0;
    let held: Buffer | undefined;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes > expected.sizeBytes) break;
      if (held) yield held;
      held = chunk;
    }
    if (sizeBytes !== expected.sizeBytes || hash.digest("hex") !== expected.sha256) {
      throw new BlobDamaged("A stored file is not what was written: its size or checksum differs");
    }
    if (held) yield held;
  }
  const out = Readable.from(checked(), { objectMode: false });
  // A reader that is destroyed before the first byte has not started to read `body`, which would stay open.
  out.once("close", () => body.destroy());
  return out;
}
