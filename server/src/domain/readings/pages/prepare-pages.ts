import { open } from "node:fs/promises";
import { setImmediate as pause } from "node:timers/promises";
import type { PageReading } from "@sheaf/contracts/reading.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { jobFiles, jobs } from "../../jobs/table.ts";
import { packLayout } from "./layout.ts";
import { lexemesOf, type PageOwner, type PageTerms, termsOfPage, wordsIn } from "./lexemes.ts";
import { stemsOf } from "./stems.ts";
import { isListed } from "./word-list.ts";

/** A part of a file's pages, which is stored by one statement. */
const partPages = 50;
const partWords = 25_000;

/** The pages of a file, ready to be stored. */
export interface PreparedPages {
  /** A file of lines, each a JSON array of `PreparedPage`. */
  path: string;
  /** By stem: a word with it, and the number of pages that have it. */
  listed: Map<string, { word: string; pages: number }>;
}

/** A row of `page_readings`. */
interface PreparedPage {
  page: number;
  words: string[];
  /** In base64. */
  layout: string;
}

interface TakenApart {
  page: number;
  terms: PageTerms;
  layout: string;
}

/**
 * Works out what the pages of a file are found by and writes it to a new file, so that the transaction that stores them
 * is short. Only a part of them is in memory, and other work of the process goes on between two pages.
 * @returns null for a file of a sample job or one that was deleted
 */
export async function preparePages(
  db: Db,
  ref: { practiceId: string; jobId: string; fileId: string },
  pages: AsyncIterable<PageReading> | Iterable<PageReading>,
  path: string,
): Promise<PreparedPages | null> {
  const owner = await ownerOf(db, ref);
  if (!owner) return null;
  const listed: PreparedPages["listed"] = new Map();
  await using file = await open(path, "wx", 0o600);
  for await (const part of inParts(pages, owner)) {
    const stems = await stemsOf(db, wordsOfPart(part));
    const rows: PreparedPage[] = [];
    for (const { page, terms, layout } of part) {
      rows.push({ page, words: lexemesOf(terms, stems), layout });
      await pause();
    }
    listWords(listed, rows, stems);
    await file.appendFile(`${JSON.stringify(rows)}\n`);
  }
  return { path, listed };
}

/** Takes pages apart, and yields them in parts. */
async function* inParts(
  pages: AsyncIterable<PageReading> | Iterable<PageReading>,
  owner: PageOwner,
): AsyncGenerator<TakenApart[]> {
  let part: TakenApart[] = [];
  let words = 0;
  for await (const page of pages) {
    if (page.source === "unread") continue;
    part.push({ page: page.page, terms: termsOfPage(page, owner), layout: packLayout(page).toString("base64") });
    words += page.words.length;
    if (part.length >= partPages || words >= partWords) {
      yield part;
      part = [];
      words = 0;
    }
    await pause();
  }
  if (part.length > 0) yield part;
}

function* wordsOfPart(part: TakenApart[]): Generator<string> {
  for (const { terms } of part) {
    yield* wordsIn(terms.onPage);
    yield* wordsIn(terms.inNames);
  }
}

/** Counts the pages of words for the practice's word list. */
function listWords(listed: PreparedPages["listed"], rows: PreparedPage[], stems: Map<string, string>): void {
  const wordOf = new Map<string, string>();
  for (const [word, stem] of stems) if (!wordOf.has(stem)) wordOf.set(stem, word);
  for (const { words } of rows) {
    for (const stem of words.filter(isListed)) {
      const known = listed.get(stem);
      if (known) known.pages += 1;
      else listed.set(stem, { word: wordOf.get(stem) ?? stem, pages: 1 });
    }
  }
}

async function ownerOf(
  db: Db,
  { practiceId, jobId, fileId }: { practiceId: string; jobId: string; fileId: string },
): Promise<PageOwner | undefined> {
  const { customerName, customerId } = jobs;
  const [owner] = await db
    .select({ fileName: jobFiles.originalName, customerName, customerId })
    .from(jobFiles)
    .innerJoin(jobs, equals(jobs, { practiceId: jobFiles.practiceId, id: jobFiles.jobId, sample: false }))
    .where(equals(jobFiles, { practiceId, jobId, id: fileId }));
  return owner && { ...owner, jobId };
}
