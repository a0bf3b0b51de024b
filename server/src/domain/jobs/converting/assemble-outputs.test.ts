import { basename } from "node:path";
import { expect, test, vi } from "vitest";
import { scriptedDb } from "../../../../testing/scripted-db.ts";
import { BlobDamaged, BlobMissing } from "../../../platform/storage/blob-store.ts";
import { keysOf, makeOutputs, type NewOutput, PagesLost, withoutTextOf } from "./assemble-outputs.ts";

const overhead = 65_536;

const fileOf = (given: object, index: number) => ({
  id: `f${index + 1}`,
  state: "converted",
  originalName: `${index + 1}.jpg`,
  path: null,
  pages: 2,
  turns: [],
  pagesKey: `pages-${index + 1}`,
  pagesBytes: 1_000,
  pagesSha256: `sha-${index + 1}`,
  ...given,
});

interface Given {
  job?: object;
  files?: object[];
  /** PDFs that the job has already. */
  existing?: object[];
  limit?: { sizeBytes: number; pages: number };
  /** Sizes of the PDFs that are stored, in order; the last one is repeated. */
  stored?: number[];
  sendsText?: boolean;
  readings?: object;
  fetch?: (key: string) => Promise<void>;
  shrink?: (path: string) => Promise<object>;
  signal?: AbortSignal;
}

/** Makes the PDFs of a job; returns what the engine and the store were asked for. */
async function make(given: Given) {
  const files = (given.files ?? [{}]).map(fileOf);
  const { db } = scriptedDb({ "select job_files": [files], "select outputs": [given.existing ?? []] });
  const sizes = [...(given.stored ?? [100])];
  const assembled: { sources: { fileId: string; path: string; title: string }[]; options: Record<string, unknown> }[] =
    [];
  const made: NewOutput[] = [];
  const engine = {
    assemble: vi.fn(async (sources: never, _path: string, options: never) => {
      assembled.push({ sources, options });
      return { pages: 2 };
    }),
    shrink: vi.fn(async (path: string, _to: string, _options: object) =>
      given.shrink ? given.shrink(path) : { sizeBytes: 50, reachedTarget: true },
    ),
  };
  const storage = {
    fetch: vi.fn(given.fetch ?? (async () => {})),
    putFile: vi.fn(async (_key: string, _path: string) => ({
      sizeBytes: (sizes.length > 1 ? sizes.shift() : sizes[0]) ?? 0,
      sha256: "sha",
    })),
  };
  const warn = vi.fn();
  const services = {
    db,
    engine,
    storage,
    log: { warn },
    config: { timeZone: "UTC" },
    destinations: {
      largestPdf: () => given.limit ?? { sizeBytes: 10_000_000, pages: 5_000 },
      sendsText: async () => given.sendsText ?? false,
    },
    readings: { factsOf: async () => [], writeText: async () => null, ...given.readings },
  };
  const job = {
    practiceId: "p1",
    id: "j1",
    sample: false,
    customerName: "Ada",
    createdAt: new Date("2026-11-20T12:00:00Z"),
    emailSubject: null,
    separatePdfs: false,
    arrangement: null,
    assemblyAttempt: 3,
    ...given.job,
  };
  const signal = given.signal ?? new AbortController().signal;
  await makeOutputs(services as never, job as never, { folder: "/scratch", signal, made });
  return { made, assembled, engine, storage, warn };
}

test("one PDF has the pages of all files, with its title, its key and what it contains", async () => {
  const { made, assembled, storage } = await make({ files: [{}, { path: "a.zip › 2.jpg" }] });
  expect(made).toMatchObject([
    {
      practiceId: "p1",
      jobId: "j1",
      sample: false,
      position: 0,
      name: "Ada 2026-11-20.pdf",
      pages: 2,
      fileIds: ["f1", "f2"],
      purpose: "result",
      sizeBytes: 100,
      pageRuns: [
        { fileId: "f1", pagesSha256: "sha-1", count: 2, chosen: null },
        { fileId: "f2", pagesSha256: "sha-2", count: 2, chosen: null },
      ],
    },
  ]);
  expect(made[0]?.blobKey).toMatch(/^practices\/p1\/jobs\/j1\/outputs\/.+-3\.pdf$/);
  expect(assembled[0]?.options).toMatchObject({ practiceId: "p1", title: "Ada 2026-11-20", pages: undefined });
  expect(assembled[0]?.sources.map(({ path, title }) => `${basename(path)} ${title}`)).toEqual([
    "0.pdf 1.jpg",
    "1.pdf a.zip › 2.jpg",
  ]);
  expect(storage.fetch).toHaveBeenCalledWith("pages-2", "/scratch/1.pdf", { sizeBytes: 1_000, sha256: "sha-2" });
});

