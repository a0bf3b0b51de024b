import type { Job } from "@sheaf/contracts/jobs.ts";
import { type QueryClient, QueryObserver, type UseQueryOptions } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type Answer, serve, signedIn } from "../testing/page.tsx";
import { aJob } from "../testing/people.ts";
import { subscriptionQuery, usageQuery } from "./billing.ts";
import { changeReader } from "./change-reader.ts";
import { jobCountsQuery } from "./job-list.ts";
import { jobKey } from "./newest-jobs.ts";
import { putJob } from "./put-job.ts";
import { createQueryClient } from "./query-client.ts";
import { statsQuery } from "./stats.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Time in which everything that waits has been read. */
const settle = () => vi.advanceTimersByTimeAsync(5_000);

/**
 * Returns a client that shows these queries, all read, of a server that has these jobs. `requests` are the requests
 * since then.
 */
async function openClient(queries: { queryKey: readonly unknown[] }[], jobs: Job[] = []) {
  const server = serve({ ...signedIn, ...Object.fromEntries(jobs.map((job) => [`GET /api/jobs/${job.id}`, job])) });
  const client = createQueryClient();
  for (const query of queries) {
    onTestFinished(new QueryObserver(client, query as unknown as UseQueryOptions).subscribe(() => undefined));
  }
  await settle();
  server.asked.length = 0;
  const requests = () =>
    server.asked.map(({ call, query }) =>
      call === "GET /api/changes" ? `${query.get("jobs")} + ${query.get("answers")}` : call,
    );
  return { ...server, client, requests, reader: changeReader(client) };
}

/** A job in this version. */
const jobAt = (version: number, job = aJob("processing")): Job => ({ ...job, version });
const cached = (client: QueryClient, { id }: Job) => client.getQueryData<Job>(jobKey(id))?.version;

test("one change is one request for the job and what is on screen, and a version that the page has causes none", async () => {
  const job = jobAt(3);
  const { client, requests, reader } = await openClient([statsQuery, jobCountsQuery({}), subscriptionQuery], [job]);
  reader.readJob(job.id, 2);
  await settle();
  expect(requests()).toEqual([`${job.id} + stats,counts`]);
  expect(cached(client, job)).toBe(3);

  reader.readJob(job.id, 3);
  await settle();
  expect(requests()).toHaveLength(1);
  reader.readJob(job.id, 4);
  await settle();
  expect(requests()).toHaveLength(2);
});

test("a version that only the job's own query has is read: lists may show an earlier one", async () => {
  const job = jobAt(2);
  const { client, requests, reader } = await openClient([], [job]);
  client.setQueryData(jobKey(job.id), job);
  reader.readJob(job.id, 2);
  await settle();
  expect(requests()).toEqual([`${job.id} + `]);
});

test("changes of ten jobs are one request", async () => {
  const jobs = Array.from({ length: 10 }, () => jobAt(1));
  const { client, requests, reader } = await openClient([], jobs);
  for (const { id } of jobs) reader.readJob(id, 1);
  await settle();
  expect(requests()).toEqual([`${jobs.map(({ id }) => id)} + `]);
  expect(jobs.map((job) => cached(client, job))).toEqual(jobs.map(() => 1));
});

test("a change during a read is read after it only if the response lacks it", async () => {
  const job = jobAt(1);
  const { answers, client, requests, reader } = await openClient([], [job]);
  const slow = Promise.withResolvers<Answer>();
  answers[`GET /api/jobs/${job.id}`] = slow.promise;
  reader.readJob(job.id, 1);
  await settle();
  reader.readJob(job.id, 2);
  slow.resolve(jobAt(2, job));
  await settle();
  expect(requests()).toHaveLength(1);
  expect(cached(client, job)).toBe(2);

  const slower = Promise.withResolvers<Answer>();
  answers[`GET /api/jobs/${job.id}`] = slower.promise;
  reader.readJob(job.id, 3);
  await settle();
  reader.readJob(job.id, 4);
  answers[`GET /api/jobs/${job.id}`] = jobAt(4, job);
  slower.resolve(jobAt(3, job));
  await settle();
  expect(requests()).toHaveLength(3);
  expect(cached(client, job)).toBe(4);
});

