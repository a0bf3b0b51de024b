import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ownResults, premadeResults } from "./results.ts";

function outFolder(): { dir: string; elsewhere: string } {
  const root = mkdtempSync(join(tmpdir(), "sheaf-results-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [dir, elsewhere] = ["out", "moved"].map((name) => mkdtempSync(join(root, name))) as [string, string];
  return { dir, elsewhere };
}
const blockBytes = (path: string) => statSync(path).blocks * 512;
const large = Buffer.alloc(100_000, 1);

test("results that a sandboxed process creates have one name, and the file is gone once it was moved or copied", () => {
  const { dir, elsewhere } = outFolder();
  const results = ownResults(dir);
  expect([results.premade, results.canBeMoved()]).toEqual([[], true]);
  const path = join(dir, results.name());

  writeFileSync(path, "copied");
  results.copied();
  expect(existsSync(path)).toBe(false);

  writeFileSync(path, "moved");
  const to = join(elsewhere, "a");
  writeFileSync(to, "moved");
  results.moved(to);
  expect([existsSync(path), results.name()]).toEqual([false, results.name()]);
  expect([results.isClean([]), results.isClean([{ name: "a", size: 0 }])]).toEqual([true, false]);
});

test("premade results are empty files of different names, of which each is moved once and the last is copied", () => {
  const { dir, elsewhere } = outFolder();
  const results = premadeResults(dir, 3);
  expect(results.premade).toHaveLength(3);
  expect(new Set(results.premade)).toEqual(new Set(readdirSync(dir)));
  expect(results.premade.map((name) => name.split("-")[0])).toEqual(["1", "2", "3"]);
  expect(results.premade.map((name) => statSync(join(dir, name)).size)).toEqual([0, 0, 0]);

  const used: string[] = [];
  for (const movable of [true, true]) {
    expect(results.canBeMoved()).toBe(movable);
    used.push(results.name());
    results.moved(join(elsewhere, results.name()));
  }
  expect(used).toEqual(results.premade.slice(0, 2));
  expect([results.canBeMoved(), results.name()]).toEqual([false, results.premade[2]]);
  writeFileSync(join(dir, results.name()), "copied");
  results.copied();
  expect(readFileSync(join(dir, results.name()), "utf8")).toBe("");
  results.moved(join(elsewhere, "last"));
  expect(results.name()).toBe("");
});

test("a folder of premade results is clean while no other file is there, and only moved ones have content", () => {
  const { dir, elsewhere } = outFolder();
  const results = premadeResults(dir, 2);
  const [one = "", other = ""] = results.premade;
  const isClean = (...sizes: [string, number][]) => results.isClean(sizes.map(([name, size]) => ({ name, size })));
  expect(isClean([one, 0], [other, 0])).toBe(true);
  expect(isClean([one, 1], [other, 0])).toBe(false);
  expect(isClean([one, 0])).toBe(false);
  expect(isClean([one, 0], [other, 0], ["more", 0])).toBe(false);
  results.moved(join(elsewhere, "a"));
  expect(isClean([one, 1], [other, 0])).toBe(true);
  expect(isClean([one, 0], [other, 1])).toBe(false);
});

test("what a sandboxed process adds to a moved file is counted, and what it removes is not", () => {
  const { dir, elsewhere } = outFolder();
  const results = premadeResults(dir, 3);
  const move = (content: Buffer) => {
    const from = join(dir, results.name());
    const to = join(elsewhere, results.name());
    writeFileSync(from, content);
    const before = blockBytes(from);
    results.moved(to);
    renameSync(from, to);
    return { to, before };
  };
  const [one, other] = [move(large), move(large)];
  expect(results.addedBytes()).toBe(0);
  appendFileSync(one.to, large);
  expect(blockBytes(one.to)).toBeGreaterThan(one.before);
  expect(results.addedBytes()).toBe(blockBytes(one.to) - one.before);
  writeFileSync(other.to, "");
  expect(results.addedBytes()).toBe(blockBytes(one.to) - one.before);
  rmSync(one.to);
  expect(results.addedBytes()).toBe(0);
});
