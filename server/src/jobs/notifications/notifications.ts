import { deliveriesInTrouble } from "@sheaf/contracts/delivery-states.ts";
import type { Notification } from "@sheaf/contracts/notifications.ts";
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { users } from "../../accounts/table.ts";
import { databaseNow } from "../../db/clock.ts";
import type { Db } from "../../db/connect.ts";
import { isoOf } from "../../db/shown-row.ts";
import { deliveries, type deliveryEventKinds, deliveryEvents } from "../../delivery/table.ts";
import { toJob } from "../job-view.ts";
import { readShown } from "../shown-jobs.ts";
import { jobs } from "../table.ts";

type Kind = (typeof deliveryEventKinds)[number];

/** Whose bell it is. */
interface Reader {
  practiceId: string;
  userId: string;
}

const self = ({ practiceId, userId }: Reader) => and(eq(users.practiceId, practiceId), eq(users.id, userId));

/**
 * The practice's jobs that have ended, the one first of which there is the latest to tell: its end, or that an email of it came to grief.
 * @returns unseen: how many there is something to tell of since this member last looked, shown or not
 */
export async function listNotifications(
  db: Db,
  reader: Reader,
  limit: number,
): Promise<{ notifications: Notification[]; unseen: number }> {
  const { practiceId } = reader;
  const [user] = await db.select({ seenAt: users.notificationsSeenAt }).from(users).where(self(reader));
  const seenAt = user?.seenAt ?? (await databaseNow(db));
  const seen = sql`${seenAt.toISOString()}::timestamptz`;
  const newest = sql`order by ${jobs.settledAt} desc limit ${limit}`;
  const [found, unseen] = await Promise.all([
    db.execute<{ id: string; at: string }>(sql`
      select id, max(at) as at from (${ended(practiceId, newest)} union all ${inTrouble(practiceId)}) told
      group by id order by max(at) desc limit ${limit}`),
    db.execute<{ number: number }>(sql`
      select count(distinct id)::int as number
      from (${ended(practiceId, sql`and ${jobs.settledAt} > ${seen}`)} union all ${inTrouble(practiceId)}) told
      where at > ${seen}`),
  ]);
  const saidAt = new Map(found.rows.map(({ id, at }) => [id, isoOf(at)]));
  const shown = await readShown(db, practiceId, [...saidAt.keys()]);
  const notifications = shown.flatMap((row): Notification[] => {
    // Retried since it was found: under way again.
    if (!row.job.settledAt) return [];
    const { id, light, customer, files, detail } = toJob(row);
    const at = saidAt.get(id) ?? row.job.settledAt;
    return [
      {
        ...{ jobId: id, at, customerName: customer.name, files: files.length },
        kind: light.colour === "red" ? "failed" : "completed",
        errorMessage: light.colour === "red" ? detail : null,
        isNew: at > seenAt.toISOString(),
      },
    ];
  });
  return { notifications, unseen: unseen.rows[0]?.number ?? 0 };
}

/** @param rest of the statement */
const ended = (practiceId: string, rest: SQL): SQL => sql`(
  select ${jobs.id} as id, ${jobs.settledAt} as at from ${jobs}
  where ${and(eq(jobs.practiceId, practiceId), isNotNull(jobs.settledAt))} ${rest})`;

/** Emails end after their job: what became of them is told when it was heard. */
function inTrouble(practiceId: string): SQL {
  const heard = sql`
    select max(${deliveryEvents.receivedAt}) from ${deliveryEvents}
    where ${and(eq(deliveryEvents.deliveryId, deliveries.id), inArray(deliveryEvents.kind, [...badNews]))}`;
  const bad = and(
    eq(deliveries.practiceId, practiceId),
    inArray(deliveries.state, [...deliveriesInTrouble]),
    isNull(deliveries.replacedById),
    isNotNull(jobs.settledAt),
  );
  return sql`(
    select ${jobs.id} as id, coalesce((${heard}), ${deliveries.createdAt}) as at from ${deliveries}
    join ${jobs} on ${and(eq(jobs.practiceId, deliveries.practiceId), eq(jobs.id, deliveries.jobId))}
    where ${bad})`;
}

const badNews = ["refused", "bounced", "dropped", "complained", "unconfirmed"] as const satisfies readonly Kind[];

/** Never into the future, and never back: another tab may have seen more. */
export async function markSeen(db: Db, reader: Reader, until: Date): Promise<void> {
  const seen = sql`greatest(${users.notificationsSeenAt}, least(${until.toISOString()}::timestamptz, now()))`;
  await db.update(users).set({ notificationsSeenAt: seen }).where(self(reader));
}
