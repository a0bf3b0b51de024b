import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PageReading } from "@sheaf/contracts/reading.ts";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import type { Converted } from "./cli-converted.ts";
import { checkLanguage, readAll, unreadWords } from "./cli-readings.ts";
import { searchableText } from "./cli-searchable.ts";
import type { Engine } from "./engine-api.ts";
import { installedLanguages } from "./installed/languages.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-cli-readings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

const reading = (page: number, source: PageReading["source"] = "ocr"): PageReading => ({
  page,
  width: 595,
  height: 842,
  source,
  language: null,
  confidence: null,
  lines: [],
  words: [],
  readability: null,
  turn: 0,
  facts: [],
});

/** An engine that reads the pages given by path, and writes into a PDF which pages it got. */
function reader(pages: Record<string, PageReading[]>) {
  const asked: unknown[] = [];
  const engine: Pick<Engine, "read" | "addText"> = {
    async *read(path, { practiceId: _, ...options }) {
      asked.push([path, options]);
      yield* pages[path] ?? [];
    },
    async addText(path, outPath, readings) {
      writeFileSync(outPath, `${readFileSync(path, "utf8")} with ${readings.map(({ page }) => page).join(",")}`);
      return { pages: 0, words: 0, sizeBytes: 0 };
    },
  };
  return { engine: engine as Engine, asked };
}

function converted(name: string): Converted {
  const pagesPath = join(folder, name);
  writeFileSync(pagesPath, name);
  return { file: name, name, title: name, pagesPath, result: { outcome: "converted", pages: 1, warnings: [], ms: 1 } };
}

test("a language that is not installed is refused with those that are, and none need be given", () => {
  expect(() => checkLanguage(undefined)).not.toThrow();
  const codes = installedLanguages();
  const known = codes.length === 0 ? "Tesseract is not installed." : `Installed are ${codes.join(", ")}.`;
  expect(() => checkLanguage("xxx")).toThrow(`The language "xxx" is not installed. ${known}`);
  for (const code of codes) expect(() => checkLanguage(code)).not.toThrow();
});

test("all pages of a file are read, in English and the language that is given", async () => {
  const { engine, asked } = reader({ "/a": [reading(1), reading(2)] });
  expect(await readAll(engine, "/a", undefined)).toHaveLength(2);
  expect(await readAll(engine, "/b", "deu")).toEqual([]);
  expect(asked).toEqual([
    ["/a", { languages: [] }],
    ["/b", { languages: ["deu"] }],
  ]);
});

test("pages that were not read are named, with the reason", () => {
  const isMissing = installedLanguages().length === 0;
  const why = (them: string) => (isMissing ? "Tesseract is not installed" : `reading ${them} failed or took too long`);
  expect(unreadWords("a.pdf", [reading(1), reading(2, "blank")])).toBe(null);
  expect(unreadWords("a.pdf", [reading(1), reading(2, "unread")])).toBe(
    `a.pdf: page 2 could not be read, because ${why("it")}.`,
  );
  expect(unreadWords("a.pdf", [reading(1, "unread"), reading(2, "unread"), reading(3)])).toBe(
    `a.pdf: pages 1, 2 could not be read, because ${why("them")}.`,
  );
});

test("the text of files that follow each other is added under the numbers of their pages in the merged PDF", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const [a, b] = [converted("a.pdf"), converted("b.pdf")];
  const merged = join(folder, "merged.pdf");
  writeFileSync(merged, "merged");
  const { engine, asked } = reader({ [a.pagesPath]: [reading(1), reading(2, "unread")], [b.pagesPath]: [reading(1)] });
  const text = searchableText(engine, folder, undefined);

  await text.addToMerged(merged, [a, b]);
  await text.addTo(a);

  expect(readFileSync(merged, "utf8")).toBe("merged with 1,2,3");
  expect(readFileSync(a.pagesPath, "utf8")).toBe("a.pdf with 1,2");
  expect(readFileSync(b.pagesPath, "utf8")).toBe("b.pdf");
  expect(asked, "each file is read once").toHaveLength(2);
  expect(said.mock.calls, "and its unread page is reported once").toHaveLength(1);
});
