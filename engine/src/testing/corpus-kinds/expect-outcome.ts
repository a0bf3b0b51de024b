import { createWriteStream } from "node:fs";
import { chmod, mkdir, mkdtemp } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { defined } from "@sheaf/contracts/defined.ts";
import { containerLimits } from "@sheaf/contracts/limits.ts";
import { expect } from "vitest";
import type { Engine } from "../../engine-api.ts";
import { drawnPart } from "../drawn-part.ts";
import { wordsOfFile } from "../file-words.ts";
import { hasShown, pageSizes, plain, textOf, wordsOf } from "../pdf-words.ts";
import type { ItemOutcome, KindOutcome } from "./outcome.ts";

interface GivenFile {
  path: string;
  name: string;
  /** See `convertFile`. */
  asDocument?: boolean;
}

const practiceId = "corpus";
const limits = { items: containerLimits.items, bytes: containerLimits.unpackedBytes };

/**
 * Converts a file, or unpacks it and converts its items, and compares the result with the reviewed outcome.
 * @param dir an existing folder, in which a new one is made for the results
 */
export async function expectOutcome(
  engine: Engine,
  file: GivenFile,
  expected: KindOutcome,
  dir: string,
): Promise<void> {
  const { path, name, asDocument = false } = file;
  const own = await mkdtemp(join(dir, "file-"));
  await chmod(own, 0o711);
  const outPath = join(own, "pages.pdf");
  const input = { path, name, ...defined({ password: expected.password }) };
  const result = await engine.convertFile(input, outPath, { practiceId, asDocument });
  const message = `${name}: ${"text" in result ? result.text : result.outcome}`;

  if ("refused" in expected) {
    expect(result, message).toMatchObject({ outcome: "rejected", reason: expected.refused });
    expect(result).toHaveProperty("text", expect.stringMatching(expected.detail));
    return;
  }
  if ("items" in expected) {
    expect(result.outcome, message).toBe("container");
    await expectItems(engine, input, expected.items, own);
    return;
  }

  const { pages, words = [], never = [], missing = [], warnings = [], drawn } = expected;
  expect(result, message).toMatchObject({ outcome: "converted", pages });
  expect(await pageSizes(outPath)).toEqual(Array.from({ length: pages }, () => "A4"));
  const text = await textOf(outPath);
  const isThere = (one: string) => text.includes(plain(one));
  expect(
    words.filter((one) => !isThere(one)),
    `${name}: words that are missing`,
  ).toEqual([]);
  expect(never.filter(isThere), `${name}: words that must not be there`).toEqual([]);
  const printed = await wordsOf(outPath);
  const lost = [...wordsOfFile(path).words].flatMap(([word, unprinted]) =>
    unprinted === undefined && !missing.includes(word) && !hasShown(printed, word) ? [word] : [],
  );
  expect(lost, `${name}: words of the file that are not printed`).toEqual([]);
  const codes = "warnings" in result ? result.warnings.map(({ code }) => code) : [];
  expect(codes.sort(), `${name}: warnings`).toEqual([...warnings].sort());
  if (drawn !== undefined) expect(await drawnPart(outPath)).toBeGreaterThan(drawn);
}

async function expectItems(
  engine: Engine,
  container: { path: string; name: string; password?: string },
  expected: ItemOutcome[],
  dir: string,
): Promise<void> {
  const folder = join(dir, "items");
  await mkdir(folder);
  const unpacked: { file: GivenFile; expected: KindOutcome }[] = [];
  const paths: string[] = [];
  for await (const one of engine.unpack(container, folder, { practiceId, limits })) {
    const { path, isOwnContent } = one.item;
    paths.push(path);
    const wanted = expected.find((item) => item.path === path);
    // A path without an outcome is reported with the list of paths below.
    if (wanted === undefined) continue;
    if ("setAside" in wanted) {
      expect(one, path).toMatchObject({ outcome: "set-aside", text: expect.stringMatching(wanted.setAside) });
    } else if (one.outcome === "rejected") {
      expect(wanted, `${path}: ${one.text}`).toMatchObject({ refused: one.reason });
      if ("refused" in wanted) expect(one.text).toMatch(wanted.detail);
    } else {
      expect(one.outcome, path).toBe("unpacked");
      if (one.outcome !== "unpacked") continue;
      const file = { path: join(dir, `item-${paths.length}`), name: basename(path), asDocument: isOwnContent };
      await pipeline(one.body, createWriteStream(file.path));
      unpacked.push({ file, expected: wanted });
    }
  }
  expect(paths, `${container.name}: its items`).toEqual(expected.map(({ path }) => path));
  for (const one of unpacked) await expectOutcome(engine, one.file, one.expected, dir);
}
