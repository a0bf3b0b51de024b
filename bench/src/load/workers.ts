import { setTimeout as delay } from "node:timers/promises";
import { judge, type Verdict } from "@sheaf/server/testing/faults/judge.ts";
import { openPracticeClient, type PracticeClient } from "@sheaf/server/testing/faults/practice-client.ts";
import type { AnotherWorker, TestBed } from "@sheaf/server/testing/faults/test-bed.ts";
import { type Browser, openBrowser } from "./browser.ts";
import { type Journal, openJournal } from "./journal.ts";
import { type ByPart, used } from "./ledger.ts";
import { mixed } from "./material.ts";
import { watchProcesses } from "./watch.ts";

export interface WorkersSize {
  /** Numbers of worker processes, ascending. */
  counts: number[];
  /** Seconds that are measured with each number. */
  seconds: number;
}

/** The work of an installation with a number of worker processes, all of which always have a job to do. */
export interface Throughput {
  workers: number;
  seconds: number;
  /** Number of jobs that ended in this time. */
  jobs: number;
  /** Processor seconds in this time. */
  cpu: ByPart;
  /** Processor time of the load generator, including the mail server and the measurements. */
  loadCpuSeconds: number;
}

export interface WorkersRun {
  throughputs: Throughput[];
  /** Jobs that failed and unexpected responses, one line each. */
  failed: string[];
  /** The result of checking rows, PDFs, emails and allowances afterwards. */
  verdict: Verdict;
}

const practices = 4;
/** Jobs of each practice that are under way at any time: more than the workers can take. */
const atOnce = 6;
/** The first jobs after a worker has joined are not measured: sandboxes start. */
const settleMs = 10_000;
const settleWithinMs = 120_000;

/** Each worker process converts one file at a time, so that its number is the number of files at a time. */
export const oneFileEach = { SHEAF_WORKERS: "1" };

/**
 * Measures how many jobs an installation completes with one, two and more worker processes against one PostgreSQL and
 * one API. Each job is one small file with one email; a user hands in the next one when one is ready.
 * @param bed started with `oneFileEach`
 */
export async function runWorkers(bed: TestBed, { counts, seconds }: WorkersSize): Promise<WorkersRun> {
  const journal = openJournal();
  const firms: PracticeClient[] = [];
  const browsers: Browser[] = [];
  const others: AnotherWorker[] = [];
  try {
    for (let number = 0; number < practices; number++) {
      const firm = await openPracticeClient(bed);
      firms.push(firm);
      browsers.push(await openBrowser(bed.url, firm, "dashboard", journal));
    }
    const over = new AbortController();
    const endedAt: number[] = [];
    const working = browsers.flatMap((browser, number) =>
      Array.from({ length: atOnce }, (_, place) =>
        handIn(browser, number * atOnce + place, { journal, endedAt, over: over.signal }),
      ),
    );
    const throughputs: Throughput[] = [];
    for (const workers of counts) {
      process.stderr.write(`worker processes: ${workers} …\n`);
      while (others.length < workers - 1) others.push(await bed.anotherWorker());
      await delay(settleMs);
      const watch = watchProcesses(
        bed,
        others.map(({ pid }) => pid),
      );
      const [cpuBefore, ownBefore, from] = [watch.cpuSeconds(), process.cpuUsage(), performance.now()];
      await delay(seconds * 1000);
      const to = performance.now();
      const { user, system } = process.cpuUsage(ownBefore);
      throughputs.push({
        workers,
        seconds: (to - from) / 1000,
        jobs: endedAt.filter((at) => at >= from && at < to).length,
        cpu: used(cpuBefore, watch.cpuSeconds()),
        loadCpuSeconds: (user + system) / 1e6,
      });
      watch.close();
    }
    over.abort();
    await Promise.race([Promise.all(working), delay(settleWithinMs)]);
    return { throughputs, failed: journal.failed, verdict: await judge(bed, firms, { settleWithinMs }) };
  } finally {
    for (const browser of browsers) browser.close();
    for (const worker of others) await worker.close();
  }
}

/** Hands in one job after the other, each when the one before has ended. */
async function handIn(
  browser: Browser,
  first: number,
  { journal, endedAt, over }: { journal: Journal; endedAt: number[]; over: AbortSignal },
): Promise<void> {
  for (let number = first; !over.aborted && journal.failed.length === 0; number++) {
    const taken = await browser.submit([mixed(number)], performance.now());
    const how = await taken?.ended;
    if (how?.status === "completed") endedAt.push(how.at);
    else if (how) journal.failed.push("A job failed.");
  }
}
