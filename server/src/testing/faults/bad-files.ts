import { setTimeout as delay } from "node:timers/promises";
import { type Firm, openFirm } from "./firm.ts";
import { judge, sumOf, type Verdict } from "./judge.ts";
import { converterChildren } from "./processes.ts";
import type { Stand } from "./stand.ts";

export interface BadFilesRun extends Verdict {
  /** Converter children that the files took with them, or held up. */
  victims: number;
  /** Milliseconds that another practice's good file took meanwhile. */
  othersMs: number;
  /** What the owner of a bad file is told. */
  told: string[];
}

const otherWithinMs = 300_000;
/** Some 300 pages: long enough at work to be struck. */
const long = "One of many lines.\n".repeat(20_000);

/** A file that kills every converter child that takes it up. */
export const poison = (stand: Stand, files: number) => withBadFiles(stand, { files, signal: "SIGKILL" });

/** Files whose converter child stands still for ever, all of one practice. */
export const hanging = (stand: Stand, files: number) => withBadFiles(stand, { files, signal: "SIGSTOP" });

async function withBadFiles(
  stand: Stand,
  { files, signal }: { files: number; signal: "SIGKILL" | "SIGSTOP" },
): Promise<BadFilesRun> {
  const [bad, good] = [await openFirm(stand), await openFirm(stand)];
  const met = new Set<number>();
  const over = new AbortController();
  const strike = strikeAll(stand, signal, met, over.signal);
  try {
    const badJobs = await Promise.all(
      Array.from({ length: files }, (_, n) => bad.submit(`bad-${n}.txt`, `${n}\n${long}`)),
    );
    // Until the first child has met one.
    for (const deadline = Date.now() + otherWithinMs; met.size === 0 && Date.now() < deadline; ) await delay(50);
    const started = performance.now();
    await good.ended(await good.submit("good.txt", "good"), otherWithinMs);
    const othersMs = performance.now() - started;
    const ended = await Promise.all(badJobs.map((id) => bad.ended(id, otherWithinMs + files * 60_000)));
    const told = [...new Set(ended.map((job) => (job.errorMessage ?? job.status).replaceAll(/bad-\d+/g, "bad")))];
    return { ...(await verdictOn(stand, bad, good)), victims: met.size, othersMs, told };
  } finally {
    over.abort();
    await strike;
  }
}

async function verdictOn(stand: Stand, bad: Firm, good: Firm): Promise<Verdict> {
  const settleWithinMs = 60_000;
  const ofBad = await judge(stand, [bad], { settleWithinMs, mayFail: (name) => name.startsWith("bad-") });
  return sumOf([ofBad, await judge(stand, [good], { settleWithinMs })]);
}

async function strikeAll(stand: Stand, signal: NodeJS.Signals, met: Set<number>, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const { worker } = stand.pids();
    for (const child of worker === undefined ? [] : converterChildren(stand.dataDir, worker)) {
      if (!child.file?.startsWith("bad-") || met.has(child.pid)) continue;
      met.add(child.pid);
      try {
        process.kill(child.pid, signal);
      } catch {
        // It had ended by itself.
      }
    }
    await delay(5);
  }
}