test("the title is the subject of the emails, with the number of files that count", async () => {
  const files = [{}, { state: "left-out" }, {}];
  const { assembled } = await make({ job: { emailSubject: "{customer}: {files}" }, files });
  expect(assembled[0]?.options).toMatchObject({ title: "Ada: 2 files" });
});

const arranged = (...pages: [string, number, number][]) => [
  { pages: pages.map(([fileId, page, turn]) => ({ fileId, page, turn })) },
];
const ids = ["a", "b"].map((letter) => `019b0000-0000-7000-8000-00000000000${letter}`);
const [a = "", b = ""] = ids;

test("chosen pages are taken from each file, which is read once", async () => {
  const arrangement = arranged([b, 2, 90], [a, 1, 0], [b, 1, 0]);
  const { assembled, made } = await make({ job: { arrangement }, files: [{ id: a }, { id: b }] });
  expect(assembled[0]?.sources.map(({ fileId }) => fileId)).toEqual([b, a]);
  expect(assembled[0]?.options.pages).toEqual([
    { page: 2, turn: 90, source: 0 },
    { page: 1, turn: 0, source: 1 },
    { page: 1, turn: 0, source: 0 },
  ]);
  expect(made[0]?.fileIds).toEqual([b, a]);
  expect(made[0]?.pageRuns?.map(({ count }) => count)).toEqual([1, 1, 1]);
});

test("a whole file beside one with turned pages gives all its pages, as they are", async () => {
  const { assembled } = await make({ files: [{ turns: [{ page: 1, turn: 180 }] }, { pages: 1 }] });
  expect(assembled[0]?.options.pages).toEqual([
    { page: 1, turn: 180, source: 0 },
    { page: 2, turn: 0, source: 0 },
    { page: 1, turn: 0, source: 1 },
  ]);
});

test("separate PDFs are made in the order of their positions, without those that exist", async () => {
  const existing = [{ position: 1, name: "3.pdf" }];
  const { made } = await make({ job: { separatePdfs: true }, files: [{}, {}, { originalName: "3.jpg" }], existing });
  expect(made.map(({ position, name }) => `${position} ${name}`)).toEqual(["0 1.pdf", "2 3 (2).pdf"]);
});

test("separate PDFs are named by what was read on their first pages", async () => {
  const factsOf = vi.fn(async () => [[{ kind: "supplier", value: "Screwfix" }], null]);
  const files = [{ turns: [{ page: 1, turn: 90 }] }, {}];
  const { made } = await make({ job: { separatePdfs: true }, files, readings: { factsOf } });
  expect(made.map(({ name }) => name)).toEqual(["Screwfix.pdf", "2.pdf"]);
  const pages = [
    { fileId: "f1", page: 1 },
    { fileId: "f2", page: 1 },
  ];
  expect(factsOf).toHaveBeenCalledWith(expect.anything(), pages, "/scratch");
  await make({ files, readings: { factsOf } });
  expect(factsOf).toHaveBeenCalledOnce();
});

test("the first page of a document is the one that its arrangement begins with", async () => {
  const factsOf = vi.fn(async () => []);
  const arrangement = [...arranged([a, 2, 0]), ...arranged([b, 1, 0])];
  await make({ job: { arrangement }, files: [{ id: a }, { id: b }], readings: { factsOf } });
  const pages = [
    { fileId: a, page: 2 },
    { fileId: b, page: 1 },
  ];
  expect(factsOf).toHaveBeenCalledWith(expect.anything(), pages, "/scratch");
});

test("a job of which no file is converted has nothing to make, unless its PDFs exist", async () => {
  const none = { job: { separatePdfs: true }, files: [{ state: "failed" }] };
  await expect(make(none)).rejects.toThrow("No page of the job is in a document");
  expect((await make({ ...none, existing: [{ position: 0, name: "1.pdf" }] })).made).toEqual([]);
});