test("the first changes are read at once; of a hundred in a row a few, and what they count once a second", async () => {
  const job = jobAt(1);
  const { answers, client, requests, reader } = await openClient([statsQuery], [job]);
  for (let version = 2; version < 102; version++) {
    answers[`GET /api/jobs/${job.id}`] = jobAt(version, job);
    reader.readJob(job.id, version);
    await vi.advanceTimersByTimeAsync(20);
    if (version < 6) expect(cached(client, job)).toBe(version);
  }
  await settle();
  expect(cached(client, job)).toBe(101);
  expect(requests().length).toBeLessThan(35);
  expect(requests().filter((request) => request.endsWith("stats")).length).toBeLessThan(5);
});

test("events of one change are one request, whatever they outdate", async () => {
  const job = jobAt(1);
  const { requests, reader } = await openClient([subscriptionQuery, usageQuery, statsQuery], [job]);
  for (const queryKey of [["/api/subscription"], ["/api/usage"]]) reader.readAgain({ queryKey });
  reader.readJob(job.id, 1);
  await settle();
  expect(requests()).toEqual([`${job.id} + subscription,usage,stats`]);
});

test("the event of the user's own action causes no read beside the one after its response", async () => {
  const job = jobAt(1);
  const { client, requests, reader } = await openClient([statsQuery], [job]);
  putJob(client, job);
  reader.readCounts(job);
  await settle();
  reader.readJob(job.id, 1);
  await settle();
  expect(requests()).toEqual([" + stats"]);
});

test("a filtered count and an answer that is refused are requested from their own routes", async () => {
  const { answers, client, requests, reader } = await openClient([statsQuery, jobCountsQuery({ q: "oak" })], []);
  answers["GET /api/stats"] = { status: 403, body: { code: "owner-only", message: "No." } };
  reader.readCounts();
  await settle();
  expect(requests().toSorted()).toEqual([" + stats", "GET /api/jobs/counts", "GET /api/stats"]);
  expect(client.getQueryState(statsQuery.queryKey)?.error).toMatchObject({ status: 403 });
});

test("an answer from before the page changed its data is not shown", async () => {
  const { answers, client, requests, reader } = await openClient([statsQuery]);
  const slow = Promise.withResolvers<Answer>();
  const stats = (processingJobs: number) => ({ totalCustomers: 1, documentsSent: 0, processingJobs, successRate: 100 });
  answers["GET /api/stats"] = slow.promise;
  reader.readCounts();
  await settle();
  client.setQueryData(statsQuery.queryKey, stats(7));
  answers["GET /api/stats"] = stats(8);
  slow.resolve(stats(6));
  await vi.advanceTimersByTimeAsync(0);
  expect(client.getQueryData(statsQuery.queryKey)?.processingJobs).not.toBe(6);
  await settle();
  expect(client.getQueryData(statsQuery.queryKey)?.processingJobs).toBe(8);
  expect(requests()).toEqual([" + stats", "GET /api/stats"]);
});

test("a read that failed is repeated, and one that was refused is not", async () => {
  const job = jobAt(1);
  const { answers, client, requests, reader } = await openClient([statsQuery], [job]);
  answers["GET /api/changes"] = { status: 503, body: { code: "x", message: "Away." } };
  reader.readJob(job.id, 1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requests()).toHaveLength(1);
  delete answers["GET /api/changes"];
  await settle();
  expect(requests()).toEqual([`${job.id} + stats`, `${job.id} + stats`]);
  expect(cached(client, job)).toBe(1);

  answers["GET /api/changes"] = { status: 404, body: { code: "not-found", message: "Nothing here." } };
  reader.readJob(job.id, 2);
  await settle();
  expect(requests().slice(2)).toEqual([`${job.id} + stats`, "GET /api/stats"]);
});

test("after stop nothing is read, and what is not on screen is read when it is shown", async () => {
  const { client, requests, reader } = await openClient([]);
  client.setQueryData(statsQuery.queryKey, { totalCustomers: 1, documentsSent: 0, processingJobs: 0, successRate: 1 });
  reader.readCounts();
  await settle();
  expect(requests()).toEqual([]);
  expect(client.getQueryState(statsQuery.queryKey)?.isInvalidated).toBe(true);

  reader.readJob("job-1", 1);
  reader.stop();
  await settle();
  expect(requests()).toEqual([]);
});
