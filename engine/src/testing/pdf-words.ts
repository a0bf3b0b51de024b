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
export async function wordsOf(path: string): Promise<string> {
  const { stdout } = await run("pdftotext", ["-layout", path, "-"], { maxBuffer: 2 ** 27 });
  return plain(stdout);
}

/** As `wordsOf` writes words, for looking them up in it. */
export const plain = (text: string): string => text.normalize("NFKC").replaceAll(/\s+/g, " ");
