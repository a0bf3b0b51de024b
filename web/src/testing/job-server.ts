import type { Job, JobCounts } from "@sheaf/contracts/jobs.ts";
import type { Answer } from "./page.tsx";

/** Responses of a server that has these jobs, newest first: filtered, counted and paged as by the real one. */
export function serveJobs(jobs: Job[]): Record<string, Answer> {
  return {
    "GET /api/jobs": (query: URLSearchParams) => {
      const matching = jobs.filter((job) => matches(job, query));
      const start = matching.findIndex(({ id }) => id === query.get("cursor")) + 1;
      const page = matching.slice(start, start + Number(query.get("limit") ?? 100));
      const more = start + page.length < matching.length;
      const headers = { "x-total-count": String(matching.length), "x-practice-count": String(jobs.length) };
      return { status: 200, body: page, headers: { ...headers, ...(more ? { link: '</next>; rel="next"' } : {}) } };
    },
    "GET /api/jobs/counts": (query: URLSearchParams): JobCounts => {
      const count = (status: string) => jobs.filter((job) => matches(job, query, status)).length;
      return {
        all: count(""),
        pending: count("pending"),
        processing: count("processing"),
        completed: count("completed"),
        failed: count("failed"),
        "needs-you": count("needs-you"),
        "not-sent": count("not-sent"),
      };
    },
    ...Object.fromEntries(jobs.map((job) => [`GET /api/jobs/${job.id}`, job])),
  };
}

function matches(job: Job, query: URLSearchParams, status = query.get("status") ?? ""): boolean {
  const text = `${job.customer.name}\n${job.customer.email}`.toLowerCase();
  if (!text.includes((query.get("q") ?? "").toLowerCase())) return false;
  if (query.has("customerId") && job.customer.id !== query.get("customerId")) return false;
  if (query.has("from") && job.createdAt.slice(0, 10) < (query.get("from") ?? "")) return false;
  if (query.has("to") && job.createdAt.slice(0, 10) > (query.get("to") ?? "")) return false;
  const byLight: Record<string, Job["light"]["word"]> = { "needs-you": "Needs you", "not-sent": "Not sent" };
  return byLight[status] ? job.light.word === byLight[status] : status === "" || job.status === status;
}
