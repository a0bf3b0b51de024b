import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import { BlobMissing } from "../../../platform/storage/blob-store.ts";
import { drawPage } from "./draw-page.task.ts";

const { announced } = vi.hoisted(() => ({ announced: [] as unknown[] }));
vi.mock("../../../platform/events/events.ts", () => ({
  announce: async (_tx: unknown, ...given: unknown[]) => void announced.push(given),
}));
vi.mock("../../jobs/index.ts", () => ({
  pagePictureKey: (...parts: unknown[]) => `picture/${parts.join("/")}`,
  pageNotDrawnKey: (...parts: unknown[]) => `not-drawn/${parts.join("/")}`,
}));

const dataDir = mkdtempSync(join(tmpdir(), "sheaf-draw-page-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
beforeEach(() => void announced.splice(0));

const picture = { practiceId: "anna", jobId: "job", fileId: "file", page: 2 };
const file = { pagesKey: "pages", pages: 3, sizeBytes: 5, sha256: "hash" };
const deleted = { ...file, pagesKey: null };
const key = "picture/anna/job/pages/2";

/** @param rows the file, each time that it is looked up */
function services(rows: (object | undefined)[], kept: string[] = []) {
  const left = [...rows];
  const seen = { stored: [] as string[], deleted: [] as string[], drawn: [] as unknown[], words: [] as string[] };
  const { db } = fakeDb(() => {
    const row = left.length > 1 ? left.shift() : left[0];
    return row ? [row] : [];
  });
  const storage = {
    async open(name: string) {
      if (!kept.includes(name)) throw new BlobMissing();
      return Readable.from(["picture"]);
    },
    async fetch(name: string, path: string, { sizeBytes, sha256 }: typeof file) {
      writeFileSync(path, `${name} ${sizeBytes} ${sha256}`);
    },
    async put(name: string, body: Readable) {
      seen.stored.push(`${name}: ${await text(body)}`);
    },
    async putFile(name: string, path: string) {
      seen.stored.push(`${name}: ${basename(path)}`);
    },
    async delete(names: string[]) {
      seen.deleted.push(...names);
    },
  };
  const engine = {
    async drawPage(path: string, page: number, outPath: string, { practiceId }: { practiceId: string }) {
      expect(existsSync(path)).toBe(true);
      seen.drawn.push([basename(path), page, basename(outPath), practiceId]);
    },
  };
  const log = { warn: (_: object, words: string) => seen.words.push(words) };
  return { seen, given: { config: { dataDir }, db, engine, log, storage } as never };
}
const context = { signal: new AbortController().signal };
const told = [["anna", { type: "job", id: "job" }]];

test("a page is drawn from the stored pages, kept, and told to whoever looks at the job", async () => {
  const { seen, given } = services([file]);
  await drawPage.run(picture, given, context);
  expect(seen).toEqual({
    stored: [`${key}: page.webp`],
    deleted: [],
    drawn: [["pages.pdf", 2, "page.webp", "anna"]],
    words: [],
  });
  expect(announced).toEqual(told);
});

test.each([
  ["of a file that is gone", [undefined], []],
  ["of pages that are stored no longer", [deleted], []],
  ["that is drawn already", [file], [key]],
])("a page %s is not drawn", async (_what, rows, kept) => {
  const { seen, given } = services(rows, kept);
  await drawPage.run(picture, given, context);
  expect([seen.drawn, seen.stored, announced]).toEqual([[], [], []]);
});

test.each([
  ["is gone", undefined],
  ["has no pages", deleted],
  ["has other pages", { ...file, pagesKey: "others" }],
])("a picture of a file that %s when it is drawn is deleted and not told", async (_what, now) => {
  const { seen, given } = services([file, now]);
  await drawPage.run(picture, given, context);
  expect([seen.deleted, announced]).toEqual([[key], []]);
});

const mark = "not-drawn/anna/job/pages/2";

test("that a page cannot be drawn is remembered and told", async () => {
  const { seen, given } = services([file]);
  await drawPage.onFinalFailure(picture, "broken", given);
  expect([seen.stored, seen.deleted, announced]).toEqual([[`${mark}: not drawn`], [], told]);
  expect(seen.words).toEqual(["The picture of a page could not be drawn"]);
});

test.each([
  ["is gone", [undefined], [], []],
  ["has no pages", [deleted], [], []],
  ["is gone a moment later", [file, undefined], [`${mark}: not drawn`], [mark]],
  ["has no pages a moment later", [file, deleted], [`${mark}: not drawn`], [mark]],
])("of a file that %s it is not remembered that a page cannot be drawn", async (_what, rows, stored, gone) => {
  const { seen, given } = services(rows);
  await drawPage.onFinalFailure(picture, "broken", given);
  expect([seen.stored, seen.deleted, announced]).toEqual([stored, gone, []]);
});

test("a page is tried twice, for a minute at most", () => {
  expect([drawPage.attempts, drawPage.timeoutMs]).toEqual([2, 60_000]);
});
