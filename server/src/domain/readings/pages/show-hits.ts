import { retention } from "@sheaf/contracts/limits.ts";
import type { PageHit } from "@sheaf/contracts/page-search.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { jobFiles, jobs } from "../../jobs/table.ts";
import { practices } from "../../practices/table.ts";
import type { PageRef } from "./find-pages.ts";
import { type Layout, unpackLayout } from "./layout.ts";
import { markHits } from "./mark-hits.ts";
import type { Sought } from "./sought.ts";
import { pageReadings } from "./table.ts";
import { isRepetition } from "./terms/repetition.ts";

interface Row extends Record<string, unknown> {
  fileName: string;
  pages: number;
  customerId: string | null;
  customerName: string;
  createdAt: string;
  keptUntil: string | null;
  layout: Buffer;
}

const maxBoxes = 50;
const wordsBefore = 8;
const snippetWords = 32;

/** Returns what the API shows of pages, in the given order. A page that was deleted meanwhile is left out. */
export async function showHits(db: Db, practiceId: string, found: PageRef[], sought: Sought): Promise<PageHit[]> {
  if (found.length === 0) return [];
  const { rows } = await db.execute<Row & PageRef>(sql`
    select shown.job_id as "jobId", shown.file_id as "fileId", shown.page, shown.layout,
      file.original_name as "fileName", coalesce(file.pages, shown.page) as pages,
      job.customer_id as "customerId", job.customer_name as "customerName", job.created_at as "createdAt",
      job.settled_at + make_interval(days => least(practice.file_retention_days, ${retention.documentDays})) as "keptUntil"
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as wanted ("jobId" uuid, "fileId" uuid, page int)
    join ${pageReadings} shown on shown.practice_id = ${practiceId} and shown.job_id = wanted."jobId"
      and shown.file_id = wanted."fileId" and shown.page = wanted.page
    join ${jobFiles} file on file.practice_id = ${practiceId} and file.job_id = shown.job_id and file.id = shown.file_id
    join ${jobs} job on job.practice_id = ${practiceId} and job.id = shown.job_id
    join ${practices} practice on practice.id = ${practiceId}
    order by shown.job_id desc, shown.file_id, shown.page`);
  const layouts = rows.map(({ layout }) => unpackLayout(layout));
  const marked = await markHits(db, layouts, sought);
  return rows.map(({ jobId, fileId, page, layout: _, createdAt, keptUntil, ...shown }, index) => {
    const { width, height, words } = layouts[index] ?? { width: 0, height: 0, words: [] };
    const hits = marked[index] ?? [];
    return {
      ...shown,
      jobId,
      fileId,
      page,
      createdAt: new Date(createdAt).toISOString(),
      keptUntil: keptUntil && new Date(keptUntil).toISOString(),
      width,
      height,
      snippet: snippetOf(words, hits),
      boxes: hits.slice(0, maxBoxes).flatMap((hit) => (words[hit] ? [words[hit].box] : [])),
      picturePath: `/api/jobs/${jobId}/files/${fileId}/pages/${page}.webp`,
    };
  });
}

/**
 * Returns the words around the first hit, neighbours that are all hits or all none as one part. Rows of signs are left
 * out.
 */
function snippetOf(words: Layout["words"], hits: number[]): PageHit["snippet"] {
  const marked = new Set(hits);
  const shown = words
    .map(({ text }, index) => ({ text, isHit: marked.has(index) }))
    .filter(({ text, isHit }) => isHit || !isRepetition(text));
  const first = Math.max(0, shown.findIndex(({ isHit }) => isHit) - wordsBefore);
  const parts: PageHit["snippet"] = [];
  for (const { text, isHit } of shown.slice(first, first + snippetWords)) {
    const last = parts.at(-1);
    if (last && last.isHit === isHit) last.text += ` ${text}`;
    else parts.push({ text, isHit });
  }
  return parts;
}
