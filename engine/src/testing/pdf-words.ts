import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Each page of a PDF as "A4", or as its size in points. */
export async function pageSizes(path: string): Promise<string[]> {
  const { stdout } = await run("pdfinfo", ["-f", "1", "-l", "-1", path], { maxBuffer: 2 ** 26 });
  return [...stdout.matchAll(/^Page\s+\d+ size:\s+([\d.]+) x ([\d.]+) pts/gm)].map(([, width, height]) => {
    const [short = 0, long = 0] = [Number(width), Number(height)].sort((one, other) => one - other);
    return Math.abs(short - 595.276) < 0.01 && Math.abs(long - 841.89) < 0.01 ? "A4" : `${width} x ${height}`;
  });
}

/** The words of a PDF in the order in which they stand on its pages, one space between them. */
export const textOf = async (path: string) => plain(await extracted(path, "-layout"));

async function extracted(path: string, order: "-layout" | "-raw"): Promise<string> {
  const { stdout } = await run("pdftotext", [order, path, "-"], { maxBuffer: 2 ** 27 });
  return stdout;
}

/** As `textOf` writes words, for looking them up in it. */
export const plain = (text: string): string => text.normalize("NFKC").replaceAll(/\s+/g, " ");

const betweenWords = /[\s\u200b\u00a0]+/;

/** The words of a text without their signs, and without capitals, which a format may set. */
export const wordsIn = (text: string): string[] =>
  text
    .normalize("NFKC")
    .split(betweenWords)
    .map(lettersOf)
    .filter((word) => word !== "");

const lettersOf = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Words so short stand within others by chance. */
const shortest = 4;

export interface PdfWords {
  all: Set<string>;
  /** Whether a word is there, also in parts on several lines. */
  has(word: string): boolean;
}

/** @returns the words of a PDF; cells are read one after the other, so that those which wrap are whole */
export async function wordsOf(path: string): Promise<PdfWords> {
  const raw = await extracted(path, "-raw");
  const all = new Set([...wordsIn(raw), ...wordsIn(await extracted(path, "-layout"))]);
  const joined = lettersOf(raw);
  return { all, has: (word) => all.has(word) || (word.length >= shortest && joined.includes(word)) };
}
