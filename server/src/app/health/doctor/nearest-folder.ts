import { existsSync } from "node:fs";
import { dirname } from "node:path";

/** The folder itself, or the nearest above it that is there: on whose disk it would be made. */
export function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}
