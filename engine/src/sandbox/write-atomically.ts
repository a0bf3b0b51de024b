import { chmodSync, renameSync, writeFileSync } from "node:fs";

/** Writes a file that every user can read, whatever the umask is. The file appears complete or not at all. */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  const partPath = `${path}.${process.pid}`;
  writeFileSync(partPath, content);
  chmodSync(partPath, 0o644);
  renameSync(partPath, path);
}
