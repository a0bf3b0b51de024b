import { readFile, rm, stat } from "node:fs/promises";
import { MB } from "@sheaf/contracts/limits.ts";
import { type PageReading, readingLimits } from "@sheaf/contracts/reading.ts";
import type { SandboxRequest } from "../sandbox/protocol.ts";
import type { WorkLimits } from "../sandbox/watchdog.ts";
import type { PageResult } from "./read-pages.ts";
import { takeResult } from "./taken-result.ts";
import { unreadPage } from "./unread-page.ts";
import type { WorkClock } from "./work-clock.ts";

/** Text layers are read in batches of this number of pages, pictures one page at a time. */
const batchPages = 50;
/** Allowance for starting a reader and opening the file, at the lowest priority beside conversions on every core. */
const openingMs = 20_000;
/** A page of text takes 0.02 to 0.2 s. */
const layerMs = 500;
/** A page is read at most a few times, in different ways, each in a few seconds. */
const pictureMs = 60_000;
/** A page that Tesseract is sure of takes this long; it is kept free for each page that follows. */
const usualPictureMs = 2_000;
/** Time for the first reading of a page, before the second one. */
const firstMs = 4_000;
/** A second reading ends when its time is over, but not within a step. */
const overrunMs = 5_000;
export const readerLimits = {
  /** Node, PDFium, libvips and Tesseract together. */
  memoryBytes: 700 * MB,
  /** However busy the machine is. */
  patientMs: 300_000,
} as const;
/** The results of one page: 5,000 words with their boxes take about 0.5 MB. */
const resultBytesPerPage = 4 * MB;

export type ReadRequest = SandboxRequest & { do: "read" };

/**
 * Sends one request to a reader. Resolves to the PDF's page count when results were written to `outPath`, else to null.
 */
export type RequestReading = (
  request: ReadRequest,
  limits: WorkLimits,
  outPath: string,
  signal: AbortSignal,
) => Promise<{ pages: number } | null>;

export interface ReadPdfOptions {
  /** Sends requests; counts the time that they take with `clock`. */
  ask: RequestReading;
  clock: WorkClock;
  /** Returns a path for a result file, which is removed afterwards. */
  newPath(): string;
  /** The PDF's name in the reader. */
  file: string;
  /** Tesseract's names; none when it is not installed. */
  languages: string[];
  /** From 1. */
  first: number;
  /** Time for the work, without waits; `readingTimeMs` of the number of pages when omitted. */
  deadlineMs: number | undefined;
  /** Number of pages read at once. */
  width: number;
  /** Whether pages that are hard to read are read a second time. */
  hasSecondReader: boolean;
  signal: AbortSignal | undefined;
}

/**
 * Reads the pages of a PDF, in order. A page that cannot be read ends its reader and is "unread"; the next page gets
 * another reader.
 * @throws the signal's reason, or Error when the PDF cannot be opened
 */
export async function* readPdf(options: ReadPdfOptions): AsyncGenerator<PageReading> {
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const reader = new PdfReader(options, signal);
  try {
    const pages = await reader.countPages();
    for (let first = options.first - 1; first < pages; first += batchPages) {
      const found = await reader.readLayers(first, Math.min(pages, first + batchPages));
      yield* inOrder(found, options.width, (result, index) => reader.finish(result, first + index));
    }
  } finally {
    stop.abort(new Error("The readings are no longer wanted."));
  }
}

type WantedPages = Pick<ReadRequest, "first" | "end" | "languages" | "secondMs">;

interface Asked {
  pages: number;
  results: (PageResult | null)[];
}

/** Text layers are read without any program. */
const textOnly = { languages: [], secondMs: 0 };

class PdfReader {
  readonly #options: ReadPdfOptions;
  readonly #signal: AbortSignal;
  #deadlineMs: number;
  #pages = 1;
  constructor(options: ReadPdfOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#deadlineMs = options.deadlineMs ?? readingTimeMs(1);
  }

