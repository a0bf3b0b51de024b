import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { containerExtension } from "@sheaf/contracts/formats.ts";
import { UsageError } from "./cli-arguments.ts";
import type { Converted } from "./cli-converted.ts";
import { readSettings } from "./cli-settings.ts";
import { openEngine } from "./engine.ts";
import type { Engine } from "./engine-api.ts";
import type { SandboxedProcess } from "./sandbox/sandboxed-process.ts";
import { sandboxName } from "./sandbox/scratch.ts";

export const exits = { done: 0, ours: 1, rejected: 2, interrupted: 130 } as const;

/** A command whose arguments were checked. */
export interface Plan {
  /** As typed. */
  files: string[];
  /** Whether each sandbox is kept open until Enter is pressed. */
  inspect?: boolean;
  /**
   * Does the work. @param runDir a folder for its files, which is removed afterwards
   * @returns the exit status
   */
  work(engine: Engine, runDir: string): Promise<number>;
}

/**
 * Opens an engine for a command and reports each error as one sentence on standard error.
 * @param name of the command
 * @param plan reads the arguments; a text is printed instead. It may throw a UsageError
 * @param cacheDir is kept for later calls
 * @returns the exit status
 */
export async function runCommand(name: string, plan: () => Plan | string, cacheDir: string): Promise<number> {
  const scratchDir = join(cacheDir, "scratch");
  // The name has the form of a sandboxed process's folder: if this call is killed, the next one removes the folder.
  const runDir = join(scratchDir, sandboxName());
  let engine: Engine | undefined;
  const removeRun = () => rm(runDir, { recursive: true, force: true });
  const leave = async () => {
    await engine?.close();
    await removeRun();
  };
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
    void leave().finally(() => process.exit(exits.interrupted));
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupt);
  try {
    const wanted = plan();
    if (typeof wanted === "string") {
      console.log(wanted);
      return exits.done;
    }
    const settings = readSettings(process.env);
    mkdirSync(runDir, { recursive: true, mode: 0o700 });
    engine = await openEngine({
      scratchDir,
      cacheDir,
      children: wanted.inspect ? 1 : sandboxesFor(wanted.files),
      ahead: false,
      isNice: false, // the user waits for the result and decides what else runs on this machine
      isThrownAway: true,
      ...(wanted.inspect && { inspect: untilEnter }),
      ...settings,
    });
    const health = engine.health();
    if (health.sandbox === "none") throw new UsageError(health.notes.join(" "));
    if (health.sandbox === "off") console.error(health.notes[0]);
    const status = await wanted.work(engine, runDir);
    await Promise.all([engine.close(), removeRun()]); // all work has ended
    return status;
  } catch (error) {
    if (isInterrupted) return exits.interrupted; // the errors of interrupted work are not reported
    const words = error instanceof UsageError ? error.message : diskErrorMessage(error);
    if (words === undefined) throw error;
    console.error(`sheaf ${name}: ${words}`);
    return exits.ours;
  } finally {
    await leave();
  }
}

/** Returns how many sandboxed processes can work at once. A container counts as many files. */
function sandboxesFor(files: string[]): number {
  const isMany = files.some((file) => containerExtension(file) !== undefined);
  return isMany ? availableParallelism() : Math.min(availableParallelism(), files.length);
}

/** Prints where the sandbox is and keeps it open until Enter is pressed or standard input ends. */
async function untilEnter({ pid, workDir }: Pick<SandboxedProcess, "pid" | "workDir">): Promise<void> {
  console.error(`The sandbox is open: process ${pid}, its files in ${workDir()}. Press Enter to continue.`);
  const { stdin } = process;
  // Standard input ends only once: Enter cannot be pressed for later sandboxes either.
  if (stdin.readableEnded) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      stdin.off("data", go).off("end", go).pause();
      resolve();
    };
    stdin.on("data", go).on("end", go).resume();
  });
}

/** Returns the message for an error that only occurs while writing, such as a full disk; undefined for other errors. */
function diskErrorMessage(error: unknown): string | undefined {
  const { code, dest, path } = error as NodeJS.ErrnoException & { dest?: string };
  const words = {
    ENOSPC: "the disk is full",
    EDQUOT: "your disk quota is used up",
    EROFS: "the disk is read-only",
  };
  const reason = Object.entries(words).find(([name]) => name === code)?.[1];
  return reason && `Sheaf cannot write to ${dirname(dest ?? path ?? ".")}: ${reason}.`;
}

/** Returns the exit status for what became of the files. */
export function exitFor(converted: Converted[]): number {
  const outcomes = converted.map(({ result }) => result.outcome);
  if (outcomes.includes("failed")) return exits.ours;
  return outcomes.includes("rejected") ? exits.rejected : exits.done;
}
