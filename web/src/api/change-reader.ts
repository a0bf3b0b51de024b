import { type AnswerName, answerKeys, answerNames } from "@sheaf/contracts/answers.ts";
import type { Answers, Changes } from "@sheaf/contracts/changes.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { selectedItems } from "@sheaf/contracts/limits.ts";
import { hashKey, type Query, type QueryClient, type QueryFilters } from "@tanstack/react-query";
import { api } from "./client.ts";
import { refreshLists } from "./job-list.ts";
import { newestOf } from "./newest-jobs.ts";
import { pace } from "./pace.ts";
import { putJob, showsVersion } from "./put-job.ts";
import { isReading, isTemporary, readQueryAgain } from "./read-again.ts";
import { throttle } from "./throttle.ts";
import { hasVersion, noteVersion, takeUnread, type Versions } from "./versions.ts";

/** A read that failed is repeated after this time. */
const retryMs = 2_000;

/** Answers that do not change with jobs: only other events outdate them. */
const notAboutJobs: AnswerName[] = ["subscription", "billing"];

const nameByHash = new Map(answerNames.map((name) => [hashKey(answerKeys[name]), name]));
const nameOf = ({ queryHash }: Query) => nameByHash.get(queryHash);

/** Whether the query counts jobs, lists the newest ones, or lists notifications and rejected addresses. */
function isAboutJobs(query: Query): boolean {
  const name = nameOf(query);
  if (name) return !notAboutJobs.includes(name);
  const [path, part] = query.queryKey;
  return path === "/api/jobs" && part === "counts";
}

/** What one request reads. */
interface Reading {
  jobs: Versions;
  /** The jobs whose change the answers will contain. */
  counts: Versions;
  queries: Map<Query, { name: AnswerName; updates: number }>;
}

/**
 * Reads what has changed, jobs and answers on screen, in one request at a time. The first change is read at once. What
 * changes during a read is read after it, unless the response contains it already.
 */
interface ChangeReader {
  /**
   * Reads a changed job and what counts jobs, unless the page has both in this version or a later one.
   * @param version left out when it is not known: the job is read in any case
   */
  readJob(id: string, version?: number): void;
  /**
   * Reads what counts jobs, after an action of the user.
   * @param job the response to the action: nothing is read for a version of it that is counted already
   */
  readCounts(job?: Job): void;
  /** Like `readAgain`, with all answers in one request. */
  readAgain(filters?: QueryFilters): void;
  /** Forgets what waits to be read. */
  stop(): void;
}

const readers = new WeakMap<QueryClient, ChangeReader>();

/** Returns the client's reader; there is one, so that no two requests read the same. */
export function changeReader(client: QueryClient): ChangeReader {
  const reader = readers.get(client) ?? createReader(client);
  readers.set(client, reader);
  return reader;
}

