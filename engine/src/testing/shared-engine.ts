import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, inject } from "vitest";
import { openEngine } from "../engine.ts";
import type { Engine } from "../engine-api.ts";

type Options = Omit<Parameters<typeof openEngine>[0], "scratchDir" | "cacheDir">;

/**
 * Opens an engine that all tests of a file share, and makes a folder for their files. It is closed and the folder is
 * deleted after the last test.
 */
export async function sharedEngine(options: Options): Promise<{ engine: Engine; dir: string }> {
  const dir = await mkdtemp(join(tmpdir(), "sheaf-engine-"));
  await chmod(dir, 0o711); // so that root can give each sandboxed process a user of its own
  const place = { scratchDir: join(dir, "scratch"), cacheDir: inject("engineCacheDir") };
  const engine = await openEngine({ ...options, ...place });
  afterAll(async () => {
    await engine.close();
    await rm(dir, { recursive: true, force: true });
  });
  return { engine, dir };
}
