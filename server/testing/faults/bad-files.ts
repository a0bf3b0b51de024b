import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { type Firm, openFirm } from "./firm.ts";
import { judge, sumOf, type Verdict } from "./judge.ts";
import { converterChildren } from "./processes.ts";
import type { Stand } from "./stand.ts";

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
export const poison = (stand: Stand, files: number) => withBadFiles(stand, { files, signal: "SIGKILL" });

/** Files whose converter child stands still, all of one practice. */
export const hanging = (stand: Stand, files: number, { release = false }: { release?: boolean } = {}) =>
  withBadFiles(stand, { files, signal: "SIGSTOP", release });

/** While they last, another practice submits good files one after the other. */
async function withBadFiles(stand: Stand, { files, signal, release = false }: Options): Promise<BadFilesRun> {
  const [bad, good] = [await openFirm(stand), await openFirm(stand)];
  const met = new Map<number, string>();
  const over = new AbortController();
  const strike = strikeAll(stand, signal, met, over.signal);
  try {
    const badJobs = await Promise.all(
      Array.from({ length: files }, (_, n) => bad.submit(`bad-${n}.txt`, `${n}\n${long}`)),
    );
    // Until every child that there is has met one.
    const enough = Math.min(files, availableParallelism());
    const deadline = Date.now() + metWithinMs;
    while (sandboxesOf(met).size < enough && Date.now() < deadline && (await endedOf(stand, bad)) < files)
      await delay(50);

    const othersMs = [await timeOfOne(good)];
    const endedBefore = await endedOf(stand, bad);
    if (release) {
      over.abort();
      await strike;
      for (const pid of met.keys()) signalled(pid, "SIGCONT");
    } else {
      while ((await endedOf(stand, bad)) < files) {
        await delay(pauseMs);
        othersMs.push(await timeOfOne(good));
      }
    }
    const ended = await Promise.all(badJobs.map((id) => bad.ended(id, otherWithinMs + files * 60_000)));
    const told = [...new Set(ended.map((job) => (job.errorMessage ?? job.status).replaceAll(/bad-\d+/g, "bad")))];
    return { ...(await verdictOn(stand, bad, good)), victims: sandboxesOf(met).size, othersMs, endedBefore, told };
  } finally {
    over.abort();
    await strike;
  }
}

/** What a dead child had started itself is struck as well, and is no other child. */
const sandboxesOf = (met: Map<number, string>) => new Set(met.values());

async function timeOfOne(firm: Firm): Promise<number> {
  const started = performance.now();
  await firm.ended(await firm.submit("good.txt", "good"), otherWithinMs);
  return performance.now() - started;
}

async function endedOf(stand: Stand, firm: Firm): Promise<number> {
  const [row] = await stand.query<{ ended: number }>(
    "select count(*)::int as ended from jobs where practice_id = $1 and status in ('completed', 'failed')",
    [firm.practiceId],
  );
  return row?.ended ?? 0;
}

async function verdictOn(stand: Stand, bad: Firm, good: Firm): Promise<Verdict> {
  const settleWithinMs = 60_000;
  const ofBad = await judge(stand, [bad], { settleWithinMs, mayFail: (name) => name.startsWith("bad-") });
  return sumOf([ofBad, await judge(stand, [good], { settleWithinMs })]);
}

async function strikeAll(
  stand: Stand,
  signal: NodeJS.Signals,
  met: Map<number, string>,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const { worker } = stand.pids();
    for (const child of worker === undefined ? [] : converterChildren(stand.dataDir, worker)) {
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
