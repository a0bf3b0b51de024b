import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PageReading } from "@sheaf/contracts/reading.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import { writeReadingFile } from "../reading-file.ts";
import { writeText } from "./write-text.ts";

vi.mock("../../jobs/index.ts", () => ({}));

const page = (number: number, source: PageReading["source"], text?: string): PageReading => ({
  page: number,
  width: 595,
  height: 842,
  source,
  language: null,
  confidence: 90,
  lines: [],
  words: text ? [{ text, box: [0, 0, 10, 10], confidence: 90, line: 0 }] : [],
  readability: null,
  turn: 0,
  facts: [],
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-write-text-"));
  const stored = { scan: [page(1, "ocr", "kestrel")], text: [page(1, "text", "heron")], blank: [page(1, "ocr")] };
  for (const [name, pages] of Object.entries(stored)) {
    await writeReadingFile(
      join(folder, name),
      (async function* () {
        yield* pages;
      })(),
    );
  }
});
afterAll(() => rm(folder, { recursive: true }));

const row = (fileId: string, more: object = {}) => ({
  fileId,
  pagesSha256: "now",
  state: "read",
  blobKey: fileId,
  blobBytes: 9,
  blobSha256: "h",
  ...more,
});

/** Writes the text of a PDF with one page of each file, whose readings have these rows. */
async function write(files: string[], rows: object[], made = 1) {
  const seen = { fetched: [] as string[], pages: [] as [number, string | undefined][], pdfs: 0 };
  const services = {
    db: fakeDb(() => rows).db,
    engine: {
      async addText(path: string, outPath: string, pages: PageReading[], { practiceId }: { practiceId: string }) {
        expect([path, outPath, practiceId]).toEqual(["made.pdf", "made.pdf-searchable.pdf", "anna"]);
        seen.pages.push(...pages.map(({ page, words }): [number, string | undefined] => [page, words[0]?.text]));
        return { words: made };
      },
    },
    storage: {
      async fetch(key: string, path: string, expected: object) {
        expect(expected).toEqual({ sizeBytes: 9, sha256: "h" });
        seen.fetched.push(key);
        await copyFile(join(folder, key), path);
      },
    },
  };
  const runs = files.map((fileId) => ({ fileId, pagesSha256: "now", count: 1, chosen: null }));
  const fetchPdf = async () => {
    seen.pdfs += 1;
    return "made.pdf";
  };
  const { signal } = new AbortController();
  const job = { practiceId: "anna", jobId: "job" };
  return { path: await writeText(services as never, job, { runs, fetchPdf, folder, signal }), ...seen };
}

test("the words of scanned pages are written into the PDF, at their pages", async () => {
  expect(await write(["text", "scan", "scan"], [row("text"), row("scan")])).toEqual({
    path: "made.pdf-searchable.pdf",
    fetched: ["text", "scan"],
    pages: [
      [1, "heron"],
      [2, "kestrel"],
      [3, "kestrel"],
    ],
    pdfs: 1,
  });
});

test.each([
  ["whose pages all have text already", ["text"], [row("text")], 1],
  ["whose scans have no words", ["blank"], [row("blank")], 1],
  ["with nothing read", ["scan"], [row("scan", { blobKey: null })], 0],
  ["with a reading of unknown size", ["scan"], [row("scan", { blobBytes: null })], 0],
  ["with a reading of unknown content", ["scan"], [row("scan", { blobSha256: null })], 0],
  ["whose reading is of other pages", ["scan"], [row("scan", { pagesSha256: "before" })], 0],
  ["without a reading", ["scan"], [row("text")], 0],
  ["with a file that waits to be read", ["scan"], [row("scan", { state: "waiting" })], 0],
  ["with a file that is being read", ["text", "scan"], [row("text", { state: "reading" }), row("scan")], 0],
])("a PDF %s gets no text, and is not fetched", async (_what, files, rows, fetched) => {
  const { path, pdfs, fetched: keys } = await write(files, rows);
  expect([path, pdfs, keys.length]).toEqual([null, 0, fetched]);
});

test("a file that waits does not matter to PDFs without it", async () => {
  expect((await write(["scan"], [row("scan"), row("text", { state: "waiting" })])).path).not.toBeNull();
});

test("a PDF into which no word could be written stays as it is", async () => {
  expect((await write(["scan"], [row("scan")], 0)).path).toBeNull();
});
