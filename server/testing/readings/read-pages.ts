import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fact, PageReading } from "@sheaf/contracts/reading.ts";
import { eq } from "drizzle-orm";
import { jobFiles } from "../../src/domain/jobs/table.ts";
import { preparePages } from "../../src/domain/readings/pages/prepare-pages.ts";
import { storePages } from "../../src/domain/readings/pages/store-pages.ts";
import { insertJob } from "../jobs/job-rows.ts";
import type { SignedIn, TestServer } from "../server.ts";

interface Given {
  /** The text of each page: words between spaces, lines between line breaks. */
  pages: string[];
  facts?: Omit<Fact, "box">[];
  fileName?: string;
  customerName?: string;
  customerId?: string;
  createdAt?: Date;
}

/** The key of a file. */
export interface FileRef {
  practiceId: string;
  jobId: string;
  fileId: string;
}

/** Writes a job of one file whose pages are read. */
export async function insertReadFile(server: TestServer, who: SignedIn, given: Given): Promise<FileRef> {
  const { pages, facts = [], fileName = "scan.pdf", ...ofJob } = given;
  const { db } = server.services;
  const jobId = await insertJob(server, who, { ...ofJob, files: [{ name: fileName }] });
  const [file] = await db.select({ id: jobFiles.id }).from(jobFiles).where(eq(jobFiles.jobId, jobId));
  if (!file) throw new Error("The job has no file");
  const ref = { practiceId: who.practiceId, jobId, fileId: file.id };
  const readings = pages.map((text, index) => aReading(text, { page: index + 1, facts }));
  await storeRead(server, ref, readings);
  return ref;
}

/** Makes the pages of a file findable. */
export async function storeRead(server: TestServer, ref: FileRef, pages: PageReading[]): Promise<void> {
  const { db } = server.services;
  const folder = await mkdtemp(join(tmpdir(), "sheaf-pages-"));
  try {
    const prepared = await preparePages(db, ref, pages, join(folder, "pages.jsonl"));
    await db.transaction((tx) => storePages(tx, ref, prepared));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const size = 10;
const letterWidth = 5;

/** Returns a page with a text in lines. Two words divided by "|" are printed without a space between them. */
export function aReading(text: string, { page = 1, facts = [] as Omit<Fact, "box">[] } = {}): PageReading {
  const lines = text.split("\n");
  const words = lines.flatMap((printed, line) => {
    let left = 50;
    const top = 60 + 14 * line;
    return printed.split(/(?=[ |])/).map((part) => {
      const word = part.replace(/^[ |]/, "");
      if (part.startsWith(" ")) left += letterWidth;
      const right = left + letterWidth * word.length;
      const box = [left, top, right, top + size] as const;
      left = right;
      return { text: word, box, confidence: 95, line };
    });
  });
  return {
    page,
    width: 595,
    height: 842,
    source: "ocr",
    language: "en",
    confidence: 95,
    lines: lines.map((_, line) => ({ baseline: [50, 70 + 14 * line, 545, 70 + 14 * line], size })),
    words,
    readability: null,
    turn: 0,
    facts: facts.map((fact) => ({ ...fact, box: [50, 60, 100, 70] })),
  };
}
