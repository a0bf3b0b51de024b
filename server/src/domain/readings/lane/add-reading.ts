import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import type { Queue } from "../../../platform/queue/queue.ts";
import type { FileRef } from "../../jobs/index.ts";
import { jobs } from "../../jobs/table.ts";
import { practices } from "../../practices/table.ts";
import { forgetPages } from "../pages/forget-pages.ts";
import { fileReadings } from "../table.ts";
import { readFileTask } from "./file-task.ts";
import { nextPlace } from "./place.ts";

/** Pages to read. */
interface MadePages {
  pages: number;
  pagesSha256: string;
}

/**
 * Has the pages of a file read, unless the practice reads none, the job is a sample, or these pages are read already.
 * What was read on other pages of the file is forgotten.
 * @param isBackground for a file that nobody waits for: it is read after all others
 * @returns whether the pages will be read
 */
export async function addReading(
  tx: Tx,
  queue: Queue,
  ref: FileRef,
  { pages, pagesSha256 }: MadePages,
  { isBackground = false } = {},
): Promise<boolean> {
  const { practiceId, jobId, fileId } = ref;
  const { rows } = await tx.execute<{ place: number; attempt: number }>(sql`
    insert into ${fileReadings} as known (practice_id, job_id, file_id, pages_sha256, pages, place)
    select ${practiceId}, ${jobId}, ${fileId}, ${pagesSha256}, ${pages}, ${nextPlace(practiceId, isBackground)}
    from ${jobs} inner join ${practices} on ${practices.id} = ${jobs.practiceId}
    where ${jobs.practiceId} = ${practiceId} and ${jobs.id} = ${jobId} and not ${jobs.sample} and ${practices.readPages}
    on conflict (practice_id, job_id, file_id) do update set
      pages_sha256 = excluded.pages_sha256, pages = excluded.pages, place = excluded.place, state = 'waiting', why = null,
      attempt = known.attempt + 1, pages_read = 0, hard_pages = '[]', turns = '[]', passed_at = null,
      blob_key = null, blob_bytes = null, blob_sha256 = null, created_at = now(), started_at = null, ended_at = null
    where known.pages_sha256 <> excluded.pages_sha256 or known.state <> 'read'
    returning place, attempt`);
  const [added] = rows;
  if (!added) return false;
  if (added.attempt > 0) await forgetPages(tx, ref);
  await queue.add(tx, readFileTask, ref, { group: practiceId, priority: -added.place });
  return true;
}
