import { posix } from "node:path";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError } from "../converter.ts";
import { type Archive, openArchive } from "../detect/archive.ts";
import { relationshipsIn } from "../detect/relationships.ts";

/**
 * Warns of inserted documents that LibreOffice omits. A document may contain a whole other document (`w:altChunk`;
 * ECMA-376-1, 17.17.2), which programs use that convert web pages to documents. LibreOffice includes Word documents and
 * omits HTML, RTF and plain text without an error.
 */
export async function missingInsertions(archive: Archive): Promise<Warning[]> {
  for (const part of await chunks(archive)) {
    const content = await archive.read(part);
    if (content && (await isIncluded(content))) continue;
    const text = `A web page or text that stands inside as a whole is missing. ${remedy}`;
    return [{ code: "insertions-missing", text }];
  }
  return [];
}

const remedy = "Open it in Word, save it there and replace it.";

/** The error for a document without any other visible content. */
export const onlyInsertions = () =>
  new ConvertError("unsupported", `contains a web page or text that only Word can show. ${remedy}`);

/**
 * Returns whether LibreOffice includes an inserted document: it must be a Word document without further inserted
 * documents, which LibreOffice does not look for.
 */
async function isIncluded(content: Buffer): Promise<boolean> {
  if (content.toString("latin1", 0, 2) !== "PK") return false;
  using inner = await openArchive(content);
  return (await chunks(inner)).length === 0;
}

/** Returns the names of the parts that are inserted documents. */
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
