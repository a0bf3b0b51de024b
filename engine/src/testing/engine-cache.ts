import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * The run's folder for results of probes and for compiled code, the `cacheDir` of engines: the first engine tests
     * its sandbox there and starts LibreOffice, the others read the result.
     */
    engineCacheDir: string;
  }
}

/** Provides a folder that the engines of all test files share. */
export default function setup(project: TestProject): () => void {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-engine-cache-"));
  chmodSync(dir, 0o711); // so that root can give each sandboxed process a user of its own
  project.provide("engineCacheDir", dir);
  return () => rmSync(dir, { recursive: true, force: true });
}
