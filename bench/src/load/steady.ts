import { setTimeout as delay } from "node:timers/promises";
import { judge, type Verdict } from "@sheaf/server/testing/faults/judge.ts";
import { openPracticeClient, type PracticeClient } from "@sheaf/server/testing/faults/practice-client.ts";
import type { TestBed } from "@sheaf/server/testing/faults/test-bed.ts";
import { type Arrivals, arrive } from "./arrivals.ts";
import { type Browser, openBrowser, screens } from "./browser.ts";
import { type Journal, openJournal } from "./journal.ts";
import { type ByPart, used } from "./ledger.ts";
import { mixed } from "./material.ts";
import type { Look } from "./trend.ts";
import { type Watch, watchProcesses } from "./watch.ts";

export interface SteadySize {
  minutes: number;
  filesPerSecond: number;
  practices: number;
  /** Event streams, spread over the practices. */
  browsers: number;
}

export interface SteadyRun {
  arrivals: Arrivals;
  /** Of each job that was completed: from the moment it was due until its browser had read so. */
  jobMs: number[];
  /** Jobs that were not taken, failed, or of whose end no event had told when all had time. */
  jobsFailed: number;
  journal: Journal;
  /** What rows, PDFs, emails and allowances say afterwards. */
  verdict: Verdict;
  /** Memory of the parts, in bytes. */
  memory: { atMs: number; bytes: ByPart }[];
  seconds: number;
  cpu: ByPart;
  /** Processor time of whoever made the load, with the mail server and all that measures. */
  loadCpuSeconds: number;
}

/** The last jobs have that long. */
const graceMs = 120_000;
/** A converter lives for some seconds: looked at seldom, memory is what happened to run then. */
const lookEveryMs = 2_500;

/**
 * Small files at a steady rate, each one a job, from browsers that hold an event stream open and read what it tells
 * them.
 */
export async function runSteady(bed: TestBed, size: SteadySize): Promise<SteadyRun> {
  const journal = openJournal();
  const firms = await inTurn(size.practices, () => openPracticeClient(bed));
  const browsers = await openBrowsers(bed, firms, size.browsers, journal);
  const watch = watchProcesses(bed);
  const seconds = size.minutes * 60;
  try {
    const looking = new AbortController();
    const cpuBefore = watch.cpuSeconds();
    const ownBefore = process.cpuUsage();
    const memory = lookAtMemory(watch, looking.signal);

    const jobMs: number[] = [];
    const jobs: Promise<void>[] = [];
    const arrivals = await arrive({ perSecond: size.filesPerSecond, seconds }, (dueAt, number) => {
      const [browser] = browsers.slice(number % browsers.length);
      const job = async () => {
        const how = await (await browser?.submit([mixed(number)], dueAt))?.ended;
        if (how?.status === "completed") jobMs.push(how.at - dueAt);
      };
      jobs.push(job());
    });
    const cpu = used(cpuBefore, watch.cpuSeconds());
    const { user, system } = process.cpuUsage(ownBefore);
    looking.abort();
    await Promise.race([Promise.all(jobs), delay(graceMs)]);
    return {
      arrivals,
      jobMs,
      jobsFailed: arrivals.sent - jobMs.length,
      journal,
      seconds,
      cpu,
      memory: await memory,
      loadCpuSeconds: (user + system) / 1e6,
      verdict: await judge(bed, firms, { settleWithinMs: graceMs }),
    };
  } finally {
    watch.close();
    for (const browser of browsers) browser.close();
  }
}

/**
 * Neighbours in the list are of different practices, and each practice has both screens open where it has two browsers.
 */
function openBrowsers(bed: TestBed, firms: PracticeClient[], count: number, journal: Journal): Promise<Browser[]> {
  return inTurn(count, (number) => {
    const [client] = firms.slice(number % firms.length);
    const [screen = "dashboard"] = screens.slice(Math.floor(number / firms.length) % screens.length);
    if (!client) throw new Error("There is no practice.");
    return openBrowser(bed.url, client, screen, journal);
  });
}

async function inTurn<Made>(count: number, make: (number: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (let number = 0; number < count; number++) made.push(await make(number));
  return made;
}

async function lookAtMemory(watch: Watch, over: AbortSignal): Promise<SteadyRun["memory"]> {
  const looks: SteadyRun["memory"] = [];
  while (!over.aborted) {
    looks.push({ atMs: performance.now(), bytes: await watch.memoryBytes() });
    await delay(lookEveryMs, undefined, { signal: over }).catch(() => {});
  }
  return looks;
}

/** One part's memory over time, or that of several together. */
export const looksAt = (memory: SteadyRun["memory"], of: (bytes: ByPart) => number): Look[] =>
  memory.map(({ atMs, bytes }) => ({ atMs, value: of(bytes) }));
