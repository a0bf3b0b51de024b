import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  readdirSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
} from "node:fs";
import { copyFile, type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { succeeds } from "../attempt.ts";
import type { SandboxRequest } from "./protocol.ts";
import type { SandboxedProcess, SandboxReply } from "./sandboxed-process.ts";
import type { WorkLimits } from "./watchdog.ts";

/** The sandboxed process gave something else than one plain file of an allowed size. */
class ResultRefused extends Error {}

/** A file that a sandboxed process is given to read. Nobody changes it meanwhile. */
export interface GivenFile {
  /** On the host. */
  path: string;
  /** Its name inside. */
  file: string;
}

export interface ServeOptions {
  limits: WorkLimits;
  signal: AbortSignal | undefined;
  /**
   * Ends the sandboxed process with this request, and its files are thrown away after it: so neither they nor its
   * result need be copied.
   */
  isLast?: boolean;
  /**
   * Takes the result itself in place of a copy. A document that has taken over its sandboxed process could still change
   * it: for results that only their own sandboxed processes read, or that are copied later.
   */
  movesResult?: boolean;
}

/**
 * One request through a sandboxed process: gives it its files, asks, takes the result out, and sees that nothing is
 * left. Where no bytes are copied it does not wait for the disk in between: the sandboxed process would have nothing to
 * do meanwhile, and between two small files that is a third of its time.
 * @param outPath written whole or not at all, and only when the sandboxed process says that it did its work
 */
export async function serve(
  child: SandboxedProcess,
  files: GivenFile[],
  request: SandboxRequest,
  outPath: string,
  { limits, signal, isLast = false, movesResult = isLast }: ServeOptions,
): Promise<SandboxReply> {
  if (child.isBroken()) return child.ask(request, limits, signal); // it may have no folders, and says why
  // The sandboxed process only reads this folder, so that none of its paths can have become a link to somewhere else.
  const given = files.map((file) => ({ ...file, inside: join(child.folders.inDir, file.file) }));
  try {
    for (const file of given) {
      if (!linkInto(child, file.path, file.inside, isLast)) await copyIn(file.path, file.inside);
    }
    const reply = await child.ask(request, limits, signal);
    if ("did" in reply && reply.did !== "list")
      await (movesResult ? moveResult(child, outPath, isLast) : copyResult(child, outPath));
    return reply;
  } finally {
    // Gone already where the sandboxed process has ended, else found below.
    for (const { inside } of given) succeeds(() => unlinkSync(inside));
    if (!child.isBroken() && !isClean(child)) await child.end();
  }
}

/** Copied at once up to here: to have it done by somebody else takes longer. */
const smallBytes = 256 * 1024;

/** Never over a name that is there: it could be somebody's original, lent before. */
const copyFlags = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL;

async function copyIn(path: string, inside: string): Promise<void> {
  if (statSync(path).size <= smallBytes) copyFileSync(path, inside, copyFlags);
  else await copyFile(path, inside, copyFlags);
  chmodSync(inside, 0o444); // its user is another; who may enter the folder is settled there
}

/**
 * A second name instead of a copy, where the sandboxed process's user can read the file and could never write to it.
 * Where that user is ours, only the sandbox stands before the file: enough for one that is thrown away right after.
 */
function linkInto(child: SandboxedProcess, path: string, inside: string, isTemporary: boolean): boolean {
  const found = lstatSync(path);
  const isSafe = found.uid === statSync(child.folders.workDir).uid ? isTemporary : (found.mode & 0o006) === 0o004;
  return found.isFile() && isSafe && succeeds(() => linkSync(path, inside));
}

/**
 * The file itself is taken: where the sandboxed process has ended with it, nobody is left who could still write to it.
 */
async function moveResult(child: SandboxedProcess, outPath: string, isLast: boolean): Promise<void> {
  const path = resultPath(child);
  const partPath = `${outPath}.part`;
  if (!isLast && !child.results.canBeMoved()) return copyResult(child, outPath);
  // A name outside the sandboxed process keeps the file when the one inside goes. A link of its making would stay a
  // link.
  if (!succeeds(() => linkSync(path, partPath))) return copyResult(child, outPath);
  try {
    if (isLast) await child.end();
    else child.results.moved(outPath);
    refuseUnlessFile(lstatSync(partPath));
    chownSync(partPath, process.getuid?.() ?? -1, process.getgid?.() ?? -1);
    chmodSync(partPath, 0o666 & ~process.umask());
    renameSync(partPath, outPath);
  } catch (error) {
    succeeds(() => unlinkSync(partPath));
    throw error;
  }
}

const resultPath = ({ folders, results }: SandboxedProcess): string => join(folders.outDir, results.name());

function refuseUnlessFile(found: Stats): void {
  const { size } = found;
  if (found.isFile() && size > 0 && size <= conversionLimits.outputBytes) return;
  throw new ResultRefused(`The sandbox's result is not a file of an allowed size (${size} bytes).`);
}

async function copyResult(child: SandboxedProcess, outPath: string): Promise<void> {
  const partPath = `${outPath}.part`;
  // Neither following a link nor waiting for a named pipe.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const result = await open(resultPath(child), flags).catch((error: Error) => {
    throw new ResultRefused(`The sandbox left no result: ${error.message}`);
  });
  try {
    const found = await result.stat();
    refuseUnlessFile(found);
    await using part = await open(partPath, "w");
    await copyBytes(result, part, found.size);
    renameSync(partPath, outPath);
  } catch (error) {
    succeeds(() => unlinkSync(partPath));
    throw error;
  } finally {
    await result.close();
  }
  succeeds(() => child.results.copied()); // found below when it could not be removed
}

const blockBytes = 1024 * 1024;

/** No more than was measured, even if the sandboxed process goes on writing. */
async function copyBytes(from: FileHandle, to: FileHandle, size: number): Promise<void> {
  const block = Buffer.allocUnsafe(Math.min(size, blockBytes));
  for (let copied = 0; copied < size; ) {
    const { bytesRead } = await from.read(block, 0, Math.min(block.length, size - copied), copied);
    if (bytesRead === 0) throw new ResultRefused("The sandbox's result became shorter while it was taken out.");
    await to.writeFile(block.subarray(0, bytesRead));
    copied += bytesRead;
  }
}

/** The sandboxed process empties its own rooms, since only it can do so without following a link that it set itself. */
function isClean(child: SandboxedProcess): boolean {
  const { inDir, outDir } = child.folders;
  try {
    const left = readdirSync(outDir).map((name) => ({ name, size: lstatSync(join(outDir, name)).size }));
    return [inDir, child.workDir()].every((dir) => readdirSync(dir).length === 0) && child.results.isClean(left);
  } catch {
    return false; // it has ended just now
  }
}
