import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where distributions keep jemalloc (Debian and Ubuntu: libjemalloc2). */
const allocator = "libjemalloc.so.2";
const libraryFolders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"];

/** @returns the path of jemalloc's library; undefined where it is not installed */
export function findAllocator(): string | undefined {
  return libraryFolders.map((folder) => join(folder, allocator)).find((path) => existsSync(path));
}

/**
 * What LibreOffice's process finds in its environment, besides what this process has.
 *
 * Its allocator is jemalloc where there is one: most of LibreOffice's work is small objects, and it needs about a
 * seventh less time for it than with that of the C library. No program is on its path: at its first document
 * LibreOffice would start five of GnuPG's to learn which signatures it could check, a tenth of a second for what nobody
 * asks here.
 *
 * DISABLE_REDLINE stops LibreOfficeKit from telling its callers of each tracked change that is accepted. To do that it
 * lays the change out amid the deletion, which for some tables never ends and takes all memory. Nobody here listens.
 * @param emptyDir a folder without programs
 */
export function officeKitEnvironment(emptyDir: string): Record<string, string> {
  const found = findAllocator();
  return { PATH: emptyDir, DISABLE_REDLINE: "1", ...(found ? { LD_PRELOAD: found } : {}) };
}
