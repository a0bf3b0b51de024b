import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

interface PrintedWord {
  text: string;
  /** Left, top, right and bottom, in points from the top left corner of its page. */
  box: [left: number, top: number, right: number, bottom: number];
}

const word = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)<\/word>/g;

/** Returns the words that can be selected on the first page of a PDF, each with its place, as Poppler reads them. */
export async function wordsOnFirstPage(path: string): Promise<PrintedWord[]> {
  const { stdout } = await run("pdftotext", ["-bbox", "-l", "1", path, "-"]);
  return [...stdout.matchAll(word)].map(([, left, top, right, bottom, text = ""]) => ({
    text,
    box: [Number(left), Number(top), Number(right), Number(bottom)],
  }));
}
