import { mkdirSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, dirname, join } from "node:path";
import { containerExtension } from "@sheaf/contracts/formats.ts";
import { type ConvertArguments, readArguments, UsageError, usage } from "./cli-arguments.ts";
import { checkFiles } from "./cli-check.ts";
import type { Converted } from "./cli-converted.ts";
import { convertFiles, practiceId } from "./cli-files.ts";
import { moveAtomically, separateNames } from "./cli-output.ts";
import { fileLine, fileWords, pagesInWords, progressOn } from "./cli-progress.ts";
import { readSettings } from "./cli-settings.ts";
import { ConvertError } from "./converter.ts";
import { openEngine } from "./engine.ts";
import type { Engine } from "./engine-api.ts";
import type { SandboxedProcess } from "./sandbox/sandboxed-process.ts";
import { sandboxName } from "./sandbox/scratch.ts";

const exits = { done: 0, ours: 1, rejected: 2, interrupted: 130 } as const;

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

/** Converts the files and reports them, and the items of containers, in the order in which they were typed. */
async function convertAll(
  engine: Engine,
  { files, json }: ConvertArguments,
  passwords: Map<string, string>,
  runDir: string,
): Promise<Converted[]> {
  const progress = progressOn(process.stderr, files.length);
  const running = await convertFiles(files, { engine, passwords, runDir, progress });
  // Each promise is awaited in order below. One that is rejected earlier must not end the process as an unhandled
  // rejection, which would leave its documents behind.
  for (const one of running) one.catch(() => {});
  const converted: Converted[] = [];
  for (const one of running) {
    const found = await one;
    progress.clear();
    for (const each of found) {
      if (json) console.log(fileLine(each));
      const words = fileWords(each);
      if (words !== null) console.error(words);
    }
    converted.push(...found);
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
  const documents = converted.filter(({ result }) => !["container", "set-aside"].includes(result.outcome));
  const good = documents.filter(({ result }) => result.outcome === "converted");
  const writes = good.length > 0 && (keepGoing || good.length === documents.length);
  let pages = writes
    ? good.reduce((sum, { result }) => sum + (result.outcome === "converted" ? result.pages : 0), 0)
    : 0;
  const merged = join(runDir, "merged.pdf");
  if (writes && output !== undefined) {
    try {
      const sources = good.map(({ title, pagesPath }) => ({ path: pagesPath, title }));
      const options = { practiceId, title: basename(output, ".pdf"), isLast: separateDir === undefined };
      pages = (await engine.assemble(sources, merged, options)).pages;
    } catch (error) {
      const isTooLarge = error instanceof ConvertError;
      console.error(isTooLarge ? `The merged PDF ${error.message}` : String(error));
      return isTooLarge ? exits.rejected : exits.ours;
    }
  }
  if (writes && separateDir !== undefined) {
    const names = separateNames(good.map(({ name }) => name));
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
    console.log(`${output ?? separateDir}: ${pagesInWords(pages)} from ${good.length} of ${documents.length} files`);
  else console.error("No PDF was written.");
  return exitFor(converted);
}

function exitFor(converted: Converted[]): number {
  const outcomes = converted.map(({ result }) => result.outcome);
  if (outcomes.includes("failed")) return exits.ours;
  return outcomes.includes("rejected") ? exits.rejected : exits.done;
}
