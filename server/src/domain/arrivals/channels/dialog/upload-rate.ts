import { and, eq, gt, isNull, min, sql } from "drizzle-orm";
import type { Db } from "../../../../platform/db/connect.ts";
import { AppError } from "../../../../platform/errors.ts";
import { newId } from "../../../../platform/ids.ts";
import { isUpload } from "../../../jobs/index.ts";
import { jobs } from "../../../jobs/table.ts";
import { uploadKeys } from "../../table.ts";

const windowSeconds = 60;
/** Ids contain the time of a machine, which may be wrong by a day; `createdAt`, the database's time, decides. */
const slackMs = 25 * 3_600_000;

/**
 * Limits how many jobs a practice creates within a minute, over all machines. Uploads in progress count too.
 * @throws AppError too-many-requests
 */
export async function requireUploadRate(db: Db, practiceId: string, perMinute: number): Promise<void> {
  const recent = and(
    eq(jobs.practiceId, practiceId),
    isUpload(jobs),
    // Ids sort by creation time, so this condition on the primary key skips the practice's older jobs.
    gt(jobs.id, newId(Date.now() - windowSeconds * 1000 - slackMs)),
    gt(jobs.createdAt, sql`now() - make_interval(secs => ${windowSeconds})`),
  );
  const underWay = db.$count(
    uploadKeys,
    and(eq(uploadKeys.practiceId, practiceId), isNull(uploadKeys.bodySha256), gt(uploadKeys.heldUntil, sql`now()`)),
  );
  const [made] = await db
    .select({
      count: sql`count(*) + ${underWay}`.mapWith(Number),
      age: sql`extract(epoch from now() - ${min(jobs.createdAt)})`.mapWith(Number),
    })
    .from(jobs)
    .where(recent);
  if ((made?.count ?? 0) < perMinute) return;
  throw new AppError(
    "too-many-requests",
    `Your practice has sent ${perMinute} uploads within a minute. Wait a minute and try again, or send more files in one upload.`,
    { retryAfterSeconds: Math.max(1, windowSeconds - (made?.age ?? 0)) },
  );
}
