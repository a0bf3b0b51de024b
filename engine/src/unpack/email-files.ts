import { readFile } from "node:fs/promises";
import { containerLimits, MB } from "@sheaf/contracts/limits.ts";
import { ConvertError, type ScratchFile } from "../converter.ts";
import { asciiLines } from "../email/eml-start.ts";
import { readEml } from "../email/read-eml.ts";
import { emailItems } from "./email-items.ts";
import type { Container } from "./item.ts";

/**
 * Opens an email. It is in memory as a whole, its attachments are decoded in pieces.
 * @throws ConvertError unsupported (encrypted), too-large (size, items, nesting, headers, text)
 */
export async function openEmailFile({ path, sizeBytes }: ScratchFile): Promise<Container> {
  if (sizeBytes > containerLimits.itemBytes) {
    const detail = `is larger than ${containerLimits.itemBytes / MB} MB, the limit for an email. Add its attachments.`;
    throw new ConvertError("too-large", detail);
  }
  return openEml(await readFile(path));
}

/** Opens an email from its bytes (RFC 5322, MIME). */
export const openEml = (bytes: Buffer): Container => emailItems(readEml(asciiLines(bytes)));
