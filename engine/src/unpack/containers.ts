import { closeSync, openSync, readSync } from "node:fs";
import { containerExtension } from "@sheaf/contracts/formats.ts";
import { containerLimits } from "@sheaf/contracts/limits.ts";
import { ConvertError, type ScratchFile } from "../converter.ts";
import { type Item, unpacksTooLarge } from "./item.ts";
import { openZipItems } from "./zip-items.ts";

/** Parts that make a ZIP archive a document, which is converted and not unpacked. */
const documentParts = new Set(["[Content_Types].xml", "mimetype", "META-INF/manifest.xml"]);

/**
 * Whether a file is a container of others. To be run in a sandbox.
 * @returns its items; null when it is none
 * @throws ConvertError damaged, empty, password, too-large
 */
export async function containerItems({ path, name, sizeBytes }: ScratchFile): Promise<Item[] | null> {
  if (containerExtension(name) === undefined || !isZip(path)) return null;
  const { items, close } = await openZipItems(path);
  close();
  if (items.some((item) => documentParts.has(item.path))) return null;
  judge(items, sizeBytes);
  return items;
}

/** Before anything is unpacked: an item never becomes larger than it states here. */
function judge(items: Item[], containerBytes: number): void {
  if (items.length === 0) throw new ConvertError("empty", "holds no files.");
  if (items.some(({ isEncrypted }) => isEncrypted)) {
    throw new ConvertError(
      "password",
      "holds files that are protected with a password. Unpack it and add the files inside.",
    );
  }
  const { unpackedBytes, freeBytes, ratio } = containerLimits;
  const total = items.reduce((sum, item) => sum + item.sizeBytes, 0);
  if (total > unpackedBytes || (total > freeBytes && total > ratio * containerBytes)) throw unpacksTooLarge();
}

function isZip(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(4);
    readSync(file, head, 0, 4, 0);
    return ["PK\x03\x04", "PK\x05\x06"].includes(head.toString("latin1"));
  } finally {
    closeSync(file);
  }
}