  async countPages(): Promise<number> {
    const { pages } = (await this.#askWithin({ first: 0, end: 0, ...textOnly }, openingMs)) ?? { pages: 0 };
    if (pages === 0) throw new Error("The PDF could not be opened to read it.");
    this.#deadlineMs = this.#options.deadlineMs ?? readingTimeMs(pages);
    this.#pages = pages;
    return pages;
  }

  /** Reads the text layers of a batch; page by page when the batch fails, so that one page costs only itself. */
  async readLayers(first: number, end: number): Promise<(PageResult | null)[]> {
    const wanted = { first, end, ...textOnly };
    const read = await this.#ask(wanted, openingMs + layerMs * (end - first));
    if (read) return read.results;
    const results: (PageResult | null)[] = [];
    for (let index = first; index < end; index++) {
      const one = await this.#ask({ first: index, end: index + 1, ...textOnly }, openingMs);
      results.push(one?.results[0] ?? null);
    }
    return results;
  }

  /** Reads the picture of a page where its text layer does not tell everything. @param index from 0 */
  async finish(result: PageResult | null, index: number): Promise<PageReading> {
    const { languages } = this.#options;
    const known = result?.reading ?? unreadPage(index + 1);
    if (!result || result.isFinal || languages.length === 0) return known;
    const secondMs = this.#secondMs(index);
    const wanted = { first: index, end: index + 1, languages, secondMs };
    const read = await this.#ask(wanted, openingMs + pictureMs, secondMs > 0 ? overrunMs : 0);
    return read?.results[0]?.reading ?? known;
  }

  /** Returns how long the second reading of a page may take: never at the cost of the pages that follow. */
  #secondMs(index: number): number {
    const { clock, hasSecondReader, width } = this.#options;
    const following = Math.ceil((this.#pages - index - 1) / width) * usualPictureMs;
    const leftMs = Math.min(this.#deadlineMs - clock.ms() - following, openingMs + pictureMs);
    return hasSecondReader ? Math.max(0, Math.round(leftMs - firstMs)) : 0;
  }

  /** @returns null when the reader fails, exceeds a limit, or no time is left */
  async #ask(wanted: WantedPages, timeMs: number, laterMs = 0): Promise<Asked | null> {
    const leftMs = this.#deadlineMs - this.#options.clock.ms();
    return leftMs > 0 ? this.#askWithin(wanted, Math.min(timeMs, leftMs) + laterMs) : null;
  }

  async #askWithin({ first, end, ...ways }: WantedPages, timeMs: number): Promise<Asked | null> {
    const { ask, file, newPath } = this.#options;
    const outPath = newPath();
    try {
      const scratchBytes = 16 * MB + (end - first) * resultBytesPerPage;
      const limits = { timeMs, ...readerLimits, scratchBytes };
      const answer = await ask({ do: "read", file, first, end, ...ways }, limits, outPath, this.#signal);
      return answer && { pages: answer.pages, results: await resultsIn(outPath, first, end) };
    } finally {
      await rm(outPath, { force: true });
    }
  }
}

/** Reads a result file, which is untrusted: a line that is missing, too long or not valid is null. */
async function resultsIn(path: string, first: number, end: number): Promise<(PageResult | null)[]> {
  const { size } = await stat(path);
  const isBounded = size <= resultBytesPerPage * Math.max(1, end - first);
  const lines = isBounded ? (await readFile(path, "utf8")).split("\n") : [];
  return Array.from({ length: end - first }, (_, index) => takeResult(lines[index] ?? "", first + index + 1));
}

/** Does the same work for each item, a few at once, and yields the results in order. */
async function* inOrder<Item, Result>(
  items: Item[],
  width: number,
  work: (item: Item, index: number) => Promise<Result>,
): AsyncGenerator<Result> {
  const started: Promise<Result>[] = [];
  for (let index = 0; index < items.length; index++) {
    for (let next = started.length; next < Math.min(items.length, index + width); next++) {
      const result = work(items[next] as Item, next);
      result.catch(() => {}); // awaited below, unless an earlier one fails
      started.push(result);
    }
    yield await (started[index] as Promise<Result>);
  }
}

/** Returns how long a file of this number of pages may take, in milliseconds. */
function readingTimeMs(pages: number): number {
  const { baseMs, perPageMs, maxMs } = readingLimits;
  return Math.min(maxMs, baseMs + pages * perPageMs);
}
