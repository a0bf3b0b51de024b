import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { containerLimits } from "@sheaf/contracts/limits.ts";
import type { Refusal } from "@sheaf/contracts/refusals.ts";
import type { UnpackedItem } from "@sheaf/engine/unpack/item.ts";
import { equals } from "../../../platform/db/equals.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import type { StoredBlob } from "../../../platform/storage/blob-store.ts";
import type { FileRow } from "../status.ts";
import { jobFiles } from "../table.ts";

type Needs = Pick<WorkerServices, "db" | "engine" | "storage">;

/** Neither the file nor a container of it is stored. */
export class OriginalGone extends Error {}

/** An item that could not be unpacked. `text` is a whole sentence that begins with the item's name. */
export class ItemRejected extends Error {
  readonly reason: Refusal;
  readonly text: string;
  constructor({ reason, text }: Extract<UnpackedItem, { outcome: "rejected" }>) {
    super(text);
    this.reason = reason;
    this.text = text;
  }
}

/**
 * Copies a file's original to a local path. The original of an item is deleted once it is converted, so it is read from
 * its container again, which may itself be inside another one.
 * @param to.folder for the containers, deleted by the caller
 * @throws OriginalGone, ItemRejected, ConvertError when a container cannot be read; BlobMissing, BlobDamaged
 */
export async function fetchOriginal(
  services: Needs,
  file: FileRow,
  to: { path: string; folder: string; signal: AbortSignal },
): Promise<StoredBlob> {
  const { storage, engine } = services;
  if (file.originalKey) {
    await storage.fetch(file.originalKey, to.path, file);
    return { sizeBytes: file.sizeBytes, sha256: file.sha256 };
  }
  const container = await findContainer(services, file);
  if (!container || file.itemIndex === null) throw new OriginalGone("The original is not stored");
  const path = join(to.folder, `container-${container.id}`);
  await fetchOriginal(services, container, { ...to, path });
  const itemsDir = join(to.folder, `items-${container.id}`);
  await mkdir(itemsDir);
  const limits = { items: containerLimits.items, bytes: containerLimits.unpackedBytes };
  const options = { practiceId: file.practiceId, limits, only: file.itemIndex, signal: to.signal };
  for await (const unpacked of engine.unpack({ path, name: container.originalName }, itemsDir, options)) {
    // Another version of Sheaf may list the items of a container differently than the one that unpacked it.
    if (!file.path?.endsWith(` › ${unpacked.item.path}`)) throw new OriginalGone("Another item is in its place");
    if (unpacked.outcome === "rejected") throw new ItemRejected(unpacked);
    // Awaited here, because the items are deleted as soon as the loop is left.
    if (unpacked.body) return await writeFileOf(unpacked.body, to);
  }
  throw new OriginalGone("The container has no content for this item");
}

async function writeFileOf(
  body: AsyncIterable<Buffer>,
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<StoredBlob> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  async function* measured() {
    for await (const chunk of body) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      yield chunk;
    }
  }
  await pipeline(measured(), createWriteStream(path), { signal });
  return { sizeBytes, sha256: hash.digest("hex") };
}

async function findContainer({ db }: Needs, file: FileRow): Promise<FileRow | undefined> {
  const { practiceId, jobId, parentId } = file;
  if (parentId === null) return undefined;
  const [container] = await db
    .select()
    .from(jobFiles)
    .where(equals(jobFiles, { practiceId, jobId, id: parentId }));
  return container;
}
