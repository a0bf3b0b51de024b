import { lstatSync, readdirSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "../engine.ts";
import type { Engine } from "../engine-api.ts";
import { projectDir } from "../sandbox/project-dir.ts";
import { acceptable, type HostileFile, hostileCorpus, readHostile, wrongInOutput } from "./hostile-corpus.ts";
import { setTraps, type Traps } from "./hostile-traps.ts";
import { openLanes } from "./lanes.ts";
import { descendants } from "./processes.ts";

const goodFile = join(import.meta.dirname, "..", "..", "..", "fixtures", "files", "invoice.docx");
/** Longer than a hostile file and the valid file after it may take on a busy machine. */
const patienceMs = 300_000;
const setUpMs = 600_000; // another suite may be using the traps

/**
 * Tests files made to do harm, which are kept outside the project: each has the outcome that its manifest states, none
 * reaches or reads anything outside its sandbox, nothing is left behind, and a valid file of the same practice converts
 * right after it.
 */
export function testHostile(sandbox: "bubblewrap" | "landlock"): void {
  const { files } = readHostile();
  const title = `hostile files in ${sandbox} (skipped when ../shared/corpus-hostile is not there)`;
  describe.skipIf(files.length === 0)(title, () => {
    let engine: Engine;
    let dir: string;
    let traps: Traps;
    /**
     * One practice for each sandboxed process, so that the valid file is given to the sandboxed process that had the
     * hostile one.
     */
    const names = Array.from({ length: availableParallelism() }, (_, index) => `practice ${index + 1}`);
    const lanes = openLanes(names);

    beforeAll(async () => {
      traps = await setTraps();
      dir = await mkdtemp(join(tmpdir(), "sheaf-hostile-"));
      await chmod(dir, 0o711); // so that root can give each sandboxed process a user of its own
      engine = await openEngine({ scratchDir: join(dir, "scratch"), sandbox });
      expect(engine.health().sandbox).toBe(sandbox);
    }, setUpMs);
    afterAll(async () => {
      await engine?.close();
      await traps?.close();
      await rm(dir, { recursive: true, force: true });
    });

    describe.concurrent("each file does no harm", () => {
      test.each(files.map((file) => [file.name, file] as const))("%s", { timeout: patienceMs }, async (_name, file) => {
        const practiceId = await lanes.take();
        try {
          await testOne(engine, dir, file, practiceId);
          expect(await traps.sprung()).toEqual([]);
        } finally {
          lanes.release(practiceId);
        }
      });
    });

    test("nothing is left behind", async () => {
      const known = ["bwrap", "sheaf-sandbox", "sheaf-office"];
      // A sandboxed process that is being started does not have its final name yet, on a busy machine for some seconds.
      const unknown = () => descendants().filter((name) => !known.includes(name));
      await expect.poll(unknown, { timeout: 30_000 }).toEqual([]);
      // LibreOffice's profile is kept as long as the sandboxed process; documents are not.
      const scratch = join(dir, "scratch");
      const storage = readdirSync(scratch, { recursive: true }).map(String);
      const left = storage.filter((path) => /^sandbox-[^/]+\/(?:in|work|out)\/./.test(path));
      // The file for a sandboxed process's next result is empty.
      expect(left.filter((path) => lstatSync(join(scratch, path)).size > 0)).toEqual([]);

      await engine.close();
      expect(descendants()).toEqual([]);
      expect(await readdir(join(dir, "scratch"))).toEqual(["cache"]);
    });
  });
}

async function testOne(engine: Engine, dir: string, file: HostileFile, practiceId: string): Promise<void> {
  const outPath = join(dir, `${file.name}.pdf`);
  const input = { path: join(hostileCorpus, file.name), name: file.name };
  const result = await engine.convertFile(input, outPath, { practiceId });
  const after = await engine.convertFile({ path: goodFile, name: "invoice.docx" }, `${outPath}.good.pdf`, {
    practiceId,
  });

  const outcome = result.outcome === "rejected" ? `rejected:${result.reason}` : result.outcome;
  expect(acceptable(file), "text" in result ? result.text : "").toContain(outcome);
  if (result.outcome === "converted") expect(await wrongInOutput(outPath, file, [dir, projectDir])).toEqual([]);
  const codes = result.outcome === "converted" ? result.warnings.map(({ code }) => code) : [];
  expect(codes).toEqual(expect.arrayContaining([file.required.warning ?? []].flat()));
  expect(after).toMatchObject({ outcome: "converted", pages: 1 });
}
