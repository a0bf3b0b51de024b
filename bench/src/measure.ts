import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { childrenOf } from "@sheaf/engine/sandbox/process-tree.ts";

/** One program with its arguments, run from start to end. */
export interface Command {
  program: string;
  given: string[];
  env?: Record<string, string>;
  /** The signal with which it ends on success; exit status 0 when omitted. */
  endsBy?: NodeJS.Signals;
}

export interface Ran {
  ms: number;
  stdout: string;
  /** Peak memory of the whole process tree; 0 when it was not measured. */
  peakBytes: number;
}

/** Interval of memory readings. */
const lookMs = 50;

/**
 * Runs a command and waits for its end.
 * @param watched measures memory too, which takes time: never compare the time of such a run with others
 * @throws Error when it fails, with its last output
 */
export function run({ program, given, env, endsBy }: Command, watched = false): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(program, given, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    let stdout = "";
    let lastWords = "";
    let peakBytes = 0;
    const look = () => {
      if (child.pid !== undefined) peakBytes = Math.max(peakBytes, treeBytes(child.pid));
    };
    const looking = watched ? setInterval(look, lookMs) : undefined;
    child.stdout.on("data", (text: Buffer) => {
      stdout += text;
    });
    child.stderr.on("data", (text: Buffer) => {
      lastWords = `${lastWords}${text}`.slice(-2_000);
    });
    child.on("error", (error) => {
      clearInterval(looking);
      reject(error);
    });
    child.on("close", (status, signal) => {
      clearInterval(looking);
      const ms = performance.now() - began;
      if (endsBy ? signal === endsBy : status === 0) resolve({ ms, stdout, peakBytes });
      else reject(new Error(`${program} ended with ${signal ?? status}: ${lastWords}`));
    });
  });
}

/** Runs several commands one after the other. */
export async function runEach(commands: Command[], watched = false): Promise<Ran> {
  const total: Ran = { ms: 0, stdout: "", peakBytes: 0 };
  for (const command of commands) {
    const ran = await run(command, watched);
    total.ms += ran.ms;
    total.stdout += ran.stdout;
    total.peakBytes = Math.max(total.peakBytes, ran.peakBytes);
  }
  return total;
}

/**
 * Returns the memory of a process tree. Shared pages count proportionally for each process (PSS), so the sum is the
 * memory that is really used.
 */
function treeBytes(root: number): number {
  let bytes = 0;
  const open = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    try {
      const rollup = readFileSync(`/proc/${next}/smaps_rollup`, "latin1");
      bytes += Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024;
    } catch {
      // the process has ended meanwhile
    }
    open.push(...childrenOf(next));
  }
  return bytes;
}

/** Returns the median of our time ÷ theirs, run by run: a machine that is busy for a while affects both. */
export function ratioSideBySide(ours: number[], theirs: number[]): number {
  return median(theirs.map((their, run) => (ours[run] ?? Number.NaN) / their));
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
