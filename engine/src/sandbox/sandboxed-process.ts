import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { succeeds } from "../attempt.ts";
import { makeCgroup } from "./cgroup.ts";
import type { Launcher, SandboxFolders } from "./launcher.ts";
import { nice } from "./nice.ts";
import type { SandboxAnswer, SandboxRequest, SandboxStart } from "./protocol.ts";
import { readAnswer } from "./read-answer.ts";
import { ownResults, premadeResults, type Results } from "./results.ts";
import { removeFolder } from "./scratch.ts";
import { type Breach, type Watch, type WorkLimits, watch as watchProcess } from "./watchdog.ts";

/** What an answer may measure; a longer line is an attack on our memory. */
const longestLine = 1024 * 1024;
/** What is kept of standard error, for diagnosis only. */
const diagnosisBytes = 8 * 1024;
/**
 * Of the limit of memory: here files in memory end by themselves, and the kernel ends a sandboxed process in a cgroup.
 * The watchdog comes first.
 */
const outerLimit = 1.2;

/**
 * What the host learns: the sandboxed process's own answer, or how the sandboxed process ended. Only one with an answer
 * can be asked again.
 */
export type SandboxReply = SandboxAnswer | { broken: Breach | "crash"; diagnosis: string };

/** One sandbox with its processes and folders; it serves one practice and is thrown away. */
export interface SandboxedProcess {
  folders: SandboxFolders;
  results: Results;
  /** Of the outermost process; undefined when it could not be started. */
  pid: number | undefined;
  /**
   * One request at a time: a second waits for the first, and its limits count from its own beginning.
   * @throws the signal's reason when it is aborted; the sandboxed process is broken then
   */
  ask(request: SandboxRequest, limits: WorkLimits, signal?: AbortSignal): Promise<SandboxReply>;
  /** Whether it has ended or is about to. */
  isBroken(): boolean;
  /** Its room for work as the host sees it, which may lie in memory; of no use once the sandboxed process is broken. */
  workDir(): string;
  /** Kills every process and removes the folders; resolves when nothing is left. */
  end(): Promise<void>;
}

export interface SandboxedProcessOptions {
  launcher: Launcher;
  /** A new folder is made in it. */
  scratchDir: string;
  name: string;
  locale: string;
  timeZone: string;
  office: SandboxStart["office"];
  fillsCompileCache?: boolean;
  /** What one file may take in memory at most; the usual limit when left out. */
  memoryBytes?: number;
  /**
   * How many results may be taken as they are, without a copy; the sandboxed process's last one alone when left out.
   */
  movableResults?: number;
  /** Whether other programs go first; true when left out. */
  isNice?: boolean;
  /** A cgroup that the sandboxed process's own is made in; null or left out where there is none. */
  delegatedGroup?: string | null;
  /** Below the project's folder: `sandboxProgram`, or what a test puts in its place. */
  program: string;
}

type FourPaths = [string, string, string, string];

function foldersIn(dir: string): SandboxFolders {
  const [inDir, workDir, outDir, homeDir] = ["in", "work", "out", "home"].map((name) => join(dir, name)) as FourPaths;
  return { inDir, workDir, outDir, homeDir };
}

/**
 * `startSandboxedProcess` for those who cannot wait until the machine has room again: where its disk is full or too
 * many files are open, the sandboxed process is broken from its beginning, and says why to whoever asks.
 */
export function startProcessOrBroken(options: SandboxedProcessOptions): SandboxedProcess {
  try {
    return startSandboxedProcess(options);
  } catch (error) {
    const dir = join(options.scratchDir, options.name);
    const reply = { broken: "crash", diagnosis: error instanceof Error ? error.message : String(error) } as const;
    const folders = foldersIn(dir);
    return {
      folders,
      results: ownResults(folders.outDir),
      pid: undefined,
      ask: async () => reply,
      isBroken: () => true,
      workDir: () => folders.workDir,
      end: () => removeFolder(dir),
    };
  }
}

/**
 * Starts a sandboxed child with folders of its own.
 * @throws Error when there is no room for folders or no descriptor left
 */
export function startSandboxedProcess(options: SandboxedProcessOptions): SandboxedProcess {
  const { launcher, locale, timeZone, office } = options;
  const dir = join(options.scratchDir, options.name);
  const folders = foldersIn(dir);
  mkdirSync(dir, { recursive: true, mode: 0o700 }); // nobody else on this machine reads documents there
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
  if (child.pid !== undefined) group?.add(child.pid); // it has just begun, and has no children yet
  const storage = { ...launcher.storage(child.pid ?? 0, folders), addedBytes: results.addedBytes };
  if (child.pid !== undefined && options.isNice !== false) nice(child.pid);
  let diagnosis = "";
  let broken: { broken: Breach | "crash"; diagnosis: string } | undefined;
  let waiting: ((reply: SandboxReply) => void) | undefined;
  let partial = "";
  let last: Promise<unknown> = Promise.resolve();
  let watching: Watch | undefined;
  /** From its second file on: what programs keep of a file comes out of the next one's memory, beyond half of it. */
  let mostHeld: number | undefined;

  function kill(): void {
    const { pid } = child;
    // The group's leader takes its namespace along. It may have ended already.
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

  /** "close" comes when every process that held our pipes is gone: all of the sandboxed process. */
  const gone = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", (error) => {
      diagnosis += error.message;
      resolve();
    });
  });
  gone.then(() => {
    breakWith(group?.ranOut() ? "memory" : "crash");
    group?.remove();
  });
  // What it leaves would be nobody's child, and not be watched.
  child.once("exit", kill);
  const removed = gone.then(() => removeFolder(dir));

  child.stdin?.on("error", () => {}); // its end is heard as "close"
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    diagnosis = (diagnosis + text).slice(-diagnosisBytes);
  });
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const lines = (partial + text).split("\n");
    partial = lines.pop() ?? "";
    if (partial.length > longestLine) return breakWith("crash");
    for (const line of lines) {
      const answer = waiting && readAnswer(line);
      if (!answer) return breakWith("crash"); // nobody asked, or not an answer at all
      give(answer);
    }
  });

  function askAlone(request: SandboxRequest, limits: WorkLimits, signal?: AbortSignal): Promise<SandboxReply> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (broken || child.pid === undefined) return resolve(broken ?? { broken: "crash", diagnosis });
      group?.allow(outerLimit * limits.memoryBytes);
      watching?.stop();
      const watch = watchProcess(child.pid, storage, limits, breakWith, mostHeld);
      watching = watch;
      if (request.do !== "warm" && request.do !== "try") mostHeld ??= watch.heldBytes + limits.memoryBytes / 2;
      const abort = () => {
        breakWith("crash");
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", abort, { once: true });
      waiting = (reply) => {
        watch.rest();
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
    async end() {
      breakWith("crash");
      await removed;
    },
  };
}
