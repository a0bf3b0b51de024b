import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "./engine.ts";
import type { Engine } from "./engine-api.ts";

/** Real files of the kinds that accountants send, kept beside the project; never part of it. */
const corpus = join(import.meta.dirname, "..", "..", "..", "shared", "corpus");

interface CorpusFile {
  path: string;
  category: string;
  expected: string;
  pages: number | null;
  contains?: string[];
  contains_ideal?: string[];
  must_not_contain?: string[];
}

const run = promisify(execFile);
const typical = existsSync(corpus) ? readManifest().filter(({ category }) => category === "typical") : [];

function readManifest(): CorpusFile[] {
  return JSON.parse(readFileSync(join(corpus, "MANIFEST.json"), "utf8")).files;
}

describe.skipIf(typical.length === 0)(
  "every typical file of the corpus (skipped when ../shared/corpus is not there)",
  () => {
    let engine: Engine;
    let dir: string;

    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), "sheaf-corpus-"));
      engine = await openEngine({ scratchDir: join(dir, "scratch") });
    });
    afterAll(async () => {
      await engine?.close();
      await rm(dir, { recursive: true, force: true });
    });

    test.concurrent.each(typical.map((file) => [file.path, file] as const))("%s", async (path, file) => {
      const outPath = join(dir, `${path.replaceAll("/", "-")}.pdf`);
      const input = { path: join(corpus, path), name: basename(path) };
      const result = await engine.convertFile(input, outPath, { practiceId: "corpus" });

      expect(result).toMatchObject({ outcome: "converted" });
      expect(file.expected).toBe("converts");
      const pages = result.outcome === "converted" ? result.pages : 0;
      if (file.pages !== null) expect(pages).toBe(file.pages);
      expect(await pageSizes(outPath)).toEqual(Array.from({ length: pages }, () => "A4"));
      const text = await textOf(outPath);
      for (const words of [...(file.contains ?? []), ...(file.contains_ideal ?? [])])
        expect(text).toContain(plain(words));
      for (const words of file.must_not_contain ?? []) expect(text).not.toContain(plain(words));
    });
  },
);

/** Each page as "A4", or as its size in points. */
async function pageSizes(path: string): Promise<string[]> {
  const { stdout } = await run("pdfinfo", ["-f", "1", "-l", "-1", path], { maxBuffer: 2 ** 26 });
  return [...stdout.matchAll(/^Page\s+\d+ size:\s+([\d.]+) x ([\d.]+) pts/gm)].map(([, width, height]) => {
    const [short = 0, long = 0] = [Number(width), Number(height)].sort((one, other) => one - other);
    return Math.abs(short - 595.276) < 0.01 && Math.abs(long - 841.89) < 0.01 ? "A4" : `${width} x ${height}`;
  });
}

async function textOf(path: string): Promise<string> {
  const { stdout } = await run("pdftotext", ["-layout", path, "-"], { maxBuffer: 2 ** 27 });
  return plain(stdout);
}

const plain = (text: string): string => text.normalize("NFKC").replaceAll(/\s+/g, " ");
