import { setTimeout as delay } from "node:timers/promises";
import { startThrowAwayCluster } from "../cluster.ts";
import { freshDatabase } from "../fresh-database.ts";
import { judge, type Verdict } from "./judge.ts";
import { openPracticeClient, type PracticeClient } from "./practice-client.ts";
import { startTestBed, type TestBed } from "./test-bed.ts";

export interface SchedulersRun extends Verdict {
  /** Number of workers that took tasks at the end. */
  workers: number;
  minutes: number;
  /** Number of tasks that are scheduled every minute. */
  tasks: number;
  /**
   * Minutes in which a task was queued more than once, and minutes in which it was not queued, summed over all tasks.
   */
  twice: number;
  missed: number;
  /** Totals that differ from the rows; a task updates them every minute. */
  countsWrong: number;
  /** Reminders that the mail server accepted, to one owner whose period is about to end. */
  reminders: number;
}

/**
 * Runs two workers, each with a scheduler, for `minutes` whole minutes of the database's clock, and submits jobs
 * meanwhile. The hourly task that reminds owners is also scheduled every minute.
 */
export async function twoSchedulers({ minutes }: { minutes: number }): Promise<SchedulersRun> {
  const cluster = await startThrowAwayCluster();
  const database = await freshDatabase(cluster.url);
  const bed = await startTestBed({ env: { DATABASE_URL: database.url } });
  const other = await bed.anotherWorker();
  try {
    const client = await openPracticeClient(bed);
    await bed.query("update periods set ends_at = now() + interval '12 hours' where practice_id = $1", [
      client.practiceId,
    ]);
    await bed.query("update pgboss.schedule set cron = '* * * * *' where name = 'billing.remind'");
    const from = await wholeMinute(bed);
    for (let n = 0; n < minutes; n++) {
      await client.submit(`minute-${n}.txt`, `minute ${n}`);
      await wholeMinute(bed);
    }
    const workers = await count(
      bed,
      "select count(*)::int as n from workers where seen_at > now() - interval '30 seconds'",
    );
    const ticks = await ticksOf(bed, from, minutes);
    const verdict = await judge(bed, [client], { settleWithinMs: 300_000 });
    return { ...verdict, ...ticks, minutes, workers, ...(await effects(bed, client)) };
  } finally {
    await other.close();
    await bed.close();
    await cluster.close();
  }
}

/** Waits for the next whole minute. @returns it in PostgreSQL's notation */
async function wholeMinute(bed: TestBed): Promise<string> {
  const [now] = await bed.query<{ next: string; ms: number }>(
    `select (date_trunc('minute', now()) + interval '1 minute')::text as next,
       (60 - extract(second from now()))::float8 * 1000 as ms`,
  );
  if (!now) throw new Error("The database does not say what time it is");
  await delay(now.ms + 100);
  return now.next;
}

/** Counts the tasks queued in each past minute: every task should have been queued once. */
async function ticksOf(bed: TestBed, from: string, minutes: number) {
  const rows = await bed.query<{ name: string; times: number[] }>(
    `with every as (select name from pgboss.schedule where cron = '* * * * *'),
       minutes as (select $1::timestamptz + make_interval(mins => n) as minute from generate_series(0, $2::int - 1) n)
     select name, array_agg((select count(*)::int from pgboss.job
         where job.name = every.name and date_trunc('minute', created_on) = minute)) as times
     from every cross join minutes group by name`,
    [from, minutes],
  );
  const times = rows.flatMap((row) => row.times);
  return {
    tasks: rows.length,
    twice: times.filter((each) => each > 1).length,
    missed: times.filter((each) => each === 0).length,
  };
}

/** Returns values that would differ if two workers had done the work of one task. */
async function effects(bed: TestBed, { practiceId }: PracticeClient) {
  const countsWrong = await count(
    bed,
    `select count(*)::int as n from
       (select sum(amount) as known from (select kind, practice_id, amount from practice_counts
          union all select kind, practice_id, amount from practice_changes) every
        where practice_id = $1 and kind = 'completed') counted,
       (select count(*) as real from jobs where practice_id = $1 and status = 'completed') rows
     where known is distinct from real`,
    [practiceId],
  );
  const mails = await bed.query<{ id: string }>(
    "select id::text from billing_emails where practice_id = $1 and template = 'reminder'",
    [practiceId],
  );
  const reminders = mails.reduce((sum, { id }) => sum + (bed.mail.taken.get(id) ?? 0), 0);
  return { countsWrong, reminders };
}

async function count(bed: TestBed, text: string, values: unknown[] = []): Promise<number> {
  const [row] = await bed.query<{ n: number }>(text, values);
  return row?.n ?? Number.NaN;
}
