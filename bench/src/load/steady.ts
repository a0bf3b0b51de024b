import { setTimeout as delay } from "node:timers/promises";
import { judge, type Verdict } from "@sheaf/server/testing/faults/judge.ts";
import { openPracticeClient, type PracticeClient } from "@sheaf/server/testing/faults/practice-client.ts";
import type { TestBed } from "@sheaf/server/testing/faults/test-bed.ts";
import { type Arrivals, arrive } from "./arrivals.ts";
import { type Browser, openBrowser, screens } from "./browser.ts";
import { type Journal, openJournal } from "./journal.ts";
import { type ByPart, used } from "./ledger.ts";
import { mixed } from "./material.ts";
import type { Sample } from "./trend.ts";
import { type Watch, watchProcesses } from "./watch.ts";

export interface SteadySize {
  minutes: number;
  filesPerSecond: number;
  practices: number;
  /** Number of event streams, distributed over the practices. */
  browsers: number;
}

export interface SteadyRun {
  arrivals: Arrivals;
  /** For each completed job, the time from its planned submission until its browser had received the status. */
  jobMs: number[];
  /** Number of jobs that were not accepted, that failed, or whose end no event had announced at the end of the run. */
  jobsFailed: number;
  journal: Journal;
  /** The result of checking rows, PDFs, emails and allowances afterwards. */
  verdict: Verdict;
  /** Memory of the parts over time, in bytes. */
  memory: { atMs: number; bytes: ByPart }[];
  seconds: number;
  /** Number of sandboxes started. */
  sandboxes: number;
  cpu: ByPart;
  /** Processor time of the load generator, including the mail server and the measurements. */
  loadCpuSeconds: number;
}

/** Time for the last jobs to complete. */
const graceMs = 120_000;
/**
 * Interval of memory readings. A converter runs for some seconds, so rare readings would depend on which ones happen to
 * run.
 */
const lookEveryMs = 2_500;

/**
 * Submits small files at a steady rate, each as one job, from browsers that keep an event stream open and make the
 * requests that its events cause.
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
    const sandboxesBefore = watch.sandboxes();
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
    const sandboxes = watch.sandboxes() - sandboxesBefore;
    const { user, system } = process.cpuUsage(ownBefore);
    looking.abort();
    await Promise.race([Promise.all(jobs), delay(graceMs)]);
    return {
      arrivals,
      jobMs,
      jobsFailed: arrivals.sent - jobMs.length,
      journal,
      seconds,
      sandboxes,
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
 * Opens the browsers. Adjacent ones belong to different practices, and a practice with two browsers has both screens
 * open.
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

/** Returns the memory of one or several parts over time. */
export const samplesOf = (memory: SteadyRun["memory"], of: (bytes: ByPart) => number): Sample[] =>
  memory.map(({ atMs, bytes }) => ({ atMs, value: of(bytes) }));
