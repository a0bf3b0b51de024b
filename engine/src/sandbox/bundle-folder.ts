import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "./project-dir.ts";
import { sourceStamp } from "./source-stamp.ts";

/** Below the project's folder, where every sandboxed process can read it. */
const bundlesDir = join("node_modules", ".cache", "sheaf-sandbox");

/** Of the sources as they are now, below the project's folder; made by `bundle.ts`. */
export const bundleDir = (): string => join(bundlesDir, sourceStamp());

/** @returns a program of theirs, as a path; null where they are not bundled yet */
export function bundled(name: string): string | null {
  const path = join(projectDir, bundleDir(), name);
  return existsSync(path) ? path : null;
}