test.each([["pagesKey"], ["pagesBytes"], ["pagesSha256"]])("a file without %s has no pages", async (column) => {
  await expect(make({ files: [{ [column]: null }] })).rejects.toThrow("A converted file has no pages");
});

test("all files whose pages are missing or damaged are named", async () => {
  const fetch = async (key: string) => {
    if (key === "pages-1") throw new BlobMissing(key);
    if (key === "pages-3") throw new BlobDamaged(key);
  };
  const error = await make({ files: [{}, {}, {}], fetch }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(PagesLost);
  expect((error as PagesLost).fileIds).toEqual(["f1", "f3"]);
});

test("any other error of the store is passed on", async () => {
  await expect(make({ fetch: () => Promise.reject(new Error("away")) })).rejects.toThrow("away");
});

const pdfs = (made: NewOutput[]) => made.map(({ purpose, name, fileIds }) => `${purpose} ${name}: ${fileIds}`);

test.each([
  ["as large as the limit", { sizeBytes: 100, pages: 2 }, 1],
  ["larger than the limit", { sizeBytes: 99, pages: 2 }, 3],
  ["with more pages than the limit", { sizeBytes: 10_000_000, pages: 1 }, 3],
])("a PDF of two files %s is made in %#", async (_what, limit, number) => {
  const { made } = await make({ files: [{}, {}], limit });
  expect(made).toHaveLength(number);
});

test.each([
  [overhead + 2_000, ["mail Ada 2026-11-20 part 1 of 2.pdf: f1,f2", "mail Ada 2026-11-20 part 2 of 2.pdf: f3"]],
  [
    overhead + 1_999,
    [
      "mail Ada 2026-11-20 part 1 of 3.pdf: f1",
      "mail Ada 2026-11-20 part 2 of 3.pdf: f2",
      "mail Ada 2026-11-20 part 3 of 3.pdf: f3",
    ],
  ],
])("with a limit of %s bytes, a PDF that is too large is split into %j", async (sizeBytes, parts) => {
  const { made, engine } = await make({ files: [{}, {}, {}], limit: { sizeBytes, pages: 100 }, stored: [99_999, 10] });
  expect(pdfs(made)).toEqual(["result Ada 2026-11-20.pdf: f1,f2,f3", ...parts]);
  expect(engine.shrink).not.toHaveBeenCalled();
});

test("parts have no more pages than the limit", async () => {
  const { made } = await make({
    files: [{}, {}, {}],
    limit: { sizeBytes: 10_000_000, pages: 4 },
    stored: [99_999_999],
  });
  expect(made.map(({ fileIds }) => fileIds)).toEqual([["f1", "f2", "f3"], ["f1", "f2"], ["f3"]]);
});

test("a file of which pages are in several places counts once for the size of a part", async () => {
  const arrangement = arranged([a, 1, 0], [b, 1, 0], [a, 2, 0]);
  const limit = { sizeBytes: overhead + 2_000, pages: 100 };
  const { made } = await make({ job: { arrangement }, files: [{ id: a }, { id: b }], limit, stored: [99_999, 10] });
  expect(made.map(({ fileIds }) => fileIds)).toEqual([
    [a, b],
    [a, b],
  ]);
});

const single = { limit: { sizeBytes: overhead + 999, pages: 100 }, stored: [overhead + 1_000, 900] };

test("the pictures of a single large document are reduced to what the limit leaves", async () => {
  const { made, engine, assembled } = await make(single);
  expect(engine.shrink.mock.calls[0]?.[0]).toBe("/scratch/0.pdf");
  expect(engine.shrink.mock.calls[0]?.[2]).toMatchObject({ practiceId: "p1", targetBytes: 999 });
  expect(made[1]).toMatchObject({
    purpose: "mail",
    name: "Ada 2026-11-20.pdf",
    position: 0,
    note: "Its pictures were reduced to 200 dpi so that it fits into an email.",
  });
  expect(made[0]?.note).toBeUndefined();
  expect(assembled[1]?.sources[0]?.path).toBe(engine.shrink.mock.calls[0]?.[1]);
});

test.each([
  ["does not become small enough", async () => ({ sizeBytes: 50, reachedTarget: false }), 0],
  ["cannot be reduced", () => Promise.reject(new Error("no")), 1],
])("a single document that %s is not made again", async (_what, shrink, warnings) => {
  const { made, warn } = await make({ ...single, shrink });
  expect(pdfs(made)).toEqual(["result Ada 2026-11-20.pdf: f1"]);
  expect(warn).toHaveBeenCalledTimes(warnings);
});

test("a large document of several that does not become smaller is a part as it is", async () => {
  const shrink = async () => ({ sizeBytes: 50, reachedTarget: false });
  const files = [{}, { pagesBytes: 200_000 }];
  const { made } = await make({ ...single, files, shrink, stored: [300_000, 900] });
  expect(made.map(({ fileIds, note }) => `${fileIds} ${note}`)).toEqual([
    "f1,f2 undefined",
    "f1 undefined",
    "f2 undefined",
  ]);
});

test("nothing is made of a document after an abort", async () => {
  const control = new AbortController();
  const shrink = () => {
    control.abort(new Error("stopped"));
    return Promise.reject(new Error("no"));
  };
  await expect(make({ ...single, shrink, signal: control.signal })).rejects.toThrow("stopped");
});

const withText = { sendsText: true, readings: { writeText: async () => "/scratch/text.pdf" } };

test("a PDF that is sent with text has its version with text", async () => {
  const { made, storage } = await make({ ...withText, stored: [100, 300] });
  expect(made[0]).toMatchObject({ sizeBytes: 100, searchableBytes: 300, searchableSha256: "sha" });
  expect(storage.putFile).toHaveBeenLastCalledWith(made[0]?.searchableKey, "/scratch/text.pdf");
  expect(keysOf(made)).toEqual([made[0]?.blobKey, made[0]?.searchableKey]);
  const [without] = made.map(withoutTextOf);
  expect(without).toMatchObject({ searchableKey: null, searchableBytes: null, searchableSha256: null, sizeBytes: 100 });
  expect(keysOf(made.map(withoutTextOf))).toEqual([made[0]?.blobKey]);
});

test("text is written for nobody who does not get it, and only into the PDF", async () => {
  const writeText = vi.fn(async (_services, _ref, pdf: { fetchPdf(): Promise<string> }) => {
    expect(await pdf.fetchPdf()).toMatch(/^\/work\/.+\.pdf$/);
    return null;
  });
  const { made } = await make({ readings: { writeText } });
  expect(writeText).not.toHaveBeenCalled();
  await make({ sendsText: true, readings: { writeText } });
  expect(writeText).toHaveBeenCalledOnce();
  expect(made[0]).not.toHaveProperty("searchableKey");
});

test("a PDF whose text cannot be written is sent without, unless the task is stopped", async () => {
  const control = new AbortController();
  const readings = { writeText: () => Promise.reject(new Error("no")) };
  const { made, warn } = await make({ sendsText: true, readings });
  expect(made).toHaveLength(1);
  expect(warn).toHaveBeenCalledOnce();
  control.abort(new Error("stopped"));
  await expect(make({ sendsText: true, readings, signal: control.signal })).rejects.toThrow("stopped");
});

test.each([
  // The larger of the two versions decides.
  [[100, 301], 300, 2],
  [[100, 300], 300, 1],
])("versions of %j bytes with a limit of %s bytes are %s PDFs", async (stored, sizeBytes, number) => {
  const { made } = await make({ ...withText, stored, files: [{}, {}], limit: { sizeBytes, pages: 100 } });
  expect(made.length > 1).toBe(number > 1);
});

test("room for the text of 4 pages, 8,192 bytes each, is left by the pictures", async () => {
  const files = [{ pages: 4, pagesBytes: 190_000 }];
  const { engine } = await make({ ...withText, files, limit: { sizeBytes: 200_000, pages: 100 }, stored: [300_000] });
  expect(engine.shrink.mock.calls[0]?.[2]).toMatchObject({ targetBytes: 200_000 - 4 * 8_192 - overhead });
});

test("room for the text of many pages leaves at least half of the limit", async () => {
  const files = [{ pages: 50, pagesBytes: 190_000 }];
  const { engine } = await make({ ...withText, files, limit: { sizeBytes: 200_000, pages: 100 }, stored: [300_000] });
  expect(engine.shrink.mock.calls[0]?.[2]).toMatchObject({ targetBytes: 100_000 - overhead });
});
