import { spawn } from "node:child_process";
import type { GreyPicture } from "./ocr/grey-picture.ts";

/** A page takes a few seconds, but much longer at the lowest priority on a busy machine. */
const timeLimitMs = 120_000;
/** A page of 5,000 words takes about 1 MB. */
const maxAnswerBytes = 16 << 20;
const usualDpi = 300;

export interface RecogniseOptions {
  /** Tesseract's names of the languages, such as "eng". */
  languages: string[];
  /**
   * "words": words with their boxes, as hOCR. "orientation": how far the page is turned, as Tesseract prints it
   * ("Rotate: 180", "Orientation confidence: 12.34").
   */
  mode: "words" | "orientation";
  /**
   * How the words are laid out: as on a page of columns and tables, in one column of lines, in one block, or anywhere.
   * "page" when omitted.
   */
  layout?: Layout;
  /** Dots per inch of the picture; 300 when omitted. */
  dpi?: number;
}

export type Layout = "page" | "column" | "block" | "sparse";

/** Tesseract's numbers of its ways to divide a page into lines. */
const segmentations: Record<Layout, string> = { page: "3", column: "4", block: "6", sparse: "11" };

/** Reads a picture with Tesseract and returns its answer as text. */
export type Recognise = (picture: GreyPicture, options: RecogniseOptions) => Promise<string>;

/**
 * Starts Tesseract for one picture, which it gets on its standard input; nothing is written to disk. One thread: with
 * two, a page takes eight times as much processor time when the processors are busy.
 * @returns the answer; an empty text when Tesseract finds too little print to tell the orientation
 * @throws Error when Tesseract is not installed, fails, or takes longer than two minutes
 */
export async function recognise({ pixels, width, height }: GreyPicture, options: RecogniseOptions): Promise<string> {
  const { languages, mode, dpi = usualDpi, layout = "page" } = options;
  const ways = {
    words: ["-l", languages.join("+"), "--oem", "1", "--psm", segmentations[layout], "-c", "tessedit_create_hocr=1"],
    orientation: ["-l", "osd", "--psm", "0"],
  };
  const words = ["-", "-", "--dpi", String(Math.round(dpi)), ...ways[mode]];
  const { code, text } = await run(words, [Buffer.from(`P5 ${width} ${height} 255\n`), pixels]);
  // Tesseract reports "Too few characters" as a failure.
  if (code !== 0 && mode === "words") throw new Error(`Tesseract ended with ${code}`);
  return code === 0 ? text : "";
}

/** @returns the exit code, or the name of the signal that ended the program */
function run(words: string[], input: Uint8Array[]): Promise<{ code: number | string; text: string }> {
  return new Promise((resolve, reject) => {
    const program = spawn("tesseract", words, {
      // biome-ignore lint/style/noProcessEnv: PATH is set by the sandbox.
      env: { PATH: process.env.PATH ?? "/usr/bin", OMP_THREAD_LIMIT: "1" },
      stdio: ["pipe", "pipe", "ignore"],
    });
    const parts: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(() => program.kill("SIGKILL"), timeLimitMs);
    program.stdout.on("data", (part: Buffer) => {
      length += part.length;
      if (length > maxAnswerBytes) program.kill("SIGKILL");
      else parts.push(part);
    });
    program.stdin.on("error", () => {}); // reported by the exit code
    program.on("error", reject);
    program.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? signal ?? "nothing", text: Buffer.concat(parts).toString("utf8") });
    });
    for (const part of input) program.stdin.write(part);
    program.stdin.end();
  });
}
