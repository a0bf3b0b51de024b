import { statfs } from "node:fs/promises";
import type { Operations } from "@sheaf/contracts/admin/operations.ts";
import { max, sql } from "drizzle-orm";
import { measureReading } from "../../../domain/readings/index.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { withIsoTimes } from "../../../platform/db/iso-times.ts";
import { readScheduledRuns } from "../../../platform/observe/scheduled.ts";
import { countTasks } from "../../../platform/queue/pg-boss-tables.ts";
import { aliveWorkers } from "../../../platform/queue/workers.ts";
import type { Services } from "../../../platform/services.ts";
import { backups } from "../../backup/table.ts";
import { notesAbout } from "../../health/converting.ts";
import { reconcileFiles } from "../../reconcile/reconcile.task.ts";

type Needs = Pick<Services, "config" | "db" | "storage">;

/** GET /api/admin/operations */
export async function getOperations(services: Needs): Promise<Operations> {
  const { db, config } = services;
  const [queue, alive, conversions, reading, refusals, mail, storage, database, lastBackupAt, runs] = await Promise.all(
    [
      countTasks(db),
      aliveWorkers(db),
      readConversions(db),
      measureReading(db),
      readRefusals(db),
      readMail(db, config.mailTransport),
      describeStorage(services),
      describeDatabase(db),
      readLastBackup(db),
      readScheduledRuns(db),
    ],
  );
  const compared = runs.find(({ task, doneAt }) => task === reconcileFiles.name && doneAt !== null);
  return {
    at: database.now.toISOString(),
    queue,
    workers: alive.map(({ id, version, sandbox, notes, seenAt }) => ({
      id,
      version,
      sandbox,
      notes,
      converts: sandbox !== "none",
      lastSeenAt: seenAt.toISOString(),
    })),
    conversions,
    reading: {
      ...reading,
      isSecondReaderOn: alive.some(({ hasSecondReader }) => hasSecondReader),
      notes: [...new Set(alive.flatMap((worker) => notesAbout(worker, "reading")))],
    },
    refusals,
    mail,
    storage: { ...storage, missingFiles: compared?.found.missing ?? null },
    scheduled: runs.map(withIsoTimes),
    services: [
      { name: "PostgreSQL", kind: config.embeddedDatabase ? "embedded" : "external", version: database.version },
      { name: "Files", kind: storage.kind === "local" ? "embedded" : "external", version: storage.kind },
      {
        name: "Email",
        kind: config.mailTransport === "outbox" || config.demo ? "embedded" : "external",
        version: config.mailTransport,
      },
    ],
    lastBackupAt: lastBackupAt?.toISOString() ?? null,
  };
}

/** Reads the conversions of the last hour. */
async function readConversions(db: Db): Promise<Operations["conversions"]> {
  const { rows } = await db.execute<Operations["conversions"][number]>(sql`
    select format, round(count(*) / 60.0, 2)::float8 as "perMinute",
      coalesce(round(percentile_cont(0.5) within group (order by ms) filter (where outcome = 'converted')), 0)::int as "p50Ms",
      coalesce(round(percentile_cont(0.95) within group (order by ms) filter (where outcome = 'converted')), 0)::int as "p95Ms",
      count(*) filter (where outcome = 'refused')::int as refused
    from conversions where at > now() - interval '1 hour' group by format order by count(*) desc, format`);
  return rows;
}

/** Reads the refusals of the last 24 hours. "failed" means an error of Sheaf, not of the file. */
async function readRefusals(db: Db): Promise<Operations["refusals"]> {
  const { rows } = await db.execute<Operations["refusals"][number]>(sql`
    select coalesce(reason, 'failed') as reason, count(*)::int as count from conversions
    where outcome <> 'converted' and at > now() - interval '24 hours' group by 1 order by 2 desc, 1`);
  return rows;
}

/** Counts the emails of the last 24 hours. Emails that have not been sent yet count under the current transport. */
async function readMail(db: Db, transport: string): Promise<Operations["mail"]> {
  const { rows } = await db.execute<Operations["mail"][number]>(sql`
    select coalesce(provider, ${transport}) as provider, state, count(*)::int as count from deliveries
    where created_at > now() - interval '24 hours' and replaced_by_id is null group by 1, 2 order by 1, 3 desc, 2`);
  return rows;
}

async function describeStorage({ config, db, storage }: Needs): Promise<Omit<Operations["storage"], "missingFiles">> {
  const { rows } = await db.execute<{ bytes: number }>(sql`
    select coalesce(sum(amount), 0)::float8 as bytes
    from (select * from daily_counts union all select * from daily_changes) every where kind = 'stored-bytes'`);
  const storedBytes = rows[0]?.bytes ?? 0;
  if (storage.kind === "s3") return { kind: "s3", storedBytes, freeBytes: null };
  const { bavail, bsize } = await statfs(config.dataDir);
  return { kind: "local", storedBytes, freeBytes: bavail * bsize };
}

async function readLastBackup(db: Db): Promise<Date | null> {
  const [row] = await db.select({ at: max(backups.endedAt) }).from(backups);
  return row?.at ?? null;
}

async function describeDatabase(db: Db): Promise<{ now: Date; version: string }> {
  const { rows } = await db.execute<{ now: string; version: string }>(
    sql`select now() as now, current_setting('server_version') as version`,
  );
  const { now, version } = rows[0] ?? { now: Number.NaN, version: "" };
  // "15.9 (Debian 15.9-0+deb12u1)"
  return { now: new Date(now), version: version.split(" ")[0] ?? "" };
}
