import { opendir } from "node:fs/promises";
import { join } from "node:path";

/** Maximum number of names of one folder in memory. */
const defaultPageSize = 20_000;

/**
 * Yields every file below a folder, in the order of their keys. Files that are deleted in the meantime are left out.
 */
export async function* filesBelow(folder: string, pageSize = defaultPageSize): AsyncGenerator<string> {
  let names: string[];
  let last = "";
  do {
    names = await namesAfter(folder, last, pageSize);
    for (const name of names) {
      if (name.endsWith("/")) yield* filesBelow(join(folder, name), pageSize);
      else yield join(folder, name);
    }
    last = names.at(-1) ?? "";
  } while (names.length === pageSize);
}

/** Returns the next names of a folder, in order; names of folders end with "/", which sorts between "." and "0". */
async function namesAfter(folder: string, last: string, pageSize: number): Promise<string[]> {
  const entries = await opendir(folder).catch(() => null);
  if (!entries) return [];
  let names: string[] = [];
  for await (const entry of entries) {
    if (!entry.isDirectory() && !entry.isFile()) continue;
    const name = entry.isDirectory() ? `${entry.name}/` : entry.name;
    if (name > last) names.push(name);
    if (names.length === 2 * pageSize) names = names.sort().slice(0, pageSize);
  }
  return names.sort().slice(0, pageSize);
}
