import type { PageReading } from "@sheaf/contracts/reading.ts";
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { jobFiles, jobs } from "../../jobs/table.ts";
import { forgetPages } from "./forget-pages.ts";
import { packLayout } from "./layout.ts";
import { lexemesOf, type PageOwner, termsOfPage, wordsIn } from "./lexemes.ts";
import { stemsOf } from "./stems.ts";
import { pageReadings, pageWordChanges } from "./table.ts";
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
  const owner = await ownerOf(tx, ref);
  if (!owner || pages.length === 0) return;
  const found = pages.map((page) => ({ page, terms: termsOfPage(page, owner) }));
  const stems = await stemsOf(
    tx,
    found.flatMap(({ terms: { onPage, inNames } }) => [...wordsIn(onPage), ...wordsIn(inNames)]),
  );
  const rows = found.map(({ page, terms }) => ({
    page: page.page,
    words: lexemesOf(terms, stems),
    layout: packLayout(page).toString("base64"),
  }));
  const { practiceId, jobId, fileId } = ref;
  await tx.execute(sql`
    insert into ${pageReadings} (practice_id, job_id, file_id, page, words, layout)
    select ${practiceId}, ${jobId}, ${fileId}, page, array_to_tsvector(words), decode(layout, 'base64')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (page int, words text[], layout text)`);
  await listWords(tx, ref, rows, stems);
}

async function ownerOf(tx: Tx, { practiceId, jobId, fileId }: FileRef): Promise<PageOwner | undefined> {
  const { customerName, customerId } = jobs;
  const [owner] = await tx
    .select({ fileName: jobFiles.originalName, customerName, customerId })
    .from(jobFiles)
    .innerJoin(jobs, equals(jobs, { practiceId: jobFiles.practiceId, id: jobFiles.jobId, sample: false }))
    .where(equals(jobFiles, { practiceId, jobId, id: fileId }));
  return owner && { ...owner, jobId };
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
