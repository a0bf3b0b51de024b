import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { BlobDamaged, type StoredBlob } from "./blob-store.ts";

/**
 * Passes a stored file on and compares it with what its row says. The last chunk is held back until size and hash are
 * known to be right, so that a damaged file breaks off instead of arriving as if it were whole. The stream fails with
 * BlobDamaged.
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
  // A reader that goes away before the first byte has not begun to read `body`, and would leave it open.
  out.once("close", () => body.destroy());
  return out;
}
