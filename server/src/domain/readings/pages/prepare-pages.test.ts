import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { preparePages } from "./prepare-pages.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-prepare-"));
});
afterEach(() => rm(folder, { recursive: true }));

const ref = { practiceId: "p", jobId: "019b0000-0000-7000-8000-000000000001", fileId: "f" };
const owner = { fileName: "", customerName: "", customerId: null };

const pageOf = (page: number, text: string, source = "text") => ({
  page,
  source,
  width: 100,
  height: 100,
  lines: [{ baseline: [0, 0, 1, 1], size: 0 }],
  words: text === "" ? [] : text.split(" ").map((word) => ({ text: word, box: [0, 0, 1, 1], line: 0 })),
  facts: [],
});

/** Prepares pages whose words are their own stems; returns the numbers of the pages of each part. */
async function prepare(pages: object[], of: object | null = owner) {
  const query = { from: () => query, innerJoin: () => query, where: async () => (of ? [of] : []) };
  const db = { select: () => query, execute: async () => ({ rows: [] }) };
  const path = join(folder, "pages.jsonl");
  const prepared = await preparePages(db as never, ref, pages as never, path);
  if (!prepared) return null;
  const lines = (await readFile(path, "utf8")).split("\n");
  expect(lines.pop()).toBe("");
  const parts = lines.map((line): { page: number; words: string[]; layout: string }[] => JSON.parse(line));
  return { parts, numbers: parts.map((rows) => rows.map(({ page }) => page)), listed: prepared.listed };
}

const many = (count: number, text = "otter") => Array.from({ length: count }, (_, index) => pageOf(index + 1, text));

test("a file that was deleted has no pages to store", async () => {
  expect(await prepare(many(1), null)).toBeNull();
});

test.each([
  [0, []],
  [1, [1]],
  [50, [50]],
  [51, [50, 1]],
  [101, [50, 50, 1]],
])("%d pages are stored in parts of %j", async (count, parts) => {
  const prepared = await prepare(many(count));
  expect(prepared?.numbers.map((numbers) => numbers.length)).toEqual(parts);
  expect(prepared?.numbers.flat()).toEqual(many(count).map(({ page }) => page));
});

test("a part ends at 25,000 words", async () => {
  const long = Array(12_500).fill("a1").join(" ");
  const short = Array(12_499).fill("a1").join(" ");
  expect((await prepare([pageOf(1, long), pageOf(2, long), pageOf(3, "x")]))?.numbers).toEqual([[1, 2], [3]]);
  await rm(join(folder, "pages.jsonl"));
  const pages = [pageOf(1, long), pageOf(2, short), pageOf(3, "x"), pageOf(4, "x")];
  expect((await prepare(pages))?.numbers).toEqual([[1, 2, 3], [4]]);
});

test("pages that were not read are left out", async () => {
  expect((await prepare([pageOf(1, "otter"), pageOf(2, "", "unread"), pageOf(3, "")]))?.numbers).toEqual([[1, 3]]);
});

test("each word of the list has the number of its pages", async () => {
  const prepared = await prepare([pageOf(1, "otter heron otter"), pageOf(2, "Otter 12 ab"), pageOf(3, "otter")]);
  expect([...(prepared?.listed ?? [])]).toEqual([
    ["otter", { word: "otter", pages: 3 }],
    ["heron", { word: "heron", pages: 1 }],
  ]);
  expect(prepared?.parts[0]?.[1]?.words).toEqual(expect.arrayContaining(["otter", "12", "ab"]));
});
