import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { preparePages } from "@sheaf/server/domain/readings/pages/prepare-pages.ts";
import { storePages } from "@sheaf/server/domain/readings/pages/store-pages.ts";
import type { Db } from "@sheaf/server/platform/db/connect.ts";
import { newId } from "@sheaf/server/platform/ids.ts";
import { sql } from "drizzle-orm";
import { asReading, inventText, randomFrom } from "./invented-pages.ts";

const files = 100;
const pagesPerFile = 5;

/**
 * Stores what was read in new files, one after the other, as the task that reads them does.
 * @returns pages per second
 */
export async function measureStoring(db: Db, practiceId: string, words: string[]): Promise<number> {
  const random = randomFrom(3);
  let ms = 0;
  for (let file = 0; file < files; file++) {
    const ref = { practiceId, jobId: newId(), fileId: newId() };
    await db.execute(sql`
      insert into jobs (practice_id, id, customer_name, customer_email, uploaded_by_id, uploaded_by_name, send_email,
        separate_emails, separate_pdfs, copy_to_customer)
      values (${practiceId}, ${ref.jobId}, 'Customer', 'c@customers.example', ${practiceId}, 'Owner', false, false, false, false)`);
    await db.execute(sql`
      insert into job_files (practice_id, job_id, id, position, original_name, type, size_bytes, sha256)
      values (${practiceId}, ${ref.jobId}, ${ref.fileId}, 0, 'scan.pdf', 'pdf', 1, '0')`);
    const pages = Array.from({ length: pagesPerFile }, (_, index) => ({
      ...asReading(inventText(random, words)),
      page: index + 1,
    }));
    const folder = await mkdtemp(join(tmpdir(), "sheaf-pages-"));
    const began = performance.now();
    const prepared = await preparePages(db, ref, pages, join(folder, "pages.jsonl"));
    await db.transaction((tx) => storePages(tx, ref, prepared));
    ms += performance.now() - began;
    await rm(folder, { recursive: true });
  }
  return (files * pagesPerFile * 1_000) / ms;
}
