import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { zipFile } from "../../fixtures/zip-files.ts";
import { aLetter, letter, pictureOf } from "./read/testing.ts";
import { isWhole, pictureStreams, type SeenWord, wordsInPoppler } from "./read/text-layer/testing.ts";
import { runCommandLine } from "./testing/command-line.ts";

let home: string;
let dir: string;
let photo: Buffer;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "sheaf-cli-read-"));
  photo = await pictureOf(await aLetter());
});
afterAll(() => rm(home, { recursive: true, force: true }));
beforeEach(async () => {
  dir = await mkdtemp(join(home, "test-"));
  await writeFile(join(dir, "photo.jpg"), photo);
});

const run = (script: "cli.ts" | "cli-read.ts", ...given: string[]) =>
  runCommandLine(script, given, { dir, cacheHome: join(home, "cache") });

interface ReadPage {
  source: string;
  confidence: number;
  words: { text: string; box: number[]; confidence: number }[];
  facts: { kind: string; value: string }[];
  readability: object | null;
}

const wordsOf = (page: { words: { text: string }[] } | undefined) =>
  page?.words.map(({ text }) => text).join(" ") ?? "";

test("words, facts and boxes of a photo and of the files in an archive are printed as one object", async () => {
  const parts = [{ name: "2026/note.txt", content: "Invoice date: 14 October 2026" }];
  await writeFile(join(dir, "notes.zip"), zipFile(parts));

  const { status, out, err } = await run("cli-read.ts", "photo.jpg", "notes.zip", "--json");

  expect({ status, err }).toEqual({ status: 0, err: "" });
  const { files } = JSON.parse(out) as { files: { path: string; pages: ReadPage[] }[] };
  expect(files.map(({ path }) => path)).toEqual(["photo.jpg", "notes.zip › 2026/note.txt"]);
  const [scanned, note] = files.map(({ pages }) => pages[0]);
  expect(scanned).toMatchObject({ source: "ocr", page: 1, width: 595.276, height: 841.89, language: "en", turn: 0 });
  expect(wordsOf(scanned)).toContain("thank you for your order of three garden benches.");
  expect(scanned?.readability).not.toBeNull();
  const [garden, bench] = ["Garden", "bench,"].map(
    (word) => scanned?.words.find(({ text }) => text === word)?.box ?? [],
  );
  expect(garden?.[2]).toBeLessThan(bench?.[0] ?? 0);
  expect(Math.abs((garden?.[1] ?? 0) - (bench?.[1] ?? 0))).toBeLessThan(3);
  expect(note).toMatchObject({ source: "text", readability: null });
  expect(note?.facts).toMatchObject([{ kind: "date", value: "2026-10-14" }]);
});

test("without --json the lines of each page are printed", async () => {
  const { status, out } = await run("cli-read.ts", "photo.jpg");
  expect(status).toBe(0);
  expect(out).toMatch(/^photo\.jpg, page 1 \(recognised, \d+ % sure\)\n/);
  expect(out.split("\n")).toContain(letter[3]);
});

test("a file that cannot be converted is named, and the others are read", async () => {
  await writeFile(join(dir, "broken.pdf"), "%PDF-1.7 nothing else");
  const { status, out, err } = await run("cli-read.ts", "broken.pdf", "photo.jpg", "--json");
  expect(status).toBe(2);
  expect(err).toContain("broken.pdf ");
  expect(JSON.parse(out)).toMatchObject({ files: [{ path: "photo.jpg" }] });
});

test.each([
  [[], "Enter at least one file: sheaf read FILE..."],
  [["nowhere.pdf"], 'There is no file "nowhere.pdf".'],
  [["photo.jpg", "--language", "xyz"], 'The language "xyz" is not installed.'],
  [["photo.jpg", "--output", "x.pdf"], "See sheaf read --help."],
])("%j is refused with one sentence and exit status 1", async (given, sentence) => {
  const { status, out, err } = await run("cli-read.ts", ...given);
  expect({ status, out }).toEqual({ status: 1, out: "" });
  expect(err).toContain(sentence);
});

test("convert --searchable writes the words of a photo into the merged and the separate PDFs", async () => {
  await writeFile(join(dir, "note.txt"), "A typed note");
  const files = ["note.txt", "photo.jpg"];
  await run("cli.ts", ...files, "-o", "plain.pdf");

  const { status, err } = await run("cli.ts", ...files, "--searchable", "-o", "all.pdf", "--separate", "pages");

  expect({ status, err }).toEqual({ status: 0, err: "" });
  const merged = wordsInPoppler(join(dir, "all.pdf"));
  expect(lineOf(merged[0])).toBe("A typed note");
  expect(lineOf(merged[1])).toContain("Please pay within thirty days to our account");
  expect(await pictureStreams(join(dir, "all.pdf"))).toEqual(await pictureStreams(join(dir, "plain.pdf")));
  expect(isWhole(join(dir, "all.pdf"))).toBe(true);
  expect((await readdir(join(dir, "pages"))).toSorted()).toEqual(["note.txt.pdf", "photo.jpg.pdf"]);
  expect(lineOf(wordsInPoppler(join(dir, "pages", "photo.jpg.pdf"))[0])).toContain("garden benches");
});

const lineOf = (words: SeenWord[] | undefined) => words?.map(({ text }) => text).join(" ") ?? "";
