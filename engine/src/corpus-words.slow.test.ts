import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "./engine.ts";
import type { Engine } from "./engine-api.ts";
import { wordsOfFile } from "./testing/file-words.ts";
import { type Allowed, lostWords } from "./testing/lost-words.ts";
import { officePdfs } from "./testing/office-pdfs.ts";
import { pagesOf, wordsOf } from "./testing/pdf-words.ts";

const corpus = join(import.meta.dirname, "..", "..", "..", "shared", "corpus-office");
const manifest: { files: { path: string }[] } = existsSync(corpus)
  ? JSON.parse(readFileSync(join(corpus, "MANIFEST.json"), "utf8"))
  : { files: [] };
/** Some are listed more than once. */
const files = [...new Set(manifest.files.map(({ path }) => path))];

/**
 * Words deleted by tracked changes, in a format in which these tests do not recognise them as deleted: LibreOffice
 * prints them, and the engine accepts the changes.
 */
const deleted: Record<string, string[]> = { "doc/1770-testWORD_features.doc": ["bibendum", "donec", "litora"] };

/** Time for LibreOffice's PDFs of all files on a busy machine. */
const officePatienceMs = 5_400_000;
const filePatienceMs = 300_000;

describe.skipIf(files.length === 0)("no word is lost (skipped when ../shared/corpus-office is not there)", () => {
  let engine: Engine;
  let dir: string;
  const office = { pdfs: new Map<string, string>(), time: { from: new Date(), to: new Date() } };
  const allowed = new Map<string, Map<Allowed, number>>();

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "sheaf-words-"));
    await chmod(dir, 0o711); // so that root can give each sandboxed process a user of its own
    const ownDir = join(dir, "office");
    await mkdir(ownDir);
    office.time.from = new Date();
    office.pdfs = await officePdfs(
      files.map((path) => join(corpus, path)),
      ownDir,
    );
    office.time.to = new Date();
    engine = await openEngine({ scratchDir: join(dir, "scratch"), isNice: false });
  }, officePatienceMs);
  afterAll(async () => {
    for (const [path, counts] of [...allowed].sort())
      process.stdout.write(`${path}: ${[...counts].map(([why, count]) => `${count} ${why}`).join(", ")}\n`);
    await engine?.close();
    await rm(dir, { recursive: true, force: true });
  });

  test.concurrent.each(files)("%s", { timeout: filePatienceMs }, async (path) => {
    const outPath = join(dir, `${path.replaceAll("/", "-")}.pdf`);
    const input = { path: join(corpus, path), name: basename(path) };
    const result = await engine.convertFile(input, outPath, { practiceId: "corpus" });
    expect(result.outcome).not.toBe("failed");
    const theirPath = office.pdfs.get(input.path);
    if (result.outcome !== "converted" || theirPath === undefined) return;

    const theirs = { words: await wordsOf(theirPath), pages: await pagesOf(theirPath), ...office.time };
    const { allowed: counts, lost } = lostWords(wordsOfFile(input.path), await wordsOf(outPath), theirs);
    if (counts.size > 0) allowed.set(path, counts);
    const missing = lost.filter((word) => !deleted[path]?.includes(word));
    expect(missing, "words that LibreOffice prints and we do not").toEqual([]);
  });
});
