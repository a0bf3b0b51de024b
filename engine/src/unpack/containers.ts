import { closeSync, openSync, readSync } from "node:fs";
import { containerExtension } from "@sheaf/contracts/formats.ts";
import { containerLimits } from "@sheaf/contracts/limits.ts";
import { ConvertError, type ScratchFile } from "../converter.ts";
import { emailKind } from "./email-kind.ts";
import { type Container, type Item, unpacksTooLarge } from "./item.ts";
import { openSignedItems } from "./signed-items.ts";
import { openZipItems } from "./zip-items.ts";

/** Parts that make a ZIP archive a document, which is converted and not unpacked. */
const documentParts = new Set(["[Content_Types].xml", "mimetype", "META-INF/manifest.xml"]);

/**
 * Opens a file that contains other files. Runs inside a sandbox.
 * @returns null when the file is not a container
 * @throws ConvertError damaged, empty, password, too-large
 */
export async function openContainer(input: ScratchFile): Promise<Container | null> {
  const container = await read(input);
  try {
    if (container) checkItems(container.items, input.sizeBytes);
    return container;
  } catch (error) {
    container?.close();
    throw error;
  }
}

async function read(input: ScratchFile): Promise<Container | null> {
  const { path, name } = input;
  const signed = openSignedItems(input);
  if (signed) return signed;
  if (emailKind(input)) return (await import("./email-files.ts")).openEmailFile(input);
  if (containerExtension(name) === undefined || !isZip(path)) return null;
  const zip = await openZipItems(path);
  if (!zip.items.some((item) => documentParts.has(item.path))) return zip;
  zip.close();
  return null;
}

/** Lists the items of a container file; null when the file is not a container. */
export async function containerItems(input: ScratchFile): Promise<Item[] | null> {
  const container = await openContainer(input);
  container?.close();
  return container?.items ?? null;
}

/** Checks the stated sizes before anything is unpacked: an item never unpacks to more than its stated size. */
function checkItems(items: Item[], containerBytes: number): void {
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
