import { job } from "@sheaf/contracts/jobs.ts";
import { listPage } from "@sheaf/contracts/limits.ts";
import { prepareDatabase } from "@sheaf/server/app/prepare-database.ts";
import { openDb } from "@sheaf/server/platform/db/connect.ts";
import { startThrowAwayCluster } from "@sheaf/server/testing/cluster.ts";
import { openPracticeClient, type PracticeClient } from "@sheaf/server/testing/faults/practice-client.ts";
import { freePort } from "@sheaf/server/testing/hosts/free-port.ts";
import { thisMachine } from "@sheaf/server/testing/hosts/rolling-deploys.ts";
import { startProcess } from "@sheaf/server/testing/hosts/sheaf-process.ts";
import type { QueryResultRow } from "pg";
import { pino } from "pino";
import { seedYear } from "../admin/seed.ts";
import { type Arrivals, arrive } from "./arrivals.ts";
import { signIn } from "./browser.ts";
import { type Connections, openConnections } from "./http.ts";
import { type Journal, openJournal } from "./journal.ts";

export interface ListsSize {
  /** Rows in the table of jobs; one in 50 belongs to the practice whose lists are read. */
  jobs: number;
  requestsPerSecond: number;
  seconds: number;
}

export interface ListsRun {
  jobsOfOne: number;
  arrivals: Arrivals;
  journal: Journal;
}

/** Average number of jobs of a practice in a year. */
const jobsPerPractice = 500;
const people = 10;
/** Rounds that fill the caches, which are never empty in normal use. */
const roundsBefore = 3;
const monthMs = 30 * 24 * 3_600_000;

/**
 * Requests each list of a practice with many jobs in a large installation, in turn and at a steady rate, from a real
 * API.
 */
export async function runLists(size: ListsSize): Promise<ListsRun> {
  const cluster = await startThrowAwayCluster();
  const log = pino({ level: "silent" });
  try {
    await prepareDatabase(cluster.url, log);
    const { db, pool, close } = openDb(cluster.url, log, { size: 2 });
    const env = { DATABASE_URL: cluster.url, REQUESTS_PER_MINUTE: "1000000" };
    const api = await startProcess("api", { env, host: thisMachine, port: await freePort() });
    try {
      const query = async <Row extends QueryResultRow>(text: string, values?: unknown[]) =>
        (await pool.query<Row>(text, values)).rows;
      const client = await openPracticeClient({ url: api.url, query });
      const jobsOfOne = Math.round(size.jobs / 50);
      await seedYear(db, client.practiceId, {
        jobs: size.jobs,
        jobsOfOne,
        practices: Math.max(10, Math.round(size.jobs / jobsPerPractice)),
      });
      return { jobsOfOne, ...(await askInTurn(api.url, client, size)) };
    } finally {
      await api.close();
      await close();
    }
  } finally {
    await cluster.close();
  }
}

async function askInTurn(url: string, client: PracticeClient, size: ListsSize): Promise<Omit<ListsRun, "jobsOfOne">> {
  const open: Connections[] = Array.from({ length: people }, () => openConnections(url));
  try {
    const cookies: string[] = [];
    for (const connections of open) cookies.push(await signIn(connections, client));
    const paths = await pathsOf(client);
    const journal = openJournal();
    const ask = async (kind: string, path: string, person: number, since: number) => {
      const [connections] = open.slice(person % people);
      const headers = { cookie: cookies[person % people] ?? "" };
      const answer = await connections?.ask(path, { headers }).catch((error: Error) => error);
      journal.answered(kind, since);
      if (answer instanceof Error) journal.failed.push(`${kind}: ${answer.message}`);
      else if (answer?.status !== 200) journal.failed.push(`${kind}: ${answer?.status} ${answer?.body}`);
    };

    for (let round = 0; round < roundsBefore * people; round++) {
      for (const [kind, path] of paths) await ask(kind, path, round, performance.now());
    }
    for (const [kind] of paths) journal.times.set(kind, []);

    const asked: Promise<void>[] = [];
    const arrivals = await arrive({ perSecond: size.requestsPerSecond, seconds: size.seconds }, (dueAt, number) => {
      const [[kind, path] = ["", ""]] = paths.slice(number % paths.length);
      asked.push(ask(kind, path, number, dueAt));
    });
    await Promise.all(asked);
    return { arrivals, journal };
  } finally {
    for (const connections of open) connections.close();
  }
}

/** Returns the requested paths with their descriptions, as the web app requests them (web/src/api). */
async function pathsOf(client: PracticeClient): Promise<[kind: string, path: string][]> {
  const day = (agoMs: number) => new Date(Date.now() - agoMs).toISOString().slice(0, 10);
  const longAgo = job.array().parse(await (await client.get(`/api/jobs?limit=1&to=${day(6 * monthMs)}`)).json());
  const [old] = longAgo;
  if (!old) throw new Error("There are too few jobs to read a page of half a year ago. Raise --jobs.");
  return [
    ["jobs, first page", `/api/jobs?limit=${listPage.jobs}`],
    ["jobs, a page of half a year ago", `/api/jobs?limit=${listPage.jobs}&cursor=${old.id}`],
    ["jobs that failed", `/api/jobs?limit=${listPage.jobs}&status=failed`],
    ["jobs that need somebody", `/api/jobs?limit=${listPage.jobs}&status=needs-you`],
    ["jobs found by a name", `/api/jobs?limit=${listPage.jobs}&q=client%2012`],
    ["jobs found by no name", `/api/jobs?limit=${listPage.jobs}&q=zebra`],
    ["jobs of one customer", `/api/jobs?limit=${listPage.jobs}&customerId=${old.customer.id}`],
    ["jobs of a month", `/api/jobs?limit=${listPage.jobs}&from=${day(3 * monthMs)}&to=${day(2 * monthMs)}`],
    ["counts of jobs", "/api/jobs/counts"],
    ["counts of jobs found by a name", "/api/jobs/counts?q=client%2012"],
    ["the newest jobs", "/api/jobs/recent"],
    ["customers, first page", "/api/customers?limit=100"],
    ["customers, all", "/api/customers"],
    ["newest job of each customer", `/api/customers/last-jobs?limit=${listPage.lastJobs}`],
    ["log of who did what", `/api/audit-log?limit=${listPage.logEntries}`],
    ["notifications", "/api/notifications"],
    ["dashboard's numbers", "/api/stats"],
    ["allowance", "/api/usage"],
    ["search over everything", "/api/search?q=client%2012"],
  ];
}
