import { opendir } from "node:fs/promises";
import { join } from "node:path";

/** Names of one folder in memory at once. */
const namesAtOnce = 20_000;

/**
 * Every file of a folder and of those in it, in the order of the keys that they stand for. What goes meanwhile is left
 * out.
 */
export async function* filesBelow(folder: string, atOnce = namesAtOnce): AsyncGenerator<string> {
  let names: string[];
  let last = "";
  do {
    names = await namesAfter(folder, last, atOnce);
    for (const name of names) {
      if (name.endsWith("/")) yield* filesBelow(join(folder, name), atOnce);
      else yield join(folder, name);
    }
    last = names.at(-1) ?? "";
  } while (names.length === atOnce);
}

/** The next names of a folder, in order; those of folders end with "/", which sorts between "." and "0". */
async function namesAfter(folder: string, last: string, atOnce: number): Promise<string[]> {
  const entries = await opendir(folder).catch(() => null);
  if (!entries) return [];
  let names: string[] = [];
  for await (const entry of entries) {
    if (!entry.isDirectory() && !entry.isFile()) continue;
    const name = entry.isDirectory() ? `${entry.name}/` : entry.name;
    if (name > last) names.push(name);
    if (names.length === 2 * atOnce) names = names.sort().slice(0, atOnce);
  }
  return names.sort().slice(0, atOnce);
}
