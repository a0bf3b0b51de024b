import { type FileHandle, open } from "node:fs/promises";
import { containerLimits, MB } from "@sheaf/contracts/limits.ts";
import { ConvertError, type ScratchFile } from "../converter.ts";
import { openContainer } from "./containers.ts";
import { type Container, type Item, isUnpacked, packStart, type WrittenItem } from "./item.ts";

export interface WriteOptions {
  /** Index of the first item in the list of items. */
  first: number;
  /** Whether the item `first` alone is unpacked. */
  isSingle?: boolean;
  outPath: string;
}

/**
 * Unpacks items one after the other into one file, until it is large enough. Runs inside a sandboxed process.
 * @returns all items of the container, and the results of those from `first` on that are unpacked (`isUnpacked`), at
 * least one if any is left
 * @throws ConvertError as `openContainer`
 */
export async function writeItems(
  input: ScratchFile,
  { first, isSingle = false, outPath }: WriteOptions,
): Promise<{ items: Item[]; written: WrittenItem[] }> {
  const container = await openContainer(input);
  if (!container) throw new ConvertError("damaged");
  await using out = await open(outPath, "w");
  try {
    await out.write(Buffer.alloc(packStart), 0, packStart, 0);
    const written: WrittenItem[] = [];
    let end = packStart;
    const last = isSingle ? first + 1 : container.items.length;
    for (const [index, item] of container.items.slice(0, last).entries()) {
      if (index < first || !isUnpacked(item)) continue;
      if (end > containerLimits.batchBytes) break;
      const one = await writeItem(container, index, out, end);
      written.push(one);
      if ("sizeBytes" in one) end += one.sizeBytes;
    }
    await out.truncate(end); // removes the bytes of an item that failed while it was written
    return { items: container.items, written };
  } finally {
    container.close();
  }
}

async function writeItem(container: Container, index: number, out: FileHandle, start: number): Promise<WrittenItem> {
  if ((container.items[index]?.sizeBytes ?? 0) > containerLimits.itemBytes) {
    const detail = `is larger than ${containerLimits.itemBytes / MB} MB, the limit for a file in a container.`;
    return { rejected: "too-large", detail };
  }
  try {
    let sizeBytes = 0;
    for await (const piece of container.pieces(index)) {
      await out.write(piece, 0, piece.length, start + sizeBytes);
      sizeBytes += piece.length;
    }
    return { sizeBytes };
  } catch (error) {
    if (!(error instanceof ConvertError)) throw error;
    return { rejected: error.reason, detail: error.detail ?? null };
  }
}
