import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PageReading } from "@sheaf/contracts/reading.ts";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../testing/fake-db.ts";
import { BlobDamaged, BlobMissing } from "../../platform/storage/blob-store.ts";
import { factsForNames } from "./facts-for-names.ts";
import { readReadingFile, writeReadingFile } from "./reading-file.ts";

const { state } = vi.hoisted(() => ({ state: { isNamed: true, readings: [] as object[] } }));
vi.mock("../jobs/index.ts", () => ({}));
vi.mock("./practice-choices.ts", () => ({ namesByFacts: async () => state.isNamed }));
vi.mock("./lane/reading-rows.ts", () => ({
  currentReadings: async () => state.readings.map((reading) => ({ reading })),
}));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-facts-"));
  for (const name of ["a", "b"]) {
    await writeReadingFile(
      join(folder, name),
      (async function* () {
        for (const page of [1, 2])
          yield { page, facts: [{ kind: "supplier", value: `${name}${page}` }] } as PageReading;
      })(),
    );
  }
});
afterAll(() => rm(folder, { recursive: true }));

const blob = (fileId: string, more: object = {}) => ({
  fileId,
  blobKey: fileId,
  blobBytes: 9,
  blobSha256: "h",
  ...more,
});
let fetched: [string, object][];
let fault: Error | undefined;
beforeEach(() => {
  Object.assign(state, { isNamed: true, readings: [blob("a"), blob("b")] });
  [fetched, fault] = [[], undefined];
});

const job = (more: object = {}) => ({ practiceId: "anna", id: "job", sample: false, ...more }) as never;
async function facts(pages: [string, number][], of = job()) {
  const storage = {
    async fetch(key: string, path: string, expected: object) {
      fetched.push([key, expected]);
      if (fault) throw fault;
      await copyFile(join(folder, key), path);
    },
  };
  const given = pages.map(([fileId, page]) => ({ fileId, page }));
  const found = await factsForNames({ db: fakeDb().db, storage } as never, of, given as never, folder);
  return found.map((some) => some?.map(({ value }) => value).join() ?? null);
}

test("pages have the facts that were read on them, in the order asked; each file is fetched once", async () => {
  const pages: [string, number][] = [
    ["b", 2],
    ["a", 1],
    ["b", 1],
    ["b", 3],
  ];
  expect(await facts(pages)).toEqual(["b2", "a1", "b1", null]);
  const expected = { sizeBytes: 9, sha256: "h" };
  expect(fetched).toEqual([
    ["b", expected],
    ["a", expected],
  ]);
});

test("pages of files that were not read have no facts", async () => {
  state.readings = [blob("a", { blobKey: null }), blob("c", { blobBytes: null }), blob("d", { blobSha256: null })];
  expect(
    await facts([
      ["a", 1],
      ["c", 1],
      ["d", 1],
      ["gone", 1],
    ]),
  ).toEqual([null, null, null, null]);
  expect(fetched).toEqual([]);
});

test.each([new BlobMissing(), new BlobDamaged()])(
  "a stored reading that is gone or damaged has no facts",
  async (error) => {
    fault = error;
    expect(await facts([["a", 1]])).toEqual([null]);
  },
);

test("a file store that fails makes naming fail", async () => {
  fault = new Error("unreachable");
  await expect(facts([["a", 1]])).rejects.toThrow("unreachable");
});

test("samples, and jobs of practices that do not name by facts, are not looked up", async () => {
  expect(await facts([["a", 1]], job({ sample: true }))).toEqual([null]);
  state.isNamed = false;
  expect(await facts([["a", 1]])).toEqual([null]);
  expect(fetched).toEqual([]);
});

test("a reading is stored with all of its characters but those that end a line", async () => {
  const path = join(folder, "separators");
  const pages = [{ page: 1, language: "a\u2028b\u2029c\r\nd" }] as PageReading[];
  await writeReadingFile(
    path,
    (async function* () {
      yield* pages;
    })(),
  );
  const read: PageReading[] = [];
  for await (const page of readReadingFile(path)) read.push(page);
  expect(read).toEqual([{ page: 1, language: "a b c\r\nd" }]);
});
