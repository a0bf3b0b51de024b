import { formatOf } from "@sheaf/contracts/formats.ts";
import { containerLimits } from "@sheaf/contracts/limits.ts";
import { ConvertError, type ScratchFile } from "../converter.ts";
import { mayBePortfolio } from "../portfolio/embedded-marks.ts";
import { isZip, mayBeXml, startOf } from "./content-start.ts";
import { findEmail } from "./email-kind.ts";
import { type Container, type Item, isTooLarge, isUnpacked, tooManyItems, unpacksTooLarge } from "./item.ts";
import { openSignedItems } from "./signed-items.ts";
import { withUniquePaths } from "./unique-paths.ts";

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
  const { path } = input;
  const start = startOf(path);
  if (isZip(start)) return readZip(input);
  const signed = openSignedItems(input);
  if (signed) return signed;
  const email = findEmail(input);
  if (email) return (await import("./email-files.ts")).openEmailFile(input, email);
  if (mayBeXml(start)) return (await import("./invoice-items.ts")).openInvoiceItems(input);
  if (mayBePortfolio(path)) return (await import("./portfolio-items.ts")).openPortfolioItems(input);
  return null;
}

async function readZip({ path, name, password }: ScratchFile): Promise<Container | null> {
  const zip = await (await import("./zip-items.ts")).openZipItems(path, password);
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