function createReader(client: QueryClient): ChangeReader {
  /** Announced jobs that are to be read, and those whose change the answers on screen may lack. */
  const jobs: Versions = new Map();
  const counts: Versions = new Map();
  /** Answers that are outdated for another reason. */
  const outdated = new Set<Query>();
  /** The versions that the answers on screen contain. */
  const counted: Versions = new Map();
  const failed: Reading[] = [];
  let start: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let answersDue = false;
  let reading = false;

  const readSoon = throttle(
    pace.gatherMs,
    () => {
      start ??= setTimeout(() => void read(), pace.togetherMs);
    },
    pace.burst,
  );
  const readAnswersSoon = throttle(pace.answersMs, () => {
    answersDue = true;
    readSoon();
  });
  const readLists = throttle(pace.answersMs, () => refreshLists(client));

  const isShown = (id: string, version: number) => showsVersion(client, id, version);
  const isCounted = (id: string, version: number) => hasVersion(counted, id, version);

  function takeAnswers(): Pick<Reading, "counts" | "queries"> {
    const queries: Reading["queries"] = new Map();
    if (!answersDue) return { counts: new Map(), queries };
    answersDue = false;
    const changed = takeUnread(counts, isCounted);
    const all = new Set(outdated);
    outdated.clear();
    if (changed.size > 0) for (const query of aboutJobs()) all.add(query);
    for (const query of all) {
      const name = nameOf(query);
      if (name && query.isActive() && !isReading(query)) {
        queries.set(query, { name, updates: query.state.dataUpdateCount });
      } else void readQueryAgain(client, query);
    }
    return { counts: changed, queries };
  }

  const aboutJobs = () => client.getQueryCache().findAll({ predicate: isAboutJobs });

  async function read(): Promise<void> {
    start = undefined;
    if (reading) return;
    const wanted = { jobs: takeUnread(jobs, isShown, selectedItems), ...takeAnswers() };
    if (wanted.jobs.size + wanted.queries.size === 0) return;
    reading = true;
    try {
      apply(wanted, await request(wanted));
    } catch (error) {
      if (isTemporary(error)) repeatLater(wanted);
      // The routes of the single answers say why they are refused.
      else for (const query of wanted.queries.keys()) void readQueryAgain(client, query);
    } finally {
      reading = false;
      if (jobs.size > 0 || answersDue) readSoon();
    }
  }

  function apply(wanted: Reading, { jobs: found, gone, answers }: Changes): void {
    for (const [query, { name, updates }] of wanted.queries) putAnswer(query, name, updates, answers);
    for (const job of found) putJob(client, job, readLists);
    if (gone.length > 0) readLists();
    if (wanted.counts.size === 0) return;
    for (const [id, version] of wanted.counts) if (Number.isFinite(version)) noteVersion(counted, id, version);
    for (const { id, version } of found) noteVersion(counted, id, version);
  }

  /** @param updates how often the query had been updated when the request was sent */
  function putAnswer(query: Query, name: AnswerName, updates: number, answers: Answers): void {
    if (client.getQueryCache().get(query.queryHash) !== query) return;
    const answer = answers[name];
    // The server refused it, or another response came or is still coming that may be newer.
    if (answer === undefined || isReading(query) || query.state.dataUpdateCount !== updates) {
      void readQueryAgain(client, query);
    } else client.setQueryData(query.queryKey, cachedForm(client, name, answers));
  }

  function repeatLater(wanted: Reading): void {
    failed.push(wanted);
    retry ??= setTimeout(() => {
      retry = undefined;
      for (const { jobs, counts, queries } of failed.splice(0)) {
        for (const [id, version] of jobs) announce(id, version);
        for (const [id, version] of counts) announceCount(id, version);
        outdate(queries.keys());
      }
    }, retryMs);
  }

  function announce(id: string, version: number): void {
    if (isShown(id, version)) return;
    noteVersion(jobs, id, version);
    readSoon();
  }

  function announceCount(id: string, version: number): void {
    if (isCounted(id, version)) return;
    noteVersion(counts, id, version);
    readAnswersSoon();
  }

  function outdate(queries: Iterable<Query>): void {
    for (const query of queries) outdated.add(query);
    if (outdated.size > 0) readAnswersSoon();
  }

  return {
    readJob(id, version = Number.POSITIVE_INFINITY) {
      announceCount(id, version);
      announce(id, version);
    },
    readCounts(job) {
      if (job) announceCount(job.id, job.version);
      else outdate(aboutJobs());
    },
    readAgain(filters = {}) {
      const queries = client.getQueryCache().findAll(filters);
      outdate(queries.filter(nameOf));
      for (const query of queries) if (!nameOf(query)) void readQueryAgain(client, query);
    },
    stop() {
      for (const { stop } of [readSoon, readAnswersSoon, readLists]) stop();
      for (const timer of [start, retry]) clearTimeout(timer);
      start = undefined;
      retry = undefined;
      for (const waiting of [jobs, counts, outdated]) waiting.clear();
      failed.length = 0;
      answersDue = false;
    },
  };
}

function request({ jobs, queries }: Reading): Promise<Changes> {
  const names = [...queries.values()].map(({ name }) => name);
  return api.get<Changes>(`/api/changes?jobs=${[...jobs.keys()]}&answers=${names}`);
}

/** Returns an answer as its query would: as it is, or in the form that its own function makes of it. */
function cachedForm(client: QueryClient, name: AnswerName, { recent, lastJobs, ...answers }: Answers): unknown {
  if (name === "recent") return recent?.map((job) => newestOf(client, job));
  if (name === "lastJobs") return new Map(lastJobs?.map((last) => [last.customerId, last]));
  return answers[name];
}
