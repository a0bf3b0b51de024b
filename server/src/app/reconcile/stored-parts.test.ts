import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow } from "../../platform/storage/files-below.ts";
import { storedParts } from "./stored-parts.ts";

const practice = "0198a000-0000-7000-8000-000000000000";
const job = (n: number) => `0198a000-0000-7000-8000-00000000000${n}`;

/** Returns a store that lists these keys in this order. */
const listing = (names: string[]) => ({
  async *list(prefix: string) {
    for (const name of names) yield { key: `${prefix}${name}`, sizeBytes: 1, modifiedAt: new Date(0) };
  },
});

async function partsOf(names: string[]) {
  const parts = [];
  for await (const { files, jobs } of storedParts(listing(names), practice, 2)) {
    parts.push([files.size, jobs.after.at(-1), jobs.until.at(-1)]);
  }
  return parts;
}

test("all files of a job are in one part, and the ranges of the parts together cover all jobs", async () => {
  const names = ["elsewhere/x", "jobs/other/x", ...[1, 1, 1, 2, 3, 5].map((n, at) => `jobs/${job(n)}/${at}`)];

  expect(await partsOf(names.sort())).toEqual([
    [4, "0", "1"],
    [2, "1", "3"],
    [2, "3", "f"],
  ]);
  expect(await partsOf([])).toEqual([[0, "0", "f"]]);
});

test("a store that does not list its keys in order is refused", async () => {
  await expect(partsOf([`jobs/${job(2)}/x`, `jobs/${job(1)}/x`])).rejects.toThrow("does not list its files in order");
});

test("filesBelow returns files in the order of their keys for every batch size", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-order-"));
  const names = ["b/2", "a-b", "a/1", "a0", "b/10", "a.b/1", "c", "a/0"];
  for (const name of names) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), "");
  }
  for (const atOnce of [1, 2, 100]) {
    const found: string[] = [];
    for await (const path of filesBelow(folder, atOnce)) found.push(path.slice(folder.length + 1));
    expect(found).toEqual(names.toSorted());
  }
});
