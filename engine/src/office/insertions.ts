import { posix } from "node:path";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError } from "../converter.ts";
import { type Archive, openArchive } from "../detect/archive.ts";
import { relationshipsIn } from "../detect/relationships.ts";

/**
 * A document may hold another document whole (`w:altChunk`; ECMA-376-1, 17.17.2), as programs write it that make
 * documents out of web pages. LibreOffice takes in one of Word's own and drops HTML, RTF and plain text without a word.
 */
export async function missingInsertions(archive: Archive): Promise<Warning[]> {
  for (const part of await chunks(archive)) {
    const content = await archive.read(part);
    if (content && (await isTakenIn(content))) continue;
    const text = `A web page or text that stands inside as a whole is missing. ${remedy}`;
    return [{ code: "insertions-missing", text }];
  }
  return [];
}

const remedy = "Open it in Word, save it there and replace it.";

/** For a document that shows nothing else. */
export const onlyInsertions = () =>
  new ConvertError("unsupported", `holds a web page or text that only Word can show. ${remedy}`);

/** Word's own format, and without a further one inside: those LibreOffice does not look for. */
async function isTakenIn(content: Buffer): Promise<boolean> {
  if (content.toString("latin1", 0, 2) !== "PK") return false;
  using inner = await openArchive(content);
  return (await chunks(inner)).length === 0;
}

/** Names of the parts that are documents of their own. */
async function chunks(archive: Archive): Promise<string[]> {
  const found: string[] = [];
  for (const name of archive.names.filter((one) => /\.rels$/i.test(one))) {
    const xml = (await archive.read(name))?.toString("utf8") ?? "";
    for (const { type, target } of relationshipsIn(xml)) {
      if (!type.endsWith("/aFChunk")) continue;
      found.push(posix.resolve("/", posix.dirname(posix.dirname(name)), target).slice(1));
    }
  }
  return found;
}
