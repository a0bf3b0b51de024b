import { existsSync } from "node:fs";
import { dirname } from "node:path";

/** Returns the folder, or its nearest existing ancestor: the folder would be created on the same disk. */
export function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}
