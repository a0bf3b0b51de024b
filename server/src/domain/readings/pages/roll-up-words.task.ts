import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { defineScheduledTask } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { pageWordChanges, pageWords } from "./table.ts";
import { lockWordList } from "./word-list.ts";

const filesAtOnce = 200;

/** Adds the words of pages that were stored to the word lists of their practices. Runs every minute. */
export const rollUpWords = defineScheduledTask<Pick<WorkerServices, "db">>({
  name: "readings.roll-up-words",
  timeoutMs: 5 * 60_000,
  async run({ db }, { signal }) {
    let files = 0;
    for (;;) {
      const { rows } = await db.execute<{ id: string }>(
        sql`select distinct practice_id as id from ${pageWordChanges} limit 1000`,
      );
      if (rows.length === 0) return { files };
      for (const { id } of rows) {
        signal.throwIfAborted();
        files += await rollUp(db, id);
      }
    }
  },
});

/** @returns the number of files whose words were added */
async function rollUp(db: Db, practiceId: string): Promise<number> {
  return db.transaction(async (tx) => {
    await lockWordList(tx, practiceId);
    const { rows } = await tx.execute<{ files: number }>(sql`
      with taken as (
        delete from ${pageWordChanges} where (practice_id, job_id, file_id) in (
          select practice_id, job_id, file_id from ${pageWordChanges}
          where practice_id = ${practiceId} limit ${filesAtOnce}
        ) returning stems, words, pages
      ), added as (
        insert into ${pageWords} as known (practice_id, stem, word, pages)
        select ${practiceId}, stem, min(word), sum(number) from taken, unnest(stems, words, pages) each (stem, word, number)
        group by stem
        on conflict (practice_id, stem) do update set pages = known.pages + excluded.pages
      )
      select count(*)::int as files from taken`);
    return rows[0]?.files ?? 0;
  });
}
