import { mkdirSync, statSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, dirname, join } from "node:path";
import { formatOf } from "@sheaf/contracts/formats.ts";
import { type ConvertArguments, readArguments, UsageError, usage } from "./cli-arguments.ts";
import { checkFiles } from "./cli-check.ts";
import { moveAtomically, separateNames } from "./cli-output.ts";
import { fileLine, fileWords, pagesInWords, progressOn } from "./cli-progress.ts";
import { readSettings } from "./cli-settings.ts";
import { ConvertError } from "./converter.ts";
import { openEngine } from "./engine.ts";
import type { Engine, FileResult } from "./engine-api.ts";
import type { SandboxedProcess } from "./sandbox/sandboxed-process.ts";
import { sandboxName } from "./sandbox/scratch.ts";

const exits = { done: 0, ours: 1, rejected: 2, interrupted: 130 } as const;

/** All files of one call count as files of one practice, so they may share a sandboxed process. */
const practiceId = "command line";

interface Converted {
  file: string;
  pagesPath: string;
  result: FileResult;
}

/**
 * Runs the command and reports each error as one sentence on standard error.
 * @param cacheDir is kept for later calls
 * @returns the exit status
 */
export async function runConvert(given: string[], cacheDir: string): Promise<number> {
  const began = performance.now();
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
    const wanted = readArguments(given);
    if (wanted === "help") {
      console.log(usage);
      return exits.done;
    }
    const settings = readSettings(process.env);
    const passwords = checkFiles(wanted);
    mkdirSync(runDir, { recursive: true, mode: 0o700 });
    engine = await openEngine({
      scratchDir,
      cacheDir,
      children: wanted.inspect ? 1 : Math.min(availableParallelism(), wanted.files.length),
      ahead: false,
      isNice: false, // the user waits for the result and decides what else runs on this machine
      isThrownAway: true,
      ...(wanted.inspect && { inspect: untilEnter }),
      ...settings,
    });
    const health = engine.health();
    if (health.sandbox === "none") throw new UsageError(health.notes.join(" "));
    if (health.sandbox === "off") console.error(health.notes[0]);
    const converted = await convertAll(engine, wanted, passwords, runDir);
    const status = await deliver(engine, wanted, converted, runDir, began);
    await Promise.all([engine.close(), removeRun()]); // all work has ended
    return status;
  } catch (error) {
    if (isInterrupted) return exits.interrupted; // the errors of interrupted work are not reported
    const words = error instanceof UsageError ? error.message : diskErrorMessage(error);
    if (words === undefined) throw error;
    console.error(`sheaf convert: ${words}`);
    return exits.ours;
  } finally {
    await leave();
  }
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

/**
 * Orders files by expected work, so that no long file is left to one core at the end.
 * @returns indexes into `files`
 */
function longestFirst(files: string[]): number[] {
  const work = files.map((file, index) => ({ index, cost: (formatOf(file)?.officeWork ?? 1) * statSync(file).size }));
  return work.sort((one, other) => other.cost - one.cost).map(({ index }) => index);
}

/** Converts the files in parallel and reports them in the order in which they were typed. */
async function convertAll(
  engine: Engine,
  { files, json }: ConvertArguments,
  passwords: Map<string, string>,
  runDir: string,
): Promise<Converted[]> {
  const progress = progressOn(process.stderr, files.length);
  const convert = async (file: string, index: number): Promise<Converted> => {
    const pagesPath = join(runDir, `pages-${index}.pdf`);
    const password = passwords.get(file);
    progress.began(file);
    const input = { path: file, name: basename(file), ...(password === undefined ? {} : { password }) };
    const result = await engine.convertFile(input, pagesPath, { practiceId });
    progress.ended(file);
    return { file, pagesPath, result };
  };
  const running = new Map<number, Promise<Converted>>();
  for (const index of longestFirst(files)) running.set(index, convert(files[index] ?? "", index));
  // Each promise is awaited in order below. One that is rejected earlier must not end the process as an unhandled
  // rejection, which would leave its documents behind.
  for (const one of running.values()) one.catch(() => {});
  const converted: Converted[] = [];
  for (const index of files.keys()) {
    const one = await running.get(index);
    if (!one) continue;
    progress.clear();
    if (json) console.log(fileLine(one.file, one.result));
    const words = fileWords(one.file, one.result);
    if (words !== null) console.error(words);
    converted.push(one);
  }
  return converted;
}

/** Writes the requested PDFs. Without `--keep-going` it writes nothing when a file was not converted. */
async function deliver(
  engine: Engine,
  { output, separateDir, keepGoing, json }: ConvertArguments,
  converted: Converted[],
  runDir: string,
  began: number,
): Promise<number> {
  const good = converted.filter(({ result }) => result.outcome === "converted");
  const writes = good.length > 0 && (keepGoing || good.length === converted.length);
  let pages = writes
    ? good.reduce((sum, { result }) => sum + (result.outcome === "converted" ? result.pages : 0), 0)
    : 0;
  const merged = join(runDir, "merged.pdf");
  if (writes && output !== undefined) {
    try {
      const sources = good.map(({ file, pagesPath }) => ({ path: pagesPath, title: basename(file) }));
      const options = { practiceId, title: basename(output, ".pdf"), isLast: separateDir === undefined };
      pages = (await engine.assemble(sources, merged, options)).pages;
    } catch (error) {
      const isTooLarge = error instanceof ConvertError;
      console.error(isTooLarge ? `The merged PDF ${error.message}` : String(error));
      return isTooLarge ? exits.rejected : exits.ours;
    }
  }
  if (writes && separateDir !== undefined) {
    const names = separateNames(good.map(({ file }) => basename(file)));
    await engine.close(); // afterwards no process can write to the results
    await mkdir(separateDir, { recursive: true });
    for (const [index, { pagesPath }] of good.entries()) {
      await moveAtomically(pagesPath, join(separateDir, names[index] ?? basename(pagesPath)));
    }
  }
  if (writes && output !== undefined) await moveAtomically(merged, output);

  const ms = Math.round(performance.now() - began);
  if (json)
    console.log(JSON.stringify({ ...(output === undefined ? {} : { out: writes ? output : null }), pages, ms }));
  else if (writes)
    console.log(`${output ?? separateDir}: ${pagesInWords(pages)} from ${good.length} of ${converted.length} files`);
  else console.error("No PDF was written.");
  return exitFor(converted);
}

function exitFor(converted: Converted[]): number {
  const outcomes = converted.map(({ result }) => result.outcome);
  if (outcomes.includes("failed")) return exits.ours;
  return outcomes.includes("rejected") ? exits.rejected : exits.done;
}
