import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Capture, captured, captures } from "@sheaf/engine/testing/printed-pages/captured-page.ts";
import { type PageKind, printedPage } from "@sheaf/engine/testing/printed-pages/printed-page.ts";
import type { Truth } from "./compare-words.ts";

/** Pictures of papers whose words are known. */
export interface PageSet {
  name: string;
  /** The share of the words that must be found. */
  bar: number | null;
  pages: { jpeg: Buffer; truth: Truth }[];
}

const corpus = join(import.meta.dirname, "..", "..", "..", "..", "shared", "corpus-reading");
const kinds: PageKind[] = ["invoice", "letter", "statement", "receipt"];
const bars: Partial<Record<keyof typeof captures, number>> = {
  "scan, 200 dpi": 0.98,
  "askew 3°": 0.97,
  photo: 0.95,
};

/** The names of all sets, in the order of the table. */
export const setNames = ["receipts", ...Object.keys(captures)];

/**
 * Makes one set of pages.
 * @param seed of the first invented paper
 * @param count of invented papers
 * @returns null when the receipts are not beside the project
 */
export async function pageSet(name: string, seed: number, count: number): Promise<PageSet | null> {
  if (name === "receipts") return receipts();
  const [, capture] = Object.entries(captures).find(([known]) => known === name) ?? [];
  if (!capture) throw new Error(`The sets of pages are ${setNames.join(", ")}.`);
  const pages = [];
  for (let at = 0; at < count; at++)
    pages.push(await invented(capture, seed + at, kinds[at % kinds.length] ?? "letter"));
  return { name, bar: bars[name as keyof typeof bars] ?? null, pages };
}

async function invented(capture: Capture, seed: number, kind: PageKind): Promise<PageSet["pages"][number]> {
  const { words, total, ...page } = printedPage(kind, seed);
  return { jpeg: await captured({ words, total, ...page }, capture, seed), truth: { words, total, date: null } };
}

interface Manifest {
  files: { path: string; facts: { total?: string; date?: string }; lines: { text: string }[] }[];
}

function manifest(): Manifest["files"] {
  const path = join(corpus, "MANIFEST.json");
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Manifest).files : [];
}

/** Returns the pictures of the real receipts; none when they are not beside the project. */
export const receiptPictures = (): { picture: Buffer; name: string }[] =>
  manifest().map(({ path }) => ({ picture: readFileSync(join(corpus, path)), name: path }));

function receipts(): PageSet | null {
  const files = manifest();
  if (files.length === 0) return null;
  const pages = files.map(({ path, facts, lines }) => ({
    jpeg: readFileSync(join(corpus, path)),
    truth: { words: lines.map(({ text }) => text), total: facts.total ?? null, date: facts.date ?? null },
  }));
  return { name: `receipts, ${files.length} real ones`, bar: 0.77, pages };
}
