import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "./project-dir.ts";
import { sourceStamp } from "./source-stamp.ts";

/** Relative to the project's folder, where every sandboxed process can read it. */
const bundlesDir = join("node_modules", ".cache", "sheaf-sandbox");

/** Returns the folder of the bundle of the current sources, relative to the project's folder; made by `bundle.ts`. */
export const bundleDir = (): string => join(bundlesDir, sourceStamp());

/** @returns the path of a bundled program; null when the current sources have not been bundled yet */
export function bundled(name: string): string | null {
  const path = join(projectDir, bundleDir(), name);
  return existsSync(path) ? path : null;
}
