import { closeSync, openSync, readSync } from "node:fs";
import { formatOf } from "@sheaf/contracts/formats.ts";
import { containerLimits } from "@sheaf/contracts/limits.ts";
import { ConvertError, type ScratchFile } from "../converter.ts";
import { mayBePortfolio } from "../portfolio/embedded-marks.ts";
import { findEmail } from "./email-kind.ts";
import { openInvoiceItems } from "./invoice-items.ts";
import { type Container, type Item, isTooLarge, isUnpacked, tooManyItems, unpacksTooLarge } from "./item.ts";
import { openSignedItems } from "./signed-items.ts";
import { withUniquePaths } from "./unique-paths.ts";
import { openZipItems } from "./zip-items.ts";

/**
 * Opens a file that contains other files. Runs inside a sandbox.
 * @returns null when the file is not a container
 * @throws ConvertError damaged, empty, password, too-large
 */
export async function openContainer(input: ScratchFile): Promise<Container | null> {
  const container = await read(input);
  try {
    if (!container) return null;
    checkItems(container.items, input);
    container.items = withUniquePaths(container.items);
    return container;
  } catch (error) {
    container?.close();
    throw error;
  }
}

async function read(input: ScratchFile): Promise<Container | null> {
  const { path, name, password } = input;
  const signed = openSignedItems(input);
  if (signed) return signed;
  const email = findEmail(input);
  if (email) return (await import("./email-files.ts")).openEmailFile(input, email);
  const invoice = openInvoiceItems(input);
  if (invoice) return invoice;
  if (mayBePortfolio(path)) return (await import("./portfolio-items.ts")).openPortfolioItems(input);
  const zip = isZip(path) ? await openZipItems(path, password) : null;
  // A document that has lost its parts is a damaged document and not an empty archive.
  if (zip?.items.length !== 0 || formatOf(name) === undefined) return zip;
  zip.close();
  return null;
}

/** Lists the items of a container file; null when the file is not a container. */
export async function containerItems(input: ScratchFile): Promise<Item[] | null> {
  const container = await openContainer(input);
  container?.close();
  return container?.items ?? null;
}

/**
 * Checks what the container states before anything is unpacked: an item never unpacks to more than its stated size.
 * Items that are not unpacked do not count.
 */
function checkItems(items: Item[], { sizeBytes, password }: ScratchFile): void {
  if (items.length === 0) throw new ConvertError("empty", "holds no files.");
  if (items.length > containerLimits.items) throw tooManyItems();
  const unpacked = items.filter((item) => isUnpacked(item) && item.sizeBytes <= containerLimits.itemBytes);
  const total = unpacked.reduce((sum, item) => sum + item.sizeBytes, 0);
  if (isTooLarge(total, sizeBytes)) throw unpacksTooLarge();
  if (password === undefined && unpacked.some(({ isEncrypted }) => isEncrypted)) {
    const words = "holds files that are protected with a password. Enter its password or replace it.";
    throw new ConvertError("password", words);
  }
}

/** How an archive begins: with a file, with its end when it is empty, with the mark of one that was split. */
const zipStarts = ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"];

function isZip(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(4);
    readSync(file, head, 0, 4, 0);
    return zipStarts.includes(head.toString("latin1"));
  } finally {
    closeSync(file);
  }
}
