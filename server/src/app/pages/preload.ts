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

/** One response of the API: the key of the web app's cache, and how to read it. */
interface Source {
  key: Preload[number][0];
  /** Whether the page shows nothing without it, and so waits for it without a time limit. */
  needed?: true;
  /** Returns undefined when the browser should request it separately. */
  read(needs: Needs, member: Omit<Member, "address">): Promise<unknown>;
}

/** The page is sent without responses that take longer; the browser requests these separately. */
const maxWaitMs = 1_000;
/** A longer list of customers would delay the page, which only shows the newest. */
const maxCustomers = 100;

/** Responses that the sign-in check and the layout of every page need. */
const commonSources: Source[] = [
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

const dashboardSources: Source[] = [
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
      const { customers, total } = await listCustomers(db, practiceId, { limit: maxCustomers });
      return total > maxCustomers ? undefined : z.array(customer).parse(customers);
    },
  },
];

const sampleSource: Source = {
  key: ["/api/sample-job"],
  read: async ({ db }, { practiceId }) => sampleJob.parse(await getSampleJob(db, practiceId)),
};

/** All pages that require a session. */
const sources: Partial<Record<PagePath, Source[]>> = {
  "/dashboard": [...commonSources, ...dashboardSources],
  "/customers": commonSources,
  "/upload": commonSources,
  "/audit-trail": commonSources,
  "/email-test": commonSources,
  "/sample": [...commonSources, sampleSource],
  "/settings": commonSources,
  "/subscription-expired": commonSources,
};

/**
 * Returns null when nobody is signed in, and undefined when the page has no preloaded responses, or they cannot be read
 * now.
 */
export type PreloadFor = (request: FastifyRequest, path: string) => Promise<Preload | null | undefined>;

/**
 * Returns a function that reads the responses for the member who requests a page. A page that contains them must not be
 * stored by any cache.
 */
export function preloadFor(needs: Needs): PreloadFor {
  return async (request, path) => {
    const known = pagePath(path, needs.config.installation);
    const wanted = known && sources[known];
    const token = request.cookies[sessionCookie];
    if (!wanted || !token) return undefined;
    try {
      const member = await findMember(needs.db, token, { slide: true });
      if (member) return await readAll(wanted, needs, member);
      // With null, the page would assume that there is no session, and would not show why the session ended.
      return (await hasSessionEnd(needs.db, token)) ? undefined : null;
    } catch (error) {
      // The page requests the data itself and shows the error.
      request.log.warn(error, "A page was sent without its preloaded data");
      return undefined;
    }
  };
}

/** Reads the responses. Refused ones are left out as well: the page requests them itself and shows the refusal. */
async function readAll(wanted: Source[], needs: Needs, member: Omit<Member, "address">): Promise<Preload> {
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(timeout.resolve, maxWaitMs, undefined);
  const answers = await Promise.all(
    wanted.map(async ({ key, needed, read }): Promise<Preload> => {
      const reading = read(needs, member).catch(() => undefined);
      const answer = await (needed ? reading : Promise.race([reading, timeout.promise]));
      return answer === undefined ? [] : [[key, answer]];
    }),
  );
  clearTimeout(timer);
  return answers.flat();
}

/**
 * Returns the responses as a data block, which the content security policy allows because it is not a script. "<" is
 * escaped, so that no content can end the block.
 */
export function preloadElement(answers: Preload): string {
  const data = JSON.stringify(answers).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${preloadId}">${data}</script>\n  `;
}
