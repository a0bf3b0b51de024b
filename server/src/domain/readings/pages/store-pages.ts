import type { PageReading } from "@sheaf/contracts/reading.ts";
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { jobFiles, jobs } from "../../jobs/table.ts";
import { forgetPages } from "./forget-pages.ts";
import { packLayout } from "./layout.ts";
import { type Names, nameMark, termsOfPage } from "./page-lexemes.ts";
import { stemsOf } from "./stems.ts";
import { pageReadings, pageWordChanges } from "./table.ts";
import type { Term } from "./terms.ts";
import { isListed } from "./word-list.ts";

interface FileRef {
  practiceId: string;
  jobId: string;
  fileId: string;
}

/**
 * Makes the pages of a file findable, instead of those stored before. Does nothing for a file of a sample job or one
 * that was deleted.
 */
export async function storePages(tx: Tx, ref: FileRef, pages: PageReading[]): Promise<void> {
  await forgetPages(tx, ref);
  const names = await namesOf(tx, ref);
  if (!names || pages.length === 0) return;
  const found = pages.map((page) => ({ page, ...termsOfPage(page, names) }));
  const stems = await stemsOf(
    tx,
    found.flatMap(({ onPage, inNames }) => [...onPage, ...inNames].filter(isWord).map(({ text }) => text)),
  );
  const lexemeOf = ({ kind, text }: Term) => (kind === "word" ? (stems.get(text) ?? text) : text);
  const rows = found.map(({ page, onPage, inNames }) => ({
    page: page.page,
    words: [...new Set([...onPage.map(lexemeOf), ...inNames.map((term) => nameMark + lexemeOf(term))])],
    layout: packLayout(page).toString("base64"),
  }));
  const { practiceId, jobId, fileId } = ref;
  await tx.execute(sql`
    insert into ${pageReadings} (practice_id, job_id, file_id, page, words, layout)
    select ${practiceId}, ${jobId}, ${fileId}, page, array_to_tsvector(words), decode(layout, 'base64')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (page int, words text[], layout text)`);
  await listWords(tx, ref, rows, stems);
}

const isWord = ({ kind }: Term) => kind === "word";

async function namesOf(tx: Tx, { practiceId, jobId, fileId }: FileRef): Promise<Names | undefined> {
  const [names] = await tx
    .select({ fileName: jobFiles.originalName, customerName: jobs.customerName })
    .from(jobFiles)
    .innerJoin(jobs, equals(jobs, { practiceId: jobFiles.practiceId, id: jobFiles.jobId, sample: false }))
    .where(equals(jobFiles, { practiceId, jobId, id: fileId }));
  return names;
}

/** Notes the words of the pages for the practice's word list. */
async function listWords(
  tx: Tx,
  ref: FileRef,
  pages: { words: string[] }[],
  stems: Map<string, string>,
): Promise<void> {
  const wordOf = new Map<string, string>();
  for (const [word, stem] of stems) if (!wordOf.has(stem)) wordOf.set(stem, word);
  const pagesOf = new Map<string, number>();
  for (const { words } of pages) {
    for (const stem of words.filter(isListed)) pagesOf.set(stem, (pagesOf.get(stem) ?? 0) + 1);
  }
  if (pagesOf.size === 0) return;
  const listed = [...pagesOf.keys()];
  await tx.insert(pageWordChanges).values({
    ...ref,
    stems: listed,
    words: listed.map((stem) => wordOf.get(stem) ?? stem),
    pages: [...pagesOf.values()],
  });
}
