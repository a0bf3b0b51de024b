import { lstatSync, readdirSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "../engine.ts";
import type { Engine } from "../engine-api.ts";
import { type HostileFile, hostileCorpus, readHostile } from "./hostile-corpus.ts";
import { setTraps, type Traps } from "./hostile-traps.ts";
import { descendants } from "./processes.ts";

/** Longer than reading a hostile file and converting it may take on a busy machine. */
const patienceMs = 600_000;
/** Time for the work on one file; far more than a harmless one needs. */
const deadlineMs = 60_000;
/** Words of the traps, which a file could only show after it has reached outside. */
const secret = /CANARY|root:x:0/;

/**
 * Reads files made to do harm, which are kept outside the project: the pages of each that converts, and each PDF as it
 * is. Reading ends, reaches nothing outside its sandbox and leaves nothing behind.
 */
export function testHostileReading(sandbox: "bubblewrap" | "landlock"): void {
  const { files } = readHostile();
  const title = `hostile files are read in ${sandbox} (skipped when ../shared/corpus-hostile is not there)`;
  describe.skipIf(files.length === 0)(title, () => {
    let engine: Engine;
    let dir: string;
    let traps: Traps;

    beforeAll(async () => {
      traps = await setTraps();
      dir = await mkdtemp(join(tmpdir(), "sheaf-hostile-reading-"));
      await chmod(dir, 0o711); // so that root can give each sandboxed process a user of its own
      engine = await openEngine({ scratchDir: join(dir, "scratch"), sandbox, isNice: false });
      expect(engine.health().sandbox).toBe(sandbox);
    }, patienceMs);
    afterAll(async () => {
      await engine?.close();
      await traps?.close();
      await rm(dir, { recursive: true, force: true });
    });

    test.each(files.map((file) => [file.name, file] as const))("%s", { timeout: patienceMs }, async (_name, file) => {
      await readOne(engine, dir, file);
      expect(await traps.sprung()).toEqual([]);
    });

    test("nothing is left behind", async () => {
      const scratch = join(dir, "scratch");
      const storage = readdirSync(scratch, { recursive: true }).map(String);
      const left = storage.filter((path) => /^sandbox-[^/]+(?:\/(?:in|work|out)\/.|-readings)/.test(path));
      expect(left.filter((path) => lstatSync(join(scratch, path)).size > 0)).toEqual([]);
      await engine.close();
      expect(descendants()).toEqual([]);
      expect(await readdir(scratch)).toEqual(["cache"]);
    });
  });
}

async function readOne(engine: Engine, dir: string, { name }: HostileFile): Promise<void> {
  const path = join(hostileCorpus, name);
  const outPath = join(dir, `${name}.pdf`);
  const practice = { practiceId: "hostile" };
  const { outcome } = await engine.convertFile({ path, name }, outPath, practice);
  const texts = outcome === "converted" ? await wordsOf(engine, outPath) : "";
  // Without the conversion, which makes a harmless file of it.
  const asItIs = /\.pdf$/i.test(name) ? await wordsOf(engine, path) : "";
  expect(`${texts} ${asItIs}`).not.toMatch(secret);
  await engine.drawPage(path, 1, join(dir, `${name}.webp`), practice).catch(() => {});
}

/** Returns all words of a PDF; none when it cannot be opened. */
async function wordsOf(engine: Engine, path: string): Promise<string> {
  const texts: string[] = [];
  try {
    for await (const { words } of engine.read(path, { practiceId: "hostile", deadlineMs }))
      texts.push(...words.map(({ text }) => text));
  } catch (error) {
    expect(String(error)).toContain("could not be opened");
  }
  return texts.join(" ");
}
