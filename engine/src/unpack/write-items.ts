import { type FileHandle, open } from "node:fs/promises";
import { containerLimits, MB } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "../converter.ts";
import { type Item, isUnpacked, packStart, type WrittenItem } from "./item.ts";
import { openZipItems, type ZipItems } from "./zip-items.ts";

/**
 * Unpacks items one after the other into one file, until it is large enough. Runs inside a sandboxed process.
 * @param options.first index of the first item among those that are unpacked (`isUnpacked`)
 * @returns all items of the container, and the results of those from `first` on, at least one if any is left
 * @throws ConvertError as `openZipItems`
 */
export async function writeItems(options: {
  path: string;
  first: number;
  outPath: string;
}): Promise<{ items: Item[]; written: WrittenItem[] }> {
  const zip = await openZipItems(options.path);
  await using out = await open(options.outPath, "w");
  try {
    await out.write(Buffer.alloc(packStart), 0, packStart, 0);
    const written: WrittenItem[] = [];
    let end = packStart;
    const wanted = zip.items.flatMap((item, index) => (isUnpacked(item) ? index : []));
    for (const index of wanted.slice(options.first)) {
      if (end > containerLimits.batchBytes) break;
      const one = await writeItem(zip, index, out, end);
      written.push(one);
      if ("sizeBytes" in one) end += one.sizeBytes;
    }
    await out.truncate(end); // removes the bytes of an item that failed while it was written
    return { items: zip.items, written };
  } finally {
    zip.close();
  }
}

async function writeItem(zip: ZipItems, index: number, out: FileHandle, start: number): Promise<WrittenItem> {
  if ((zip.items[index]?.sizeBytes ?? 0) > containerLimits.itemBytes) {
    const detail = `is larger than ${containerLimits.itemBytes / MB} MB, the limit for a file in a container.`;
    return { rejected: "too-large", detail };
  }
  try {
    let sizeBytes = 0;
    for await (const piece of zip.pieces(index)) {
      await out.write(piece, 0, piece.length, start + sizeBytes);
      sizeBytes += piece.length;
    }
    return { sizeBytes };
  } catch (error) {
    if (!(error instanceof ConvertError)) throw error;
    return { rejected: error.reason, detail: error.detail ?? null };
  }
}
