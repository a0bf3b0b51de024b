import type { Notification } from "@sheaf/contracts/notifications.ts";
import { and, desc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { users } from "../../accounts/table.ts";
import { databaseNow } from "../../db/clock.ts";
import type { Db } from "../../db/connect.ts";
import { toJob } from "../job-view.ts";
import { readShown } from "../shown-jobs.ts";
import { jobs } from "../table.ts";

/** Whose bell it is. */
interface Reader {
  practiceId: string;
  userId: string;
}

const self = ({ practiceId, userId }: Reader) => and(eq(users.practiceId, practiceId), eq(users.id, userId));

/**
 * The practice's jobs that have ended, the last one first.
 * @returns unseen: how many have ended since this member last looked, shown or not
 */
export async function listNotifications(
  db: Db,
  reader: Reader,
  limit: number,
): Promise<{ notifications: Notification[]; unseen: number }> {
  const { practiceId } = reader;
  const [user] = await db.select({ seenAt: users.notificationsSeenAt }).from(users).where(self(reader));
  const seenAt = user?.seenAt ?? (await databaseNow(db));
  const ended = and(eq(jobs.practiceId, practiceId), isNotNull(jobs.settledAt));
  const [found, unseen] = await Promise.all([
    db.select({ id: jobs.id }).from(jobs).where(ended).orderBy(desc(jobs.settledAt)).limit(limit),
    db.$count(jobs, and(ended, gt(jobs.settledAt, seenAt))),
  ]);
  const rows = await readShown(
    db,
    practiceId,
    found.map(({ id }) => id),
  );
  const notifications = rows.flatMap((row): Notification[] => {
    const { settledAt } = row.job;
    // Retried since it was found: under way again.
    if (!settledAt) return [];
    const { id, status, customer, files, errorMessage } = toJob(row);
    return [
      {
        jobId: id,
        at: settledAt,
        kind: status === "failed" ? "failed" : "completed",
        customerName: customer.name,
        files: files.length,
        errorMessage,
        isNew: settledAt > seenAt.toISOString(),
      },
    ];
  });
  return { notifications, unseen };
}

/** Never into the future, and never back: another tab may have seen more. */
export async function markSeen(db: Db, reader: Reader, until: Date): Promise<void> {
  const seen = sql`greatest(${users.notificationsSeenAt}, least(${until.toISOString()}::timestamptz, now()))`;
  await db.update(users).set({ notificationsSeenAt: seen }).where(self(reader));
}
