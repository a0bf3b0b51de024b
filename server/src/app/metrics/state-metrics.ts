import { sql } from "drizzle-orm";
import { Gauge, type Registry } from "prom-client";
import { measureReading } from "../../domain/readings/index.ts";
import { databaseNow } from "../../platform/db/clock.ts";
import type { Db } from "../../platform/db/connect.ts";
import { readScheduledRuns } from "../../platform/observe/scheduled.ts";
import { countTasks } from "../../platform/queue/pg-boss-tables.ts";
import { aliveWorkers } from "../../platform/queue/workers.ts";

type Point = [labels: Record<string, string>, value: number];
type Points = Record<(typeof gauges)[number][0], Point[]>;

/** Name, help and labels of the gauges. Every process reports the same values: use their maximum, not their sum. */
const gauges = [
  ["sheaf_queue_waiting", "Tasks that could begin now", ["task"]],
  ["sheaf_queue_running", "Tasks that run", ["task"]],
  ["sheaf_queue_failed", "Tasks that were given up within a day", ["task"]],
  ["sheaf_queue_oldest_seconds", "How long the first task that waits could have begun", ["task"]],
  ["sheaf_reading_pages_per_minute", "Pages read within the last ten minutes, for each minute", []],
  ["sheaf_reading_oldest_seconds", "How long the first file that waits to be read has been converted", []],
  ["sheaf_workers", "Workers that reported themselves within 30 seconds", ["sandbox"]],
  ["sheaf_emails", "Emails of the last 24 hours by what became of them", ["state"]],
  ["sheaf_scheduled_done_timestamp_seconds", "When a task of the clock was done the last time", ["task"]],
  ["sheaf_scheduled_failed_timestamp_seconds", "When a task of the clock failed the last time", ["task"]],
  ["sheaf_scheduled_last_seconds", "How long the last run of a task of the clock took", ["task"]],
  ["sheaf_scheduled_found", "What the last run of a task of the clock counted", ["task", "what"]],
  ["sheaf_state_readable", "1 when the database could be asked for the numbers above", []],
] as const;

/** Results are cached, because counting millions of rows takes time and several clients may scrape. */
const cacheMs = 20_000;

/** Adds gauges with figures from the database, which are read by `refresh`. */
export function addStateMetrics(registry: Registry, db: Db): { refresh(): Promise<void> } {
  const made = gauges.map(
    ([name, help, labelNames]) => [name, new Gauge({ name, help, labelNames, registers: [registry] })] as const,
  );
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    async refresh() {
      if (performance.now() - readAt < cacheMs) return;
      readAt = performance.now();
      const points = await readPoints(db).catch(() => undefined);
      for (const [name, gauge] of made) {
        gauge.reset();
        for (const [labels, value] of points?.[name] ?? []) gauge.set(labels, value);
        if (name === "sheaf_state_readable") gauge.set(points ? 1 : 0);
      }
    },
  };
}

async function readPoints(db: Db): Promise<Points> {
  const [now, tasks, reading, workers, emails, runs] = await Promise.all([
    databaseNow(db),
    countTasks(db),
    measureReading(db),
    aliveWorkers(db),
    readEmails(db),
    readScheduledRuns(db),
  ]);
  const at = (pick: (run: (typeof runs)[number]) => Date | null) =>
    runs.flatMap((run): Point[] => {
      const when = pick(run);
      return when ? [[{ task: run.task }, when.getTime() / 1000]] : [];
    });
  return {
    sheaf_queue_waiting: tasks.map(({ task, waiting }) => [{ task }, waiting]),
    sheaf_queue_running: tasks.map(({ task, running }) => [{ task }, running]),
    sheaf_queue_failed: tasks.map(({ task, failed }) => [{ task }, failed]),
    sheaf_queue_oldest_seconds: tasks.map(({ task, oldestWaitingAt }) => [
      { task },
      oldestWaitingAt ? Math.max(0, (now.getTime() - Date.parse(oldestWaitingAt)) / 1000) : 0,
    ]),
    sheaf_reading_pages_per_minute: [[{}, reading.pagesPerMinute]],
    sheaf_reading_oldest_seconds: [[{}, reading.oldestWaitingSeconds ?? 0]],
    sheaf_workers: ["bubblewrap", "landlock", "off", "none"].map((sandbox) => [
      { sandbox },
      workers.filter((worker) => worker.sandbox === sandbox).length,
    ]),
    sheaf_emails: emails.map(({ state, count }) => [{ state }, count]),
    sheaf_scheduled_done_timestamp_seconds: at((run) => run.doneAt),
    sheaf_scheduled_failed_timestamp_seconds: at((run) => run.failedAt),
    sheaf_scheduled_last_seconds: runs.map(({ task, ms }) => [{ task }, ms / 1000]),
    sheaf_scheduled_found: runs.flatMap(({ task, found }) =>
      Object.entries(found).map(([what, count]): Point => [{ task, what }, count]),
    ),
    sheaf_state_readable: [],
  };
}

async function readEmails(db: Db): Promise<{ state: string; count: number }[]> {
  const { rows } = await db.execute<{ state: string; count: number }>(sql`
    select state, count(*)::int as count from deliveries
    where created_at > now() - interval '24 hours' and replaced_by_id is null group by state order by state`);
  return rows;
}
