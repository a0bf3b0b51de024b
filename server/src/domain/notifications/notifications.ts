import { isCounted } from "@sheaf/contracts/counted-files.ts";
import { deliveriesInTrouble } from "@sheaf/contracts/delivery-states.ts";
import type { Notification } from "@sheaf/contracts/notifications.ts";
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { constant } from "../../platform/db/constant.ts";
import { isoOf } from "../../platform/db/projection.ts";
import { onePlan } from "../../platform/db/statement-names.ts";
import { ofUser, users } from "../accounts/table.ts";
import { deliveries, type deliveryEventKinds, deliveryEvents } from "../delivery/table.ts";
import { toJob } from "../job-views/job-view.ts";
import { readProjectedJobs } from "../job-views/projected-jobs.ts";
import { isUpload } from "../jobs/index.ts";
import { jobFiles, jobs } from "../jobs/table.ts";
import { describeOutcome } from "./describe-outcome.ts";

type Kind = (typeof deliveryEventKinds)[number];

/** The member who reads the notifications. */
interface Reader {
  practiceId: string;
  userId: string;
}

/** What one statement finds: the jobs to tell of, the one with the latest event first. */
interface Found extends Record<string, unknown> {
  /** Until when the reader has seen them. */
  seenAt: string;
  unseen: number;
  told: { id: string; at: string }[];
}

/**
 * Returns the practice's jobs that have ended or need a user, the one with the latest event first; of several at the
 * same time the newest job.
 * @returns unseen: how many jobs have come to need a user since this member last looked, including those beyond the
 *   limit
 */
export async function listNotifications(
  db: Db,
  { practiceId, userId }: Reader,
  limit: number,
): Promise<{ notifications: Notification[]; unseen: number }> {
  const newest = sql`order by ${jobs.settledAt} desc, ${jobs.id} desc limit ${limit}`;
  const told = sql`
    select id, max(at) as at from (${ended(practiceId, newest)} union all select id, at from needing) told
    group by id order by max(at) desc, id desc limit ${limit}`;
  const { rows } = await db.execute<Found>(sql`${onePlan}
    with needing as (${needing(practiceId)})
    select reader.seen_at as "seenAt",
      (select count(distinct id)::int from needing where at > reader.seen_at) as unseen,
      (select coalesce(json_agg(found order by at desc, id desc), '[]') from (${told}) found) as told
    from (select coalesce((
      select ${users.notificationsSeenAt} from ${users} where ${ofUser(practiceId, userId)}), now()) as seen_at) reader`);
  const [found] = rows;
  if (!found) throw new Error("The notifications were not found");
  const { seenAt, unseen } = found;
  const eventAt = new Map(found.told.map(({ id, at }) => [id, isoOf(at)]));
  const shown = await readProjectedJobs(db, practiceId, [...eventAt.keys()]);
  const notifications = shown.flatMap((row): Notification[] => {
    const job = toJob(row);
    const { id, light, customer, files, detail } = job;
    const at = eventAt.get(id) ?? row.job.settledAt;
    // Retried since it was found: it is in progress again and needs no user.
    if (!at || (!row.job.settledAt && light.colour !== "red")) return [];
    return [
      {
        jobId: id,
        at,
        customerName: customer.name,
        files: files.filter(isCounted).length,
        kind: light.colour === "red" ? "failed" : "completed",
        says: describeOutcome(job),
        errorMessage: light.colour === "red" ? detail : null,
        isNew: at > isoOf(seenAt),
      },
    ];
  });
  return { notifications, unseen };
}

/** @param rest order and limit of the statement */
const ended = (practiceId: string, rest: SQL): SQL => sql`(
  select ${jobs.id} as id, ${jobs.settledAt} as at from ${jobs}
  where ${and(eq(jobs.practiceId, practiceId), isNotNull(jobs.settledAt), isUpload(jobs))} ${rest})`;

/**
 * Returns a query for the jobs that need a user, and since when, by the conditions of `jobsNeedingYou`
 * (lists/by-light.ts): a failed job; a file that was not converted, also while others are in progress; an email in
 * trouble, of which Sheaf is notified after the job has ended.
 */
function needing(practiceId: string): SQL {
  const failed = and(eq(jobs.practiceId, practiceId), constant(eq(jobs.status, "failed")), isNotNull(jobs.settledAt));
  const bad = and(
    eq(jobFiles.practiceId, practiceId),
    constant(inArray(jobFiles.state, ["refused", "failed"])),
    isNotNull(jobFiles.endedAt),
  );
  const notifiedAt = sql`
    select max(${deliveryEvents.receivedAt}) from ${deliveryEvents}
    where ${and(eq(deliveryEvents.deliveryId, deliveries.id), constant(inArray(deliveryEvents.kind, [...troubleKinds])))}`;
  const inTrouble = and(
    eq(deliveries.practiceId, practiceId),
    constant(inArray(deliveries.state, [...deliveriesInTrouble])),
    isNull(deliveries.replacedById),
  );
  return sql`
    select red.id, red.at from (
      select ${jobs.id} as id, ${jobs.settledAt} as at from ${jobs} where ${failed}
      union all select ${jobFiles.jobId}, ${jobFiles.endedAt} from ${jobFiles} where ${bad}
      union all select ${deliveries.jobId}, coalesce((${notifiedAt}), ${deliveries.createdAt}) from ${deliveries} where ${inTrouble}
    ) red where exists (
      select from ${jobs} where ${eq(jobs.practiceId, practiceId)} and ${jobs.id} = red.id and ${isNull(jobs.filesDeletedAt)} and ${isUpload(jobs)}
    )`;
}

const troubleKinds = ["refused", "bounced", "dropped", "complained", "unconfirmed"] as const satisfies readonly Kind[];
