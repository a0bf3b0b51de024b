import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { messageOf } from "@sheaf/contracts/message-of.ts";
import { succeeds } from "../attempt.ts";
import { makeCgroup } from "./cgroup.ts";
import type { Launcher, SandboxFolders } from "./launcher.ts";
import { nice } from "./nice.ts";
import type { SandboxAnswer, SandboxRequest, SandboxStart } from "./protocol.ts";
import { readAnswer } from "./read-answer.ts";
import { ownResults, premadeResults, type Results } from "./results.ts";
import { removeFolder } from "./scratch.ts";
import { type Breach, type Watch, type WorkLimits, watch as watchProcess } from "./watchdog.ts";

/** Maximum length of an answer; a longer line would be an attack on this process's memory. */
const maxLineLength = 1024 * 1024;
/** How much of the end of standard error is kept for diagnosis. */
const diagnosisBytes = 8 * 1024;
/**
 * Factor above the memory limit at which in-memory file systems are full and the kernel kills a sandboxed process in a
 * cgroup. The watchdog acts before that.
 */
const outerLimit = 1.2;

/**
 * The answer of a sandboxed process, or the way in which it ended. Only a process that answered can take another
 * request.
 */
export type SandboxReply = SandboxAnswer | { broken: Breach | "crash"; diagnosis: string };

/** A sandbox with its processes and folders. It serves one practice only. */
export interface SandboxedProcess {
  folders: SandboxFolders;
  results: Results;
  /** Process id of the outermost process; undefined when it could not be started. */
  pid: number | undefined;
  /**
   * Sends a request. A second request waits for the first, and its limits count from its own start.
   * @throws the signal's reason when it is aborted; the sandboxed process is broken then
   */
  ask(request: SandboxRequest, limits: WorkLimits, signal?: AbortSignal): Promise<SandboxReply>;
  /** Returns whether it has ended or is being ended. */
  isBroken(): boolean;
  /**
   * Returns its working folder as a path on the host, which may be in memory. Invalid once the sandboxed process is
   * broken.
   */
  workDir(): string;
  /** Returns how long its processes waited for a processor during the last request, in milliseconds. */
  waitedMs(): number;
  /** Kills all its processes and removes its folders; resolves when both are done. */
  end(): Promise<void>;
}

export interface SandboxedProcessOptions {
  launcher: Launcher;
  /** The folder in which a new folder is made for this sandboxed process. */
  scratchDir: string;
  name: string;
  locale: string;
  timeZone: string;
  office: SandboxStart["office"];
  fillsCompileCache?: boolean;
  /** Maximum memory for one file; the usual limit when omitted. */
  memoryBytes?: number;
  /** How many results may be moved instead of copied; when omitted, only the last result of the sandboxed process. */
  movableResults?: number;
  /** Whether it runs at a lower priority than other programs; true when omitted. */
  isNice?: boolean;
  /** The value of nice(1); that of conversions when omitted. */
  niceness?: number;
  /** The parent cgroup for the sandboxed process's own; null or omitted when there is none. */
  delegatedGroup?: string | null;
  /** The program, relative to the project's folder: `sandboxProgram`, or a replacement in tests. */
  program: string;
}

type FourPaths = [string, string, string, string];

function foldersIn(dir: string): SandboxFolders {
  const [inDir, workDir, outDir, homeDir] = ["in", "work", "out", "home"].map((name) => join(dir, name)) as FourPaths;
  return { inDir, workDir, outDir, homeDir };
}

/**
 * Like `startSandboxedProcess`, but never throws: when the disk is full or too many files are open, it returns a
 * sandboxed process that is broken from the start and answers requests with the reason.
 */
export function startProcessOrBroken(options: SandboxedProcessOptions): SandboxedProcess {
  try {
    return startSandboxedProcess(options);
  } catch (error) {
    const dir = join(options.scratchDir, options.name);
    const reply = { broken: "crash", diagnosis: messageOf(error) } as const;
    const folders = foldersIn(dir);
    return {
      folders,
      results: ownResults(folders.outDir),
      pid: undefined,
      ask: async () => reply,
      isBroken: () => true,
      workDir: () => folders.workDir,
      waitedMs: () => 0,
      end: () => removeFolder(dir),
    };
  }
}

/**
 * Starts a sandboxed process with its own folders.
 * @throws Error when folders cannot be made or no file descriptor is left
 */
