import { setTimeout as delay } from "node:timers/promises";
import { openFirm } from "./firm.ts";
import { judge, type Verdict } from "./judge.ts";
import { converterChildren } from "./processes.ts";
import type { Stand } from "./stand.ts";

export const victims = ["worker", "converter", "api", "postgres"] as const;
export type Victim = (typeof victims)[number];

export interface KillsRun extends Verdict {
  /** Kills that took place. */
  kills: Record<Victim, number>;
  /** For each kill: milliseconds until a job that was submitted after it was completed. */
  backMs: Record<Victim, number[]>;
}

export interface KillsOptions {
  kills: Record<Victim, number>;
  /** Jobs that are under way when a kill comes, besides the one that follows it. */
  jobsBefore: number;
  settleWithinMs: number;
  onKill?: (done: number) => void;
}

const backWithinMs = 180_000;
/** At most so long after the jobs were submitted: somewhere on their way. */
const somewhereMs = 1_500;

/** Kills processes of a running Sheaf (SIGKILL), the kinds in turn, while jobs flow. */
export async function killOn(stand: Stand, options: KillsOptions): Promise<KillsRun> {
  const even = await openFirm(stand);
  const odd = await openFirm(stand);
  const done: Record<Victim, number> = { worker: 0, converter: 0, api: 0, postgres: 0 };
  const backMs: KillsRun["backMs"] = { worker: [], converter: [], api: [], postgres: [] };
  for (const [index, victim] of mixed(options.kills).entries()) {
    const firm = index % 2 === 0 ? even : odd;
    const before = Array.from({ length: options.jobsBefore }, (_, n) =>
      firm.submit(`before-${index}-${n}.txt`, letter(index)),
    );
    await delay(Math.random() * somewhereMs);
    if (await kill(stand, victim)) done[victim]++;
    const killedAt = performance.now();
    await firm.ended(await firm.submit(`after-${index}.txt`, letter(index)), backWithinMs);
    backMs[victim].push(performance.now() - killedAt);
    await Promise.all(before);
    options.onKill?.(index + 1);
  }
  return { ...(await judge(stand, [even, odd], options)), kills: done, backMs };
}

const letter = (index: number) => `Dear Sir or Madam,\n\nthis is letter ${index}.\n`;

/** The kinds spread evenly over the whole run. */
function mixed(kills: Record<Victim, number>): Victim[] {
  return victims
    .flatMap((victim) => Array.from({ length: kills[victim] }, (_, n) => ({ victim, at: (n + 0.5) / kills[victim] })))
    .sort((a, b) => a.at - b.at)
    .map(({ victim }) => victim);
}

/** Waits until there is something to kill. @returns false when nothing came */
async function kill(stand: Stand, victim: Victim): Promise<boolean> {
  for (const deadline = Date.now() + backWithinMs; Date.now() < deadline; await delay(20)) {
    const pid = pidOf(stand, victim);
    if (pid === undefined) continue;
    try {
      process.kill(pid, "SIGKILL");
      return true;
    } catch {
      // It has just ended by itself.
    }
  }
  return false;
}

/** Of converter children one that has a file is preferred. */
function pidOf(stand: Stand, victim: Victim): number | undefined {
  const pids = stand.pids();
  if (victim !== "converter") return pids[victim];
  const children = pids.worker === undefined ? [] : converterChildren(stand.dataDir, pids.worker);
  return (children.find((child) => child.file !== undefined) ?? children[0])?.pid;
}
