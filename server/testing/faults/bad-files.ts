import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { judge, sumOf, type Verdict } from "./judge.ts";
import { openPracticeClient, type PracticeClient } from "./practice-client.ts";
import { converterChildren } from "./processes.ts";
import type { TestBed } from "./test-bed.ts";

export interface BadFilesRun extends Verdict {
  /** Converter children that the files took with them, or held up. */
  victims: number;
  /** Milliseconds that each of another practice's good files took meanwhile, in their order. */
  othersMs: number[];
  /** Bad files that had ended by the time the first good one had. */
  endedBefore: number;
  /** What the owner of a bad file is told. */
  told: string[];
}

interface Options {
  /** Bad ones, all of one practice and submitted at once. */
  files: number;
  /** What is done to a converter child that has a bad one before it. */
  signal: "SIGKILL" | "SIGSTOP";
  /** Lets those that hang go on after the first good one, instead of waiting until their time is up. */
  release?: boolean;
}

const metWithinMs = 60_000;
const otherWithinMs = 300_000;
/** Between two of the other practice's files. */
const pauseMs = 2_000;
/** Some 300 pages: long enough at work to be struck. */
const long = "One of many lines.\n".repeat(20_000);

/** A file that kills every converter child that takes it up. */
export const poison = (bed: TestBed, files: number) => withBadFiles(bed, { files, signal: "SIGKILL" });

/** Files whose converter child stands still, all of one practice. */
export const hanging = (bed: TestBed, files: number, { release = false }: { release?: boolean } = {}) =>
  withBadFiles(bed, { files, signal: "SIGSTOP", release });

/** While they last, another practice submits good files one after the other. */
async function withBadFiles(bed: TestBed, { files, signal, release = false }: Options): Promise<BadFilesRun> {
  const [bad, good] = [await openPracticeClient(bed), await openPracticeClient(bed)];
  const met = new Map<number, string>();
  const over = new AbortController();
  const strike = strikeAll(bed, signal, met, over.signal);
  try {
    const badJobs = await Promise.all(
      Array.from({ length: files }, (_, n) => bad.submit(`bad-${n}.txt`, `${n}\n${long}`)),
    );
    // Until every child that there is has met one.
    const enough = Math.min(files, availableParallelism());
    const deadline = Date.now() + metWithinMs;
    while (sandboxesOf(met).size < enough && Date.now() < deadline && (await endedOf(bed, bad)) < files)
      await delay(50);

    const othersMs = [await timeOfOne(good)];
    const endedBefore = await endedOf(bed, bad);
    if (release) {
      over.abort();
      await strike;
      for (const pid of met.keys()) signalled(pid, "SIGCONT");
    } else {
      while ((await endedOf(bed, bad)) < files) {
        await delay(pauseMs);
        othersMs.push(await timeOfOne(good));
      }
    }
    const ended = await Promise.all(badJobs.map((id) => bad.ended(id, otherWithinMs + files * 60_000)));
    const told = [...new Set(ended.map((job) => (job.errorMessage ?? job.status).replaceAll(/bad-\d+/g, "bad")))];
    return { ...(await verdictOn(bed, bad, good)), victims: sandboxesOf(met).size, othersMs, endedBefore, told };
  } finally {
    over.abort();
    await strike;
  }
}

/** What a dead child had started itself is struck as well, and is no other child. */
const sandboxesOf = (met: Map<number, string>) => new Set(met.values());

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

async function strikeAll(
  bed: TestBed,
  signal: NodeJS.Signals,
  met: Map<number, string>,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const { worker } = bed.pids();
    for (const child of worker === undefined ? [] : converterChildren(bed.dataDir, worker)) {
      if (!child.file?.startsWith("bad-") || met.has(child.pid)) continue;
      met.set(child.pid, child.sandbox);
      signalled(child.pid, signal);
    }
    await delay(5);
  }
}

function signalled(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It had ended by itself.
  }
}
