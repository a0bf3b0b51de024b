import type { Archive } from "../detect/archive.ts";
import { type PartContent, writeZip } from "../sheet/zip-writer.ts";

/** A package as it is, but for some parts. */
export async function writeChanged(
  archive: Archive,
  changed: ReadonlyMap<string, Buffer>,
  outPath: string,
  added: [name: string, content: PartContent][] = [],
): Promise<void> {
  const contents = archive.names.map((name): [string, PartContent] => [
    name,
    changed.get(name) ?? archive.pieces(name),
  ]);
  await writeZip(outPath, [...contents, ...added]);
}
