import { openArchive } from "../detect/archive.ts";
import { zipBytes } from "../sheet/zip-writer.ts";

/**
 * Replaces or adds parts of a container.
 * @param parts the new text by part name, or a function of the old text
 */
export async function withParts(
  container: Buffer,
  parts: Record<string, string | ((stated: string) => string)>,
): Promise<Buffer> {
  const archive = await openArchive(container);
  const all = new Map<string, string | Buffer>();
  for (const name of archive.names) all.set(name, (await archive.read(name)) ?? "");
  for (const [name, part] of Object.entries(parts)) {
    all.set(name, typeof part === "string" ? part : part(String(all.get(name))));
  }
  return zipBytes([...all]);
}
