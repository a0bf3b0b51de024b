import { readFile } from "node:fs/promises";
import { containerLimits, MB } from "@sheaf/contracts/limits.ts";
import { ConvertError, type ScratchFile } from "../converter.ts";
import { asciiLines } from "../email/eml-start.ts";
import { readEml } from "../email/read-eml.ts";
import { readMsg } from "../email/read-msg.ts";
import { readTnef } from "../email/read-tnef.ts";
import { unwrapped } from "../email/unwrapped.ts";
import { emailItems } from "./email-items.ts";
import type { FoundEmail } from "./email-kind.ts";
import type { Container } from "./item.ts";

const readers = { eml: (bytes: Buffer) => readEml(asciiLines(bytes)), msg: readMsg, tnef: readTnef };

/**
 * Opens an email. It is in memory as a whole, its attachments are decoded in pieces.
 * @throws ConvertError damaged; unsupported (encrypted, no email); too-large (size, items, nesting, headers, text)
 */
export async function openEmailFile({ path, sizeBytes }: ScratchFile, { kind, bytes }: FoundEmail): Promise<Container> {
  if (sizeBytes > containerLimits.itemBytes) {
    const detail = `is larger than ${containerLimits.itemBytes / MB} MB, the limit for an email. Add its attachments.`;
    throw new ConvertError("too-large", detail);
  }
  return emailItems(unwrapped(readers[kind](bytes ?? (await readFile(path)))));
}
