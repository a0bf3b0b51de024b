import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { forgetPages } from "./forget-pages.ts";
import type { PreparedPages } from "./prepare-pages.ts";
import { pageReadings, pageWordChanges } from "./table.ts";

/**
 * Makes the pages of a file findable, instead of those stored before.
 * @param prepared null: it has none
 */
export async function storePages(
  tx: Tx,
  { practiceId, jobId, fileId }: { practiceId: string; jobId: string; fileId: string },
  prepared: PreparedPages | null,
): Promise<void> {
  const ref = { practiceId, jobId, fileId };
  await forgetPages(tx, ref);
  if (!prepared) return;
  for await (const part of createInterface({ input: createReadStream(prepared.path), crlfDelay: Infinity })) {
    await tx.execute(sql`
      insert into ${pageReadings} (practice_id, job_id, file_id, page, words, layout)
      select ${practiceId}, ${jobId}, ${fileId}, page, array_to_tsvector(words), decode(layout, 'base64')
      from jsonb_to_recordset(${part}::jsonb) as given (page int, words text[], layout text)`);
  }
  if (prepared.listed.size === 0) return;
  const listed = [...prepared.listed.values()];
  await tx.insert(pageWordChanges).values({
    ...ref,
    stems: [...prepared.listed.keys()],
    words: listed.map(({ word }) => word),
    pages: listed.map(({ pages }) => pages),
  });
}
