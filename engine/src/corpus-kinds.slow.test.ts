import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openEngine } from "./engine.ts";
import type { Engine } from "./engine-api.ts";
import { outcomesByFolder } from "./testing/corpus-kinds/by-folder.ts";
import { expectOutcome } from "./testing/corpus-kinds/expect-outcome.ts";

const corpus = join(import.meta.dirname, "..", "..", "..", "shared", "corpus-kinds");
const manifest: { files: { path: string }[] } = existsSync(corpus)
  ? JSON.parse(readFileSync(join(corpus, "MANIFEST.json"), "utf8"))
  : { files: [] };
const found = manifest.files.map(({ path }) => path);
const reviewed = Object.entries(outcomesByFolder).flatMap(([folder, outcomes]) =>
  Object.entries(outcomes).map(([name, outcome]) => [`${folder}/${name}`, outcome] as const),
);

/** Longer than any file and its items may take: the engine's own limits end a file that hangs. */
const patienceMs = 600_000;

const title = "rare kinds, and files inside files (skipped when ../shared/corpus-kinds is not there)";
describe.skipIf(found.length === 0)(title, () => {
  let engine: Engine;
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "sheaf-kinds-"));
    await chmod(dir, 0o711); // so that root can give each sandboxed process a user of its own
    const cacheDir = inject("engineCacheDir");
    engine = await openEngine({ scratchDir: join(dir, "scratch"), cacheDir, isNice: false });
  });
  afterAll(async () => {
    await engine?.close();
    await rm(dir, { recursive: true, force: true });
  });

  test("every file has a reviewed outcome", ({ skip }) => {
    const paths: string[] = reviewed.map(([path]) => path);
    const missing = found.filter((path) => !paths.includes(path));
    const words = `without an outcome: ${missing.join(", ")}`;
    const folders = new Set(found.map(dirname));
    const isBegun = [...folders].every((folder) => Object.keys(outcomesByFolder[folder] ?? {}).length > 0);
    skip(!isBegun, words);
    expect(missing, words).toEqual([]);
    expect(
      paths.filter((path) => !found.includes(path)),
      "outcomes without a file",
    ).toEqual([]);
  });

  test.concurrent.each(reviewed)("%s", { timeout: patienceMs }, async (path, outcome) => {
    await expectOutcome(engine, { path: join(corpus, path), name: basename(path) }, outcome, dir);
  });
});
