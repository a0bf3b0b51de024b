import { setTimeout as delay } from "node:timers/promises";
import { zipFile } from "../../../fixtures/zip-files.ts";
import { judge, type Verdict } from "./judge.ts";
import { openPracticeClient } from "./practice-client.ts";
import { converterChildren } from "./processes.ts";
import type { TestBed } from "./test-bed.ts";

export const victims = ["worker", "converter", "api", "postgres"] as const;
export type Victim = (typeof victims)[number];

export interface KillsRun extends Verdict {
  /** Number of kills of each kind of process. */
  kills: Record<Victim, number>;
  /** For each kill: milliseconds until a job that was submitted after it was completed. */
  backMs: Record<Victim, number[]>;
}

export interface KillsOptions {
  kills: Record<Victim, number>;
  /** Number of jobs in progress at each kill, besides the one that is submitted after it. */
  jobsBefore: number;
  settleWithinMs: number;
  onKill?: (done: number) => void;
}

const backWithinMs = 180_000;
/** Longest random delay between submitting the jobs and the kill, so that it comes at any stage. */
const maxDelayMs = 1_500;

/** Kills processes of a running Sheaf (SIGKILL), the kinds in turn, while jobs are submitted. */
export async function killOn(bed: TestBed, options: KillsOptions): Promise<KillsRun> {
  const even = await openPracticeClient(bed);
  const odd = await openPracticeClient(bed);
  const done: Record<Victim, number> = { worker: 0, converter: 0, api: 0, postgres: 0 };
  const backMs: KillsRun["backMs"] = { worker: [], converter: [], api: [], postgres: [] };
  for (const [index, victim] of mixed(options.kills).entries()) {
    const client = index % 2 === 0 ? even : odd;
    const before = Array.from({ length: options.jobsBefore }, (_, n) =>
      client.submit(`before-${index}-${n}.zip`, archive(index)),
    );
    await delay(Math.random() * maxDelayMs);
    if (await kill(bed, victim)) done[victim]++;
    const killedAt = performance.now();
    await client.ended(await client.submit(`after-${index}.txt`, content(index)), backWithinMs);
    backMs[victim].push(performance.now() - killedAt);
    await Promise.all(before);
    options.onKill?.(index + 1);
  }
  return { ...(await judge(bed, [even, odd], options)), kills: done, backMs };
}

/** Jobs in progress at a kill are archives, so that it also comes while one is unpacked. */
const archive = (index: number) =>
  new Uint8Array(
    zipFile(Array.from({ length: lettersInside }, (_, n) => ({ name: `letter-${n}.txt`, content: content(index) }))),
  );
const lettersInside = 4;

const content = (index: number) => `Dear Sir or Madam,\n\nthis is letter ${index}.\n`;

/** Returns the victims in an order that spreads each kind evenly over the run. */
function mixed(kills: Record<Victim, number>): Victim[] {
  return victims
    .flatMap((victim) => Array.from({ length: kills[victim] }, (_, n) => ({ victim, at: (n + 0.5) / kills[victim] })))
    .sort((a, b) => a.at - b.at)
    .map(({ victim }) => victim);
}

/** Waits until such a process exists, and kills it. @returns false when none appeared in time */
async function kill(bed: TestBed, victim: Victim): Promise<boolean> {
  for (const deadline = Date.now() + backWithinMs; Date.now() < deadline; await delay(20)) {
    const pid = pidOf(bed, victim);
    if (pid === undefined) continue;
    try {
      process.kill(pid, "SIGKILL");
      return true;
    } catch {
      // The process has just ended by itself.
    }
  }
  return false;
}

/** Returns the process to kill. Of converter children, one that is working on a file is preferred. */
function pidOf(bed: TestBed, victim: Victim): number | undefined {
  const pids = bed.pids();
  if (victim !== "converter") return pids[victim];
  const children = pids.worker === undefined ? [] : converterChildren(bed.dataDir, pids.worker);
  return (children.find((child) => child.file !== undefined) ?? children[0])?.pid;
}
