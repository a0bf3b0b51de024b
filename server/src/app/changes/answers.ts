import type { AnswerName } from "@sheaf/contracts/answers.ts";
import { type Answers, answers } from "@sheaf/contracts/changes.ts";
import { listPage, recentItems } from "@sheaf/contracts/limits.ts";
import { notificationQuery } from "@sheaf/contracts/notifications.ts";
import type { Member } from "../../domain/access/member.ts";
import { getBilling, getSubscription, getUsage } from "../../domain/billing/index.ts";
import { listSuppressions } from "../../domain/delivery/index.ts";
import { countFilesThisMonth } from "../../domain/job-views/lists/count-this-month.ts";
import { lastJobs } from "../../domain/job-views/lists/last-jobs.ts";
import { countJobs, readPage } from "../../domain/job-views/lists/list.ts";
import { type Tally, tallyJobs } from "../../domain/job-views/lists/tally.ts";
import { getSampleJob } from "../../domain/jobs/index.ts";
import { listNotifications } from "../../domain/notifications/notifications.ts";
import type { Services } from "../../platform/services.ts";
import { getOwnerChecklist } from "../checklists/owner-checklist.ts";
import { getStats } from "../stats/service.ts";

/** A member and where their data is read. */
export interface Reader extends Pick<Services, "config" | "db"> {
  member: Omit<Member, "address">;
  /** The numbers of jobs, which several answers need. */
  tally(): Promise<Tally>;
  /** The database, where `db` is a transaction that must not write. */
  writer: Services["db"];
}

/** @param of `writer` is `db` when left out */
export function readerOf(of: Omit<Reader, "tally" | "writer"> & { writer?: Services["db"] }): Reader {
  const { db, member } = of;
  let counted: Promise<Tally> | undefined;
  return {
    writer: db,
    ...of,
    tally() {
      counted ??= tallyJobs(db, member.practiceId);
      return counted;
    },
  };
}

/** Reads what the routes would return to the member. Undefined: the page has to request it there. */
const readers: { [Name in AnswerName]: (reader: Reader) => Promise<Answers[Name]> } = {
  subscription: ({ db, member }) => getSubscription(db, member.practiceId),
  usage: ({ db, config, member: { practiceId } }) =>
    getUsage(db, practiceId, () => countFilesThisMonth(db, practiceId, config.timeZone)),
  billing: async ({ db, config, member }) =>
    config.installation === "service" ? getBilling(db, member.practiceId) : undefined,
  stats: ({ db, member, tally }) => getStats(db, member.practiceId, tally),
  checklist: ({ db, member, writer }) => getOwnerChecklist(db, member, writer),
  sample: ({ db, member }) => getSampleJob(db, member.practiceId),
  counts: ({ tally, ...reader }) => countJobs(reader.db, allJobs(reader), tally),
  recent: async (reader) => (await readPage(reader.db, allJobs(reader), { limit: recentItems })).jobs,
  lastJobs: async ({ db, member }) => {
    const limit = listPage.lastJobs;
    const part = await lastJobs(db, member.practiceId, { limit });
    return part.length < limit ? part : undefined;
  },
  notifications: async ({ db, member }) => {
    const { notifications, unseen } = await listNotifications(db, member, notificationQuery.parse({}).limit);
    return { told: notifications, unseen };
  },
  suppressions: ({ db, member }) => listSuppressions(db, member.practiceId),
};

const allJobs = ({ config, member: { practiceId } }: Pick<Reader, "config" | "member">) => ({
  practiceId,
  filter: {},
  timeZone: config.timeZone,
});

/**
 * Reads one answer, in its API form.
 * @returns undefined when the page has to request it from its own route
 * @throws AppError as that route would
 */
export async function readAnswer(name: AnswerName, reader: Reader): Promise<Answers[AnswerName]> {
  return answers.shape[name].parse(await readers[name](reader));
}
