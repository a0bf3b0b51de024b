import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "../engine.ts";
import type { Engine } from "../engine-api.ts";
import { pageSizes, plain, textOf } from "./pdf-words.ts";

const corpus = join(import.meta.dirname, "..", "..", "..", "..", "shared", "corpus");

/** One file of the corpus and what must become of it; its README says what the fields mean. */
interface CorpusFile {
  path: string;
  expected: string;
  also_acceptable?: string[];
  pages: number | null;
  contains?: string[];
  contains_ideal?: string[];
  must_not_contain?: string[];
}

/** Words that a good guess finds: this share of them must be there, of all files of a suite together. */
const idealShare = 0.95;
/** The engine's own limits end what hangs, also on a machine that does much else; a file may wait for others first. */
const patienceMs = 300_000;
/** They keep a processor busy until the time limit ends them: the slow suite alone opens them. */
const endedByTimeLimit = ["xlsx/poc-shared-strings.xlsx"];

/**
 * Real files of the kinds that accountants send, kept beside the project and never part of it: each has the outcome,
 * the pages and the words that its manifest states, and every page is A4. Skipped where the corpus is not there.
 * @param folders of the corpus, one for each extension
 * @param sandbox the one to open them in, when not the best that there is
 */
export function testCorpus(folders: string[], sandbox: "auto" | "landlock" = "auto"): void {
  const files = readManifest()
    .filter(({ path }) => folders.includes(path.split("/")[0] ?? ""))
    .filter(({ path }) => sandbox !== "auto" || !endedByTimeLimit.includes(path));
  const where = sandbox === "auto" ? "" : ` in ${sandbox}`;
  const title = `real files${where}: ${folders.join(" ")} (skipped when ../shared/corpus is not there)`;
  describe.skipIf(files.length === 0)(title, () => {
    let engine: Engine;
    let dir: string;
    const ideal = { wanted: 0, missing: [] as string[] };

    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), "sheaf-corpus-"));
      await chmod(dir, 0o711); // so that root can give each sandboxed process a user of its own
      // Beside other tests, sandboxed processes that give way would get so little of the processors that a long
      // document runs out of time.
      engine = await openEngine({ scratchDir: join(dir, "scratch"), sandbox, isNice: false });
    });
    afterAll(async () => {
      await engine?.close();
      await rm(dir, { recursive: true, force: true });
    });

    describe("each becomes what it must", () => {
      test.concurrent.each(files.map((file) => [file.path, file] as const))(
        "%s",
        { timeout: patienceMs },
        async (path, file) => {
          const outPath = join(dir, `${path.replaceAll("/", "-")}.pdf`);
          const input = { path: join(corpus, path), name: basename(path) };
          const result = await engine.convertFile(input, outPath, { practiceId: "corpus" });

          const outcome = result.outcome === "rejected" ? `rejected:${result.reason}` : result.outcome;
          expect([file.expected, ...(file.also_acceptable ?? [])]).toContain(outcome.replace("converted", "converts"));
          if (result.outcome !== "converted") return;

          if (file.pages !== null) expect(result.pages).toBe(file.pages);
          expect(await pageSizes(outPath)).toEqual(Array.from({ length: result.pages }, () => "A4"));
          const text = await textOf(outPath);
          const isIn = (words: string) => text.includes(plain(words));
          expect((file.contains ?? []).filter((words) => !isIn(words))).toEqual([]);
          expect((file.must_not_contain ?? []).filter(isIn)).toEqual([]);
          for (const words of file.contains_ideal ?? []) {
            ideal.wanted++;
            if (!isIn(words)) ideal.missing.push(`${path}: ${words}`);
          }
        },
      );
    });

    test(`at least ${idealShare * 100} % of what a good guess would find is there`, () => {
      const share = ideal.wanted === 0 ? 1 : 1 - ideal.missing.length / ideal.wanted;
      expect(share, ideal.missing.join("\n")).toBeGreaterThanOrEqual(idealShare);
    });
  });
}

function readManifest(): CorpusFile[] {
  const path = join(corpus, "MANIFEST.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).files : [];
}
