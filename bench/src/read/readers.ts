import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PageReading } from "@sheaf/contracts/reading.ts";
import type { PageResult } from "@sheaf/engine/read/read-pages.ts";
import { type Command, run } from "../measure.ts";
import { isInstalled } from "../runners.ts";
import type { Read } from "./compare-words.ts";

export interface Reader {
  name: string;
  missing: string | null;
  /**
   * Reads a PDF.
   * @param folder for whatever it writes
   */
  read(pdfPath: string, pages: number, folder: string): Promise<Reading>;
}

export interface Reading {
  pages: Read[];
  /** Processor seconds of all its processes. */
  seconds: number;
  /** Highest memory of its process tree. */
  peakBytes: number;
}

/** One thread: with several, Tesseract takes a multiple of the processor time on a busy machine. */
const env = { OMP_THREAD_LIMIT: "1" };

const script = (name: string) => join(import.meta.dirname, name);

export const sheaf: Reader = {
  name: "Sheaf",
  missing: null,
  async read(pdfPath, _, folder) {
    const outPath = join(folder, "readings.jsonl");
    const given = [script("read-pages.ts"), pdfPath, outPath];
    const cost = await timed({ program: process.execPath, given, env });
    const pages = readResults(outPath).map((reading): Read => {
      const total = reading.facts.find(({ kind }) => kind === "total")?.value ?? null;
      return { words: reading.words.map(({ text }) => text), total };
    });
    return { pages, ...cost };
  },
};

/** Reads all pages of a PDF as Sheaf does, in a process of its own. */
export async function readByOurselves(pdfPath: string, outPath: string): Promise<PageReading[]> {
  await run({ program: process.execPath, given: [script("read-pages.ts"), pdfPath, outPath], env });
  return readResults(outPath);
}

const readResults = (path: string): PageReading[] =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as PageResult).reading);

/** On the pictures that Sheaf draws; drawing them is not counted. */
export const bareTesseract: Reader = {
  name: "Tesseract alone",
  missing: isInstalled("tesseract") ? null : "not installed",
  async read(pdfPath, pages, folder) {
    mkdirSync(folder, { recursive: true });
    await run({ program: process.execPath, given: [script("draw-pages.ts"), pdfPath, folder] });
    const reading: Reading = { pages: [], seconds: 0, peakBytes: 0 };
    for (let page = 0; page < pages; page++) {
      const given = [join(folder, `${page}.pgm`), "-", "--dpi", "300", "-l", "eng", "--oem", "1"];
      const { stdout, seconds, peakBytes } = await timed({ program: "tesseract", given, env });
      reading.pages.push({ words: stdout.split(/\s+/), total: null });
      reading.seconds += seconds;
      reading.peakBytes = Math.max(reading.peakBytes, peakBytes);
    }
    return reading;
  },
};

export const ocrMyPdf: Reader = {
  name: "OCRmyPDF",
  missing: isInstalled("ocrmypdf") ? null : "not installed",
  async read(pdfPath, pages, folder) {
    const textPath = join(folder, "text.txt");
    const ways = ["--jobs", "1", "--output-type", "pdf", "--optimize", "0", "--rotate-pages", "--deskew", "-q"];
    const given = [...ways, "--sidecar", textPath, pdfPath, join(folder, "searchable.pdf")];
    const cost = await timed({ program: "ocrmypdf", given, env });
    const texts = readFileSync(textPath, "utf8").split("\f").slice(0, pages);
    return { pages: texts.map((text) => ({ words: text.split(/\s+/), total: null })), ...cost };
  },
};

/** Runs a program under a shell, which tells the processor time of its children at the end. */
async function timed({
  program,
  given,
  env: variables,
}: Command): Promise<Omit<Reading, "pages"> & { stdout: string }> {
  const marked = '"$@" || exit; echo; echo ---; times';
  const command: Command = {
    program: "sh",
    given: ["-c", marked, "sh", program, ...given],
    ...(variables && { env: variables }),
  };
  const { stdout, peakBytes } = await run(command, true);
  const at = stdout.lastIndexOf("\n---\n");
  const children = stdout.slice(at).trimEnd().split("\n").at(-1) ?? "";
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest),
    0,
  );
  return { stdout: stdout.slice(0, at), seconds, peakBytes };
}
