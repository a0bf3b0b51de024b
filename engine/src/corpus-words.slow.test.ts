import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "./engine.ts";
import type { Engine } from "./engine-api.ts";
import { type Unprinted, wordsOfFile } from "./testing/file-words.ts";
import { officePdfs } from "./testing/office-pdfs.ts";
import { wordsOf } from "./testing/pdf-words.ts";

const corpus = join(import.meta.dirname, "..", "..", "..", "shared", "corpus-office");
const manifest: { files: { path: string }[] } = existsSync(corpus)
  ? JSON.parse(readFileSync(join(corpus, "MANIFEST.json"), "utf8"))
  : { files: [] };
/** Some are listed more than once. */
const files = [...new Set(manifest.files.map(({ path }) => path))];

/** All of LibreOffice's own PDFs on a busy machine. */
const officePatienceMs = 5_400_000;
const filePatienceMs = 300_000;

/** Why a word of a file may be missing on our pages. */
type Allowed = Unprinted | "absent from LibreOffice's PDF too";

describe.skipIf(files.length === 0)("no word is lost (skipped when ../shared/corpus-office is not there)", () => {
  let engine: Engine;
  let dir: string;
  let office: Map<string, string>;
  const allowed = new Map<string, Map<Allowed, number>>();

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "sheaf-words-"));
    await chmod(dir, 0o711); // so that root can give each cell a user of its own
    const ownDir = join(dir, "office");
    await mkdir(ownDir);
    office = await officePdfs(
      files.map((path) => join(corpus, path)),
      ownDir,
    );
    engine = await openEngine({ scratchDir: join(dir, "scratch"), givesWay: false });
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
    const theirPath = office.get(input.path);
    if (result.outcome !== "converted" || theirPath === undefined) return;

    const [inFile, ours, theirs] = [wordsOfFile(input.path), await wordsOf(outPath), await wordsOf(theirPath)];
    const counts = new Map<Allowed, number>();
    const lost: string[] = [];
    for (const word of new Set([...inFile.keys(), ...theirs.all])) {
      if (ours.has(word)) continue;
      const why = inFile.get(word) ?? (theirs.has(word) ? undefined : "absent from LibreOffice's PDF too");
      if (why === undefined) lost.push(word);
      else counts.set(why, (counts.get(why) ?? 0) + 1);
    }
    if (counts.size > 0) allowed.set(path, counts);
    expect(lost, "words that LibreOffice prints and we do not").toEqual([]);
  });
});
