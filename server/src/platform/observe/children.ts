import { readdir, readFile } from "node:fs/promises";

/** All descendants of this process: the sandboxes and the programs in them. */
export interface Descendants {
  count: number;
  /** Resident memory; shared pages count for each process. */
  bytes: number;
}

const pageBytes = 4096;

/** Reads the descendants of a process from /proc. @returns undefined on systems without /proc, such as macOS */
export async function readDescendants(pid = process.pid): Promise<Descendants | undefined> {
  const names = await readdir("/proc").catch(() => undefined);
  if (!names) return undefined;
  const rows = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readProcess));
  const mine = new Set([pid]);
  const found: Descendants = { count: 0, bytes: 0 };
  // A child can be listed before its parent after process numbers have wrapped around, so this repeats until nothing is
  // added.
  for (let before = 0; before !== mine.size; ) {
    before = mine.size;
    for (const row of rows) {
      if (!row || mine.has(row.pid) || !mine.has(row.parent)) continue;
      mine.add(row.pid);
      found.count += 1;
      found.bytes += row.bytes;
    }
  }
  return found;
}

/** @returns undefined for a process that has exited in the meantime */
async function readProcess(name: string): Promise<{ pid: number; parent: number; bytes: number } | undefined> {
  const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  // The second field is the program's name in parentheses, which can contain any character (proc(5)).
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { pid: Number(name), parent: Number(fields[1]), bytes: Number(fields[21]) * pageBytes };
}
