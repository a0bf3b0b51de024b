import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { judge, sumOf, type Verdict } from "./judge.ts";
import { openPracticeClient, type PracticeClient } from "./practice-client.ts";
import { converterChildren } from "./processes.ts";
import type { TestBed } from "./test-bed.ts";

export interface BadFilesRun extends Verdict {
  /** Number of converter children that were killed or stopped. */
  victims: number;
  /** Milliseconds that each of another practice's good files took meanwhile, in order. */
  othersMs: number[];
  /** Number of bad files that had ended when the first good one had. */
  endedBefore: number;
  /** The messages that the owner of the bad files sees. */
  told: string[];
}

interface Options {
  /** Number of bad files, all of one practice and submitted at once. */
  files: number;
  /** The signal that is sent to a converter child when it works on a bad file. */
  signal: "SIGKILL" | "SIGSTOP";
  /** Continues the stopped children after the first good file, instead of waiting for their time limit. */
  release?: boolean;
}

const hitWithinMs = 60_000;
const otherWithinMs = 300_000;
/** Pause between two files of the other practice. */
const pauseMs = 2_000;
/** About 80 pages: the conversion takes long enough for the signal to arrive. */
const long = "One of many lines.\n".repeat(5_000);

/** Submits files that kill every converter child that opens them. */
export const poison = (bed: TestBed, files: number) => withBadFiles(bed, { files, signal: "SIGKILL" });

/** Submits files whose converter child is stopped, all of one practice. */
export const hanging = (bed: TestBed, files: number, { release = false }: { release?: boolean } = {}) =>
  withBadFiles(bed, { files, signal: "SIGSTOP", release });

/** Submits bad files; until they have ended, another practice submits good files one after the other. */
async function withBadFiles(bed: TestBed, { files, signal, release = false }: Options): Promise<BadFilesRun> {
  const [bad, good] = [await openPracticeClient(bed), await openPracticeClient(bed)];
  const hit = new Map<number, string>();
  const over = new AbortController();
  const signalling = signalAll(bed, signal, hit, over.signal);
  try {
    const badJobs = await Promise.all(
      Array.from({ length: files }, (_, n) => bad.submit(`bad-${n}.txt`, `${n}\n${long}`)),
    );
    // Wait until every converter child has opened a bad file.
    const enough = Math.min(files, availableParallelism());
    const deadline = Date.now() + hitWithinMs;
    while (sandboxesOf(hit).size < enough && Date.now() < deadline && (await endedOf(bed, bad)) < files)
      await delay(50);

    const othersMs = [await timeOfOne(good)];
    const endedBefore = await endedOf(bed, bad);
    if (release) {
      over.abort();
      await signalling;
      for (const pid of hit.keys()) sendSignal(pid, "SIGCONT");
    } else {
      while ((await endedOf(bed, bad)) < files) {
        await delay(pauseMs);
        othersMs.push(await timeOfOne(good));
      }
    }
    const ended = await Promise.all(badJobs.map((id) => bad.ended(id, otherWithinMs + files * 60_000)));
    const told = [...new Set(ended.map((job) => (job.errorMessage ?? job.status).replaceAll(/bad-\d+/g, "bad")))];
    return { ...(await verdictOn(bed, bad, good)), victims: sandboxesOf(hit).size, othersMs, endedBefore, told };
  } finally {
    over.abort();
    await signalling;
  }
}

/** Processes that a dead child had started receive the signal too; they count as the same child. */
const sandboxesOf = (hit: Map<number, string>) => new Set(hit.values());

async function timeOfOne(client: PracticeClient): Promise<number> {
  const started = performance.now();
  await client.ended(await client.submit("good.txt", "good"), otherWithinMs);
  return performance.now() - started;
}

async function endedOf(bed: TestBed, client: PracticeClient): Promise<number> {
  const [row] = await bed.query<{ ended: number }>(
    "select count(*)::int as ended from jobs where practice_id = $1 and status in ('completed', 'failed')",
    [client.practiceId],
  );
  return row?.ended ?? 0;
}

async function verdictOn(bed: TestBed, bad: PracticeClient, good: PracticeClient): Promise<Verdict> {
  const settleWithinMs = 60_000;
  const ofBad = await judge(bed, [bad], { settleWithinMs, mayFail: (name) => name.startsWith("bad-") });
  return sumOf([ofBad, await judge(bed, [good], { settleWithinMs })]);
}

async function signalAll(
  bed: TestBed,
  signal: NodeJS.Signals,
  hit: Map<number, string>,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const { worker } = bed.pids();
    for (const child of worker === undefined ? [] : converterChildren(bed.dataDir, worker)) {
      if (!child.file?.startsWith("bad-") || hit.has(child.pid)) continue;
      hit.set(child.pid, child.sandbox);
      sendSignal(child.pid, signal);
    }
    await delay(5); // a converter process may live for a tenth of a second only
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended already.
  }
}