export function startSandboxedProcess(options: SandboxedProcessOptions): SandboxedProcess {
  const { launcher, locale, timeZone, office } = options;
  const dir = join(options.scratchDir, options.name);
  const folders = foldersIn(dir);
  mkdirSync(dir, { recursive: true, mode: 0o700 }); // other users of this machine must not read documents there
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });

  const group = options.delegatedGroup ? makeCgroup(options.delegatedGroup, options.name) : undefined;
  const { outDir } = folders;
  const results = launcher.worksInMemory
    ? premadeResults(outDir, 1 + (options.movableResults ?? 0))
    : ownResults(outDir);
  const child = launcher.launch({
    folders,
    timeZone,
    storageBytes: Math.round(outerLimit * (options.memoryBytes ?? conversionLimits.memoryBytes)),
    results: results.premade,
    program: options.program,
    fillsCompileCache: options.fillsCompileCache ?? false,
    start: (inside): SandboxStart => ({ ...inside, locale, office }),
  });
  if (child.pid !== undefined) group?.add(child.pid); // it has just started and has no children yet
  const storage = { ...launcher.storage(child.pid ?? 0, folders), addedBytes: results.addedBytes };
  if (child.pid !== undefined && options.isNice !== false) nice(child.pid, options.niceness);
  let diagnosis = "";
  let broken: { broken: Breach | "crash"; diagnosis: string } | undefined;
  let waiting: ((reply: SandboxReply) => void) | undefined;
  let partial = "";
  let last: Promise<unknown> = Promise.resolve();
  let watching: Watch | undefined;
  /**
   * From the second file on: memory kept by programs from earlier files counts towards the next file's limit when it
   * exceeds half of the limit.
   */
  let maxUncountedBytes: number | undefined;

  function kill(): void {
    const { pid } = child;
    // Killing the group's leader ends its namespace. It may have ended already.
    if (pid !== undefined) succeeds(() => void process.kill(-pid, "SIGKILL"));
  }

  function give(reply: SandboxReply): void {
    waiting?.(reply);
    waiting = undefined;
  }

  function breakWith(how: Breach | "crash"): void {
    watching?.stop();
    broken ??= { broken: how, diagnosis };
    give(broken);
    kill();
  }

  /** "close" is emitted when every process that held the pipes has ended, that is, all processes in the sandbox. */
  const gone = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", (error) => {
      diagnosis += error.message;
      resolve();
    });
  });
  gone.then(() => {
    breakWith(group?.exceededMemoryLimit() ? "memory" : "crash");
    group?.remove();
  });
  // Processes that outlive their leader would have no parent here and would not be watched.
  child.once("exit", kill);
  const removed = gone.then(() => removeFolder(dir));

  child.stdin?.on("error", () => {}); // its end is reported by "close"
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    diagnosis = (diagnosis + text).slice(-diagnosisBytes);
  });
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const lines = (partial + text).split("\n");
    partial = lines.pop() ?? "";
    if (partial.length > maxLineLength) return breakWith("crash");
    for (const line of lines) {
      const answer = waiting && readAnswer(line);
      if (!answer) return breakWith("crash"); // no request was pending, or the line is not an answer
      give(answer);
    }
  });

  function askAlone(request: SandboxRequest, limits: WorkLimits, signal?: AbortSignal): Promise<SandboxReply> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (broken || child.pid === undefined) return resolve(broken ?? { broken: "crash", diagnosis });
      group?.setMemoryLimit(outerLimit * limits.memoryBytes);
      watching?.stop();
      const watch = watchProcess(child.pid, storage, limits, breakWith, maxUncountedBytes);
      watching = watch;
      if (request.do !== "warm" && request.do !== "try") maxUncountedBytes ??= watch.heldBytes + limits.memoryBytes / 2;
      const abort = () => {
        breakWith("crash");
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", abort, { once: true });
      waiting = (reply) => {
        // Before its first file it runs only our own code, and looking at it ten times a second costs an idle worker
        // more than anything else.
        if (request.do === "warm" && maxUncountedBytes === undefined) watch.stop();
        else watch.endTimeLimit();
        signal?.removeEventListener("abort", abort);
        if (signal?.aborted) reject(signal.reason);
        else resolve(reply);
      };
      child.stdin?.write(`${JSON.stringify({ ...request, result: results.name() })}\n`);
    });
  }

  return {
    folders,
    results,
    pid: child.pid,
    ask(request, limits, signal) {
      const answer = last.then(() => askAlone(request, limits, signal));
      last = answer.catch(() => {});
      return answer;
    },
    isBroken: () => broken !== undefined,
    workDir: storage.workDir,
    waitedMs: () => watching?.waitedMs() ?? 0,
    async end() {
      breakWith("crash");
      await removed;
    },
  };
}
