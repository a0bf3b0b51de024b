import { Readable } from "node:stream";
import { defined } from "@sheaf/contracts/defined.ts";
import { job, jobCounts, jobFilter, listQuery } from "@sheaf/contracts/jobs.ts";
import { recentItems } from "@sheaf/contracts/limits.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { dayOf } from "../../../platform/calendar-day.ts";
import { databaseNow } from "../../../platform/db/clock.ts";
import { contentDisposition } from "../../../platform/http/content-disposition.ts";
import { longList } from "../../../platform/http/long-list.ts";
import type { Services } from "../../../platform/services.ts";
import { membersOnly, requireMember } from "../../access/member.ts";
import { record } from "../../audit/service.ts";
import { exportJobs } from "./export.ts";
import { countJobs, listJobs, readPage } from "./list.ts";

type Needs = Pick<Services, "config" | "db">;

const tags = ["jobs"];

/** Routes for lists of jobs, their counts and the CSV export, below /api/jobs. */
export const jobListRoutes: FastifyPluginAsyncZod<Needs> = async (app, { db, config }) => {
  const { timeZone } = config;
  // Before validation: a visitor gets 401 whatever else is wrong with the request.
  app.addHook("preValidation", membersOnly);

  const list = {
    tags,
    summary: "List the practice's jobs, newest first",
    description:
      "X-Total-Count is the number of jobs that match, X-Practice-Count of all; Link names the next page, if any.",
    querystring: listQuery,
    response: { 200: z.array(job) },
  };
  app.get("/", { schema: list, ...longList }, async (request, reply) => {
    const { practiceId } = requireMember(request);
    const { limit, cursor, ...filter } = request.query;
    const query = { practiceId, filter, timeZone };
    const page = await listJobs(db, query, { limit, cursor });
    reply.header("x-total-count", page.matching).header("x-practice-count", page.all);
    if (page.next) {
      const next = new URLSearchParams(Object.entries(defined({ ...filter, limit: String(limit), cursor: page.next })));
      reply.header("link", `</api/jobs?${next}>; rel="next"`);
    }
    return page.jobs;
  });

  app.get("/recent", { schema: { tags, response: { 200: z.array(job) } } }, async (request) => {
    const { practiceId } = requireMember(request);
    return (await readPage(db, { practiceId, filter: {}, timeZone }, { limit: recentItems })).jobs;
  });

  const counts = {
    tags,
    summary: "Count the jobs of each status",
    querystring: jobFilter.omit({ status: true }),
    response: { 200: jobCounts },
  };
  app.get("/counts", { schema: counts }, async (request) => {
    const { practiceId } = requireMember(request);
    return countJobs(db, { practiceId, filter: request.query, timeZone });
  });

  const file = { tags, summary: "Export the matching jobs as CSV", querystring: jobFilter };
  app.get("/export", { schema: file }, async (request, reply) => {
    const member = requireMember(request);
    await record(db, { ...member, action: "jobs.exported" });
    const lines = exportJobs(db, { practiceId: member.practiceId, filter: request.query, timeZone });
    const name = `Audit trail ${dayOf(await databaseNow(db), timeZone)}.csv`;
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", contentDisposition("attachment", name))
      .send(Readable.from(lines));
  });
};
