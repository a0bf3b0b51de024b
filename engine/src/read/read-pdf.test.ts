import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PageReading } from "@sheaf/contracts/reading.ts";
import { expect, test } from "vitest";
import { workFolder } from "../pdf/testing.ts";
import { type ReadPdfOptions, type ReadRequest, readPdf } from "./read-pdf.ts";
import { WorkClock } from "./work-clock.ts";

/** What a fake reader makes of a page: its text, "picture" for one without text, or "crash" for one that ends it. */
type FakePage = string;

const resultOf = (page: number, text: FakePage, isRecognised: boolean): string => {
  const isText = text !== "picture" || isRecognised;
  const word = { text: isRecognised ? `recognised-${page}` : text, box: [1, 1, 2, 2], confidence: 100, line: 0 };
  const reading = {
    page,
    width: 100,
    height: 100,
    source: isText ? "text" : "unread",
    language: null,
    confidence: isText ? 100 : null,
    lines: isText ? [{ baseline: [1, 2, 2, 2], size: 1 }] : [],
    words: isText ? [word] : [],
    readability: null,
    turn: 0,
    facts: [],
  };
  return JSON.stringify({ reading, isFinal: isText });
};

/** Reads pages with a fake reader, and records its requests. */
async function read(pages: FakePage[], options: Partial<ReadPdfOptions> = {}) {
  const dir = await workFolder();
  const requests: string[] = [];
  const paths: string[] = [];
  const ask = async ({ first, end, languages }: ReadRequest, _limits: object, outPath: string) => {
    requests.push(`${first}-${end}${languages.length > 0 ? " pictures" : ""}`);
    const asked = pages.slice(first, end);
    if (asked.includes("crash")) return null;
    const lines = asked.map((text, index) =>
      text === "nonsense" ? "{}" : resultOf(first + index + 1, text, languages.length > 0),
    );
    writeFileSync(outPath, `${lines.join("\n")}\n`);
    return { pages: pages.length };
  };
  const newPath = () => {
    const path = join(dir, `result-${paths.length}`);
    paths.push(path);
    return path;
  };
  const usual = { ask, clock: new WorkClock(), newPath, file: "pages.pdf", languages: ["eng"], first: 1, width: 2 };
  const rest = { deadlineMs: undefined, hasSecondReader: false, signal: undefined };
  const readings: PageReading[] = [];
  for await (const reading of readPdf({ ...usual, ...rest, ...options })) readings.push(reading);
  expect(paths.filter((path) => existsSync(path))).toEqual([]);
  const said = readings.map(({ page, source, words }) => `${page} ${words[0]?.text ?? source}`);
  return { said, requests };
}

test("text is read in batches, pictures page by page, in the order of the pages", async () => {
  const { said, requests } = await read(["one", "picture", "picture", "four"]);
  expect(said).toEqual(["1 one", "2 recognised-2", "3 recognised-3", "4 four"]);
  expect(requests).toEqual(["0-0", "0-4", "1-2 pictures", "2-3 pictures"]);
});

test("a page that ends its reader costs only itself", async () => {
  const { said, requests } = await read(["one", "crash", "three"]);
  expect(said).toEqual(["1 one", "2 unread", "3 three"]);
  expect(requests).toEqual(["0-0", "0-3", "0-1", "1-2", "2-3"]);
});

test("a result that is not valid is an unread page", async () => {
  expect((await read(["one", "nonsense", "three"])).said).toEqual(["1 one", "2 unread", "3 three"]);
});

test("without Tesseract only text layers are read", async () => {
  const { said, requests } = await read(["one", "picture"], { languages: [] });
  expect(said).toEqual(["1 one", "2 unread"]);
  expect(requests).toEqual(["0-0", "0-2"]);
});

test("when no time is left, nothing more is asked and the other pages are unread", async () => {
  const { said, requests } = await read(["one", "two"], { deadlineMs: 0 });
  expect(said).toEqual(["1 unread", "2 unread"]);
  expect(requests).toEqual(["0-0"]);
});

test("reading begins with the wanted page", async () => {
  expect((await read(["one", "two", "three"], { first: 3 })).said).toEqual(["3 three"]);
});

test("a PDF that cannot be opened is an error", async () => {
  await expect(read([])).rejects.toThrow("could not be opened");
});
