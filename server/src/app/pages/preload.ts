import { user } from "@sheaf/contracts/accounts.ts";
import { ownerChecklist } from "@sheaf/contracts/checklists.ts";
import { customer } from "@sheaf/contracts/customers.ts";
import { job, jobCounts } from "@sheaf/contracts/jobs.ts";
import { recentItems } from "@sheaf/contracts/limits.ts";
import { notification, notificationQuery } from "@sheaf/contracts/notifications.ts";
import { type PagePath, pagePath } from "@sheaf/contracts/pages.ts";
import { subscription, usage } from "@sheaf/contracts/plans.ts";
import { type Preload, preloadId } from "@sheaf/contracts/preload.ts";
import { sampleJob } from "@sheaf/contracts/sample-job.ts";
import { stats } from "@sheaf/contracts/stats.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Member } from "../../domain/access/member.ts";
import { findMember, getUser, hasSessionEnd } from "../../domain/accounts/index.ts";
import { getSubscription, getUsage } from "../../domain/billing/index.ts";
import { listCustomers } from "../../domain/customers/service.ts";
import { countFilesThisMonth } from "../../domain/job-views/lists/count-this-month.ts";
import { countJobs, readPage } from "../../domain/job-views/lists/list.ts";
import { getSampleJob } from "../../domain/jobs/index.ts";
import { listNotifications } from "../../domain/notifications/notifications.ts";
import { sessionCookie } from "../../platform/http/cookies.ts";
import type { Services } from "../../platform/services.ts";
import { getOwnerChecklist } from "../checklists/owner-checklist.ts";
import { getStats } from "../stats/service.ts";

type Needs = Pick<Services, "config" | "db">;

/** One answer of the API: under which key the web keeps it, and how it is read. */
interface Source {
  key: Preload[number][0];
  /** The page shows nothing without it, and so waits for it as long as it takes. */
  needed?: true;
  /** Undefined: better asked for by itself. */
  read(needs: Needs, member: Omit<Member, "address">): Promise<unknown>;
}

/**
 * The page goes out without what takes longer; the browser asks for it as if there were no page that brings answers.
 */
const patienceMs = 1_000;
/** A longer list of customers would hold up the page that only shows the newest. */
const mostCustomers = 100;

/** What the guard and the frame around every page want to know. */
const ofEveryPage: Source[] = [
  {
    key: ["/api/user"],
    needed: true,
    read: async ({ db }, { practiceId, userId }) => user.parse(await getUser(db, practiceId, userId)),
  },
  {
    key: ["/api/subscription"],
    needed: true,
    read: async ({ db }, { practiceId }) => subscription.parse(await getSubscription(db, practiceId)),
  },
  {
    key: ["/api/jobs", "counts", {}],
    read: async ({ db, config }, { practiceId }) =>
      jobCounts.parse(await countJobs(db, { practiceId, filter: {}, timeZone: config.timeZone })),
  },
  {
    key: ["/api/notifications"],
    read: async ({ db }, member) => {
      const { notifications, unseen } = await listNotifications(db, member, notificationQuery.parse({}).limit);
      return { told: z.array(notification).parse(notifications), unseen };
    },
  },
];

const ofTheDashboard: Source[] = [
  {
    key: ["/api/checklist"],
    read: async ({ db }, member) => ownerChecklist.parse(await getOwnerChecklist(db, member)),
  },
  {
    key: ["/api/usage"],
    read: async ({ db, config }, { practiceId }) =>
      usage.parse(await getUsage(db, practiceId, () => countFilesThisMonth(db, practiceId, config.timeZone))),
  },
  {
    key: ["/api/stats"],
    read: async ({ db }, { practiceId }) => stats.parse(await getStats(db, practiceId)),
  },
  {
    key: ["/api/jobs", "recent"],
    read: async ({ db, config }, { practiceId }) => {
      const query = { practiceId, filter: {}, timeZone: config.timeZone };
      return z.array(job).parse((await readPage(db, query, { limit: recentItems })).jobs);
    },
  },
  {
    key: ["/api/customers"],
    read: async ({ db }, { practiceId }) => {
      const { customers, total } = await listCustomers(db, practiceId, { limit: mostCustomers });
      return total > mostCustomers ? undefined : z.array(customer).parse(customers);
    },
  },
];

const ofTheSample: Source = {
  key: ["/api/sample-job"],
  read: async ({ db }, { practiceId }) => sampleJob.parse(await getSampleJob(db, practiceId)),
};

/** Every page behind the guard. */
const sources: Partial<Record<PagePath, Source[]>> = {
  "/dashboard": [...ofEveryPage, ...ofTheDashboard],
  "/customers": ofEveryPage,
  "/upload": ofEveryPage,
  "/audit-trail": ofEveryPage,
  "/email-test": ofEveryPage,
  "/sample": [...ofEveryPage, ofTheSample],
  "/settings": ofEveryPage,
  "/subscription-expired": ofEveryPage,
};

/** Null: nobody is signed in; undefined: the page, or the moment, is one without answers. */
export type PreloadFor = (request: FastifyRequest, path: string) => Promise<Preload | null | undefined>;

/** Answers of the asking member's own practice: such a page must be kept by nobody but them. */
export function preloadFor(needs: Needs): PreloadFor {
  return async (request, path) => {
    const known = pagePath(path, needs.config.installation);
    const wanted = known && sources[known];
    const token = request.cookies[sessionCookie];
    if (!wanted || !token) return undefined;
    try {
      const member = await findMember(needs.db, token, { slide: true });
      if (member) return await readAll(wanted, needs, member);
      // A page that knew of no session would not ask, and so not hear why it ended.
      return (await hasSessionEnd(needs.db, token)) ? undefined : null;
    } catch (error) {
      // The page itself says what cannot be read just now.
      request.log.warn(error, "a page went out without its first answers");
      return undefined;
    }
  };
}

/** What is refused is left out, too: asked for by itself it is refused again, and then the page says so. */
async function readAll(wanted: Source[], needs: Needs, member: Omit<Member, "address">): Promise<Preload> {
  const patience = Promise.withResolvers<undefined>();
  const timer = setTimeout(patience.resolve, patienceMs, undefined);
  const answers = await Promise.all(
    wanted.map(async ({ key, needed, read }): Promise<Preload> => {
      const reading = read(needs, member).catch(() => undefined);
      const answer = await (needed ? reading : Promise.race([reading, patience.promise]));
      return answer === undefined ? [] : [[key, answer]];
    }),
  );
  clearTimeout(timer);
  return answers.flat();
}

/** A block of data is no script: the content security policy lets it be. Nothing in it may end the block. */
export function preloadElement(answers: Preload): string {
  const data = JSON.stringify(answers).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${preloadId}">${data}</script>\n  `;
}
