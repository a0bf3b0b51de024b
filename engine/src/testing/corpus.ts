import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openEngine } from "../engine.ts";
import type { Engine } from "../engine-api.ts";
import { pageSizes, plain, textOf } from "./pdf-words.ts";

const corpus = join(import.meta.dirname, "..", "..", "..", "..", "shared", "corpus");

/** One file of the corpus and its expected outcome. The README of the corpus describes the fields. */
interface CorpusFile {
  path: string;
  expected: string;
  also_acceptable?: string[];
  pages: number | null;
  contains?: string[];
  contains_ideal?: string[];
  must_not_contain?: string[];
}

/**
 * Share of the words in `contains_ideal` that must be found, over all files of a suite: finding them takes a good guess
 * of the encoding, or numbers and dates kept as written.
 */
const idealShare = 0.95;
/**
 * Longer than any conversion may take, also on a busy machine where a file waits for others first: the engine's own
 * limits end a file that hangs.
 */
const patienceMs = 300_000;
/** Files that keep a processor busy until the time limit; only the slow suite opens them. */
const endedByTimeLimit = ["xlsx/poc-shared-strings.xlsx"];

/** Files that the manifest calls unsupported and that are accepted since, with the warnings of macros that they get. */
const acceptedSince: Record<string, string[]> = {
  "docx/SimpleMacro.docm": ["macros-not-run"],
  "pptx/testPPT_macros.pptm": ["macros-not-run"],
  "xlsx/xlsx_02_sample_sales_data.xlsm": [], // has no macro, only the name of a workbook with macros
};

/**
 * Tests real files of the types that accountants send, which are kept outside the project: each has the outcome, pages
 * and words that its manifest states, and every page is A4. Skipped when the corpus is missing.
 * @param folders folders of the corpus, one for each extension
 * @param sandbox the sandbox to use; the strongest available one when omitted
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
      // While other tests run, sandboxed processes of low priority would get so little processor time that a long
      // document exceeds its time limit.
      const cacheDir = inject("engineCacheDir");
      engine = await openEngine({ scratchDir: join(dir, "scratch"), cacheDir, sandbox, isNice: false });
    });
    afterAll(async () => {
      await engine?.close();
      await rm(dir, { recursive: true, force: true });
    });

    describe("each file has its expected outcome", () => {
      test.concurrent.each(files.map((file) => [file.path, file] as const))(
        "%s",
        { timeout: patienceMs },
        async (path, file) => {
          const outPath = join(dir, `${path.replaceAll("/", "-")}.pdf`);
          const input = { path: join(corpus, path), name: basename(path) };
          const result = await engine.convertFile(input, outPath, { practiceId: "corpus" });

          const outcome = result.outcome === "rejected" ? `rejected:${result.reason}` : result.outcome;
          const notes = acceptedSince[path];
          const expected = notes ? ["converts"] : [file.expected, ...(file.also_acceptable ?? [])];
          expect(expected).toContain(outcome.replace("converted", "converts"));
          if (result.outcome !== "converted") return;
          if (notes) expect(result.warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(notes));

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

    test(`at least ${idealShare * 100} % of the words in contains_ideal are found`, () => {
      const share = ideal.wanted === 0 ? 1 : 1 - ideal.missing.length / ideal.wanted;
      expect(share, ideal.missing.join("\n")).toBeGreaterThanOrEqual(idealShare);
    });
  });
}

function readManifest(): CorpusFile[] {
  const path = join(corpus, "MANIFEST.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).files : [];
}
