import { setTimeout as delay } from "node:timers/promises";
import type { PracticeClient } from "./practice-client.ts";
import type { TestBed } from "./test-bed.ts";

/** The outcome of all accepted jobs. Every number except `jobs` and `unconfirmed` must be 0. */
export interface Verdict {
  jobs: number;
  /**
   * Accepted jobs without a row or a complete PDF, or with an email marked as sent that the mail server never accepted.
   */
  lost: number;
  /** Jobs that no client submitted: one upload has made two jobs. */
  doubled: number;
  /** Emails that the mail server accepted more than once. */
  emailsTwice: number;
  /** Emails of which it is not known whether they were sent: a process died with the connection open. */
  unconfirmed: number;
  /** Documents counted too many or too few. */
  quotaWrong: number;
  /** Jobs that were neither completed nor failed when the time was up, or had an email waiting. */
  stuck: number;
  /** Jobs that failed although their file is valid: a user has to press Retry. */
  failed: number;
}

interface JobRow extends Record<string, unknown> {
  id: string;
  status: string;
  documents: number;
  waiting: number;
  sent: string[];
  unconfirmed: number;
}

/**
 * Waits until no job or email is in progress, at most `settleWithinMs`, then compares rows, PDFs and emails with what
 * was submitted.
 */
export async function judge(
  bed: TestBed,
  clients: PracticeClient[],
  { settleWithinMs, mayFail = () => false }: { settleWithinMs: number; mayFail?: (name: string) => boolean },
): Promise<Verdict> {
  await waitUntilSettled(bed, clients, settleWithinMs);
  const verdicts: Verdict[] = [];
  for (const client of clients) verdicts.push(await judgePractice(bed, client, mayFail));
  return sumOf(verdicts);
}

export function sumOf(verdicts: Verdict[]): Verdict {
  const none = { jobs: 0, lost: 0, doubled: 0, emailsTwice: 0, unconfirmed: 0, quotaWrong: 0, stuck: 0, failed: 0 };
  return verdicts.reduce((sum, each) => {
    for (const name of Object.keys(none) as (keyof Verdict)[]) sum[name] += each[name];
    return sum;
  }, none);
}

async function waitUntilSettled(bed: TestBed, clients: PracticeClient[], withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    const [row] = await bed.query<{ left: number }>(
      `select ((select count(*) from jobs where practice_id = any($1) and status in ('pending', 'processing'))
        + (select count(*) from deliveries where practice_id = any($1) and state in ('waiting', 'sending')))::int as left`,
      [clients.map((client) => client.practiceId)],
    );
    if (row?.left === 0) return;
    await delay(500);
  }
}

async function judgePractice(
  bed: TestBed,
  client: PracticeClient,
  mayFail: (name: string) => boolean,
): Promise<Verdict> {
  const rows = await bed.query<JobRow>(
    `select jobs.id, jobs.status,
       (select count(*)::int from job_files where practice_id = $1 and job_id = jobs.id
         and state not in ('unpacked', 'set-aside', 'left-out')) as documents,
       (select count(*)::int from deliveries where practice_id = $1 and job_id = jobs.id and state in ('waiting', 'sending')) as waiting,
       array(select id::text from deliveries where practice_id = $1 and job_id = jobs.id and state = 'sent') as sent,
       (select count(*)::int from deliveries where practice_id = $1 and job_id = jobs.id and state = 'unconfirmed') as unconfirmed
     from jobs where practice_id = $1`,
    [client.practiceId],
  );
  const [period] = await bed.query<{ used: number }>(
    "select sum(documents_used)::int as used from periods where practice_id = $1",
    [client.practiceId],
  );
  const [emails] = await bed.query<{ ids: string[] }>(
    "select array_agg(id::text) as ids from deliveries where practice_id = $1",
    [client.practiceId],
  );
  const known = new Set(rows.map(({ id }) => id));
  const fine = rows.filter(({ status, id }) => status === "completed" && client.taken.has(id));
  let lost = [...client.taken.keys()].filter((id) => !known.has(id)).length;
  for (const { id, sent } of fine) {
    if (!(await hasPdf(client, id)) || sent.some((email) => !bed.mail.taken.has(email))) lost++;
  }
  const owed = rows.reduce((sum, { documents }) => sum + documents, 0);
  return {
    jobs: rows.length,
    lost,
    doubled: rows.filter(({ id }) => !client.taken.has(id)).length,
    emailsTwice: (emails?.ids ?? []).filter((id) => (bed.mail.taken.get(id) ?? 0) > 1).length,
    unconfirmed: rows.reduce((sum, { unconfirmed }) => sum + unconfirmed, 0),
    quotaWrong: Math.abs(owed - (period?.used ?? 0)),
    stuck: rows.filter(({ status, waiting }) => (status !== "completed" && status !== "failed") || waiting > 0).length,
    failed: rows.filter(({ id, status }) => status === "failed" && !mayFail(client.taken.get(id) ?? "")).length,
  };
}

/** Downloads the whole PDF: the server compares its size and checksum with those that it stored. */
async function hasPdf(client: PracticeClient, jobId: string): Promise<boolean> {
  try {
    const answer = await client.get(`/api/jobs/${jobId}/download`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    return answer.ok && bytes.subarray(0, 5).toString("latin1") === "%PDF-";
  } catch {
    return false;
  }
}
