import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { containerLimits } from "@sheaf/contracts/limits.ts";
import { refusals } from "@sheaf/contracts/refusal-words.ts";
import type { SandboxAnswer } from "../sandbox/protocol.ts";
import {
  type Item,
  isTooLarge,
  isUnpacked,
  nameOf,
  noRoomForBytes,
  noRoomForItems,
  packStart,
  tooManyItems,
  type UnpackedItem,
  unpacksTooLarge,
  type WrittenItem,
} from "./item.ts";

type Answer = Extract<SandboxAnswer, { did: "unpack" }>;

/** Sends one request to a sandboxed process, which packs items from `first` on into `outPath`. */
export type RequestItems = (first: number, outPath: string) => Promise<Answer>;

interface Batch {
  path: string;
  written: WrittenItem[];
  /** Offset of the next item. */
  at: number;
}

interface Wanted {
  /** Maximum number of items in the container. */
  items: number;
  /** Maximum sum of the bytes of the items that are read. */
  bytes: number;
  /** Size of the container, which limits that sum too. */
  containerBytes: number;
  /** Index of the only item wanted; all when omitted. */
  only?: number;
}

/**
 * Unpacks the items of a container in order. A body can be read until the next item is requested.
 * @param folder an existing folder, which is empty again at the end
 * @throws ConvertError too-large, and all errors of `request`
 */
export async function* readItems(request: RequestItems, folder: string, wanted: Wanted): AsyncGenerator<UnpackedItem> {
  const path = join(folder, "items.pack");
  let bytes = 0;
  async function nextBatch(first: number): Promise<Batch & { items: Item[] }> {
    const { items, written } = await request(first, path);
    const total = written.reduce((sum, one) => sum + sizeIn(one), 0);
    const { size } = await stat(path);
    if (size !== packStart + total)
      throw new Error(`The sandbox packed ${size} bytes, but reported ${packStart + total}.`);
    bytes += total;
    if (isTooLarge(bytes, wanted.containerBytes)) throw unpacksTooLarge();
    if (bytes > wanted.bytes) throw noRoomForBytes();
    return { path, items, written, at: packStart };
  }

  let batch = await nextBatch(wanted.only ?? 0);
  const { items } = batch;
  if (items.length > containerLimits.items) throw tooManyItems();
  if (items.length > wanted.items) throw noRoomForItems();
  try {
    for (const [index, item] of items.entries()) {
      if (wanted.only !== undefined && index !== wanted.only) continue;
      if (!isUnpacked(item)) {
        yield notUnpacked(item);
        continue;
      }
      if (batch.written.length === 0) batch = await nextBatch(index);
      const one = batch.written.shift();
      if (!one) throw new Error("The sandbox returned fewer items than it listed.");
      yield unpacked(item, one, batch);
      batch.at += sizeIn(one);
    }
  } finally {
    await rm(path, { force: true });
  }
}

const sizeIn = (one: WrittenItem): number => ("sizeBytes" in one ? one.sizeBytes : 0);

function notUnpacked(item: Item): UnpackedItem {
  const name = nameOf(item);
  // The icon of a folder on a Mac has a name that is not safe, and is no fault of the user's.
  const words = item.setAside ?? (item.kind === "file" ? null : `is a ${item.kind}, not a file.`);
  if (words !== null) return { item, outcome: "set-aside", text: `${name} ${words}`, body: null };
  const text = `${name} has a name that is not safe to unpack. Rename it and replace it.`;
  return { item, outcome: "rejected", reason: "damaged", text };
}

/** Opens the file only when its bytes are read: most items that are set aside never are. */
async function* bytesIn(path: string, start: number, sizeBytes: number): AsyncGenerator<Buffer> {
  if (sizeBytes > 0) yield* createReadStream(path, { start, end: start + sizeBytes - 1 });
}

function unpacked(item: Item, one: WrittenItem, { path, at }: Batch): UnpackedItem {
  if ("rejected" in one) {
    const text = `${nameOf(item)} ${one.detail ?? refusals[one.rejected]}`;
    return { item, outcome: "rejected", reason: one.rejected, text };
  }
  const body = Readable.from(bytesIn(path, at, one.sizeBytes));
  if (item.setAside !== null) return { item, outcome: "set-aside", text: `${nameOf(item)} ${item.setAside}`, body };
  return { item, outcome: "unpacked", body };
}
