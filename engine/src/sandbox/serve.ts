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
import { attempt, succeeds } from "../attempt.ts";
import type { SandboxRequest } from "./protocol.ts";
import type { SandboxedProcess, SandboxReply } from "./sandboxed-process.ts";
import type { WorkLimits } from "./watchdog.ts";

/** The sandboxed process returned something other than one regular file of an allowed size. */
export class ResultRefused extends Error {}

/** A file for a sandboxed process to read. It must not change meanwhile. */
export interface GivenFile {
  /** Path on the host. */
  path: string;
  /** Its name inside the sandbox. */
  file: string;
}

export interface ServeOptions {
  limits: WorkLimits;
  signal: AbortSignal | undefined;
  /**
   * Ends the sandboxed process after this request, and its files are deleted then, so neither they nor the result need
   * to be copied.
   */
  isLast?: boolean;
  /**
   * Moves the result instead of copying it. A document that controls its sandboxed process could still change the file,
   * so this is only for results that are read in a sandboxed process or copied later.
   */
  movesResult?: boolean;
}

/**
 * Runs one request in a sandboxed process: provides its files, sends the request, takes the result, and verifies that
 * nothing is left. Links and moves are synchronous: the sandboxed process would be idle meanwhile, which for small
 * files is a third of its time.
 * @param outPath written completely or not at all, and only when the sandboxed process reports success
 */
export async function serve(
  child: SandboxedProcess,
  files: GivenFile[],
  request: SandboxRequest,
  outPath: string,
  { limits, signal, isLast = false, movesResult = isLast }: ServeOptions,
): Promise<SandboxReply> {
  if (child.isBroken()) return child.ask(request, limits, signal); // it may have no folders; its reply says why
  // The sandboxed process can only read this folder, so it cannot have replaced any of its paths by a link.
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
    // When the sandboxed process has ended, the file is gone already; any other failure is detected below.
    for (const { inside } of given) succeeds(() => unlinkSync(inside));
    if (!child.isBroken() && !isClean(child)) await child.end();
  }
}

/** Up to this size a file is copied synchronously, since handing the work to another thread takes longer. */
const smallBytes = 256 * 1024;

/** Never overwrites an existing file: it could be a link to an original. */
const copyFlags = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL;

async function copyIn(path: string, inside: string): Promise<void> {
  if (statSync(path).size <= smallBytes) copyFileSync(path, inside, copyFlags);
  else await copyFile(path, inside, copyFlags);
  chmodSync(inside, 0o444); // the process may run as another user; access to the folder is restricted separately
}

/**
 * Makes a hard link instead of a copy, when the sandboxed process's user can read the file but not write to it. When
 * both have the same user, only the sandbox protects the file, which is enough for a file that is deleted right
 * afterwards.
 */
function linkInto(child: SandboxedProcess, path: string, inside: string, isTemporary: boolean): boolean {
  const found = lstatSync(path);
  const isSafe = found.uid === statSync(child.folders.workDir).uid ? isTemporary : (found.mode & 0o006) === 0o004;
  return found.isFile() && isSafe && succeeds(() => linkSync(path, inside));
}

/** Moves the result file itself. When the sandboxed process is ended with it, no process can write to it any more. */
async function moveResult(child: SandboxedProcess, outPath: string, isLast: boolean): Promise<void> {
  const path = resultPath(child);
  const partPath = `${outPath}.part`;
  if (!isLast && !child.results.canBeMoved()) return copyResult(child, outPath);
  // A hard link outside keeps the file when the name inside is removed. A symbolic link made by the sandboxed process
  // would remain a symbolic link.
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
  // Neither follows a symbolic link nor waits for a named pipe.
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
  succeeds(() => child.results.copied()); // if the file could not be removed, `isClean` reports it
}

const blockBytes = 1024 * 1024;

/** Copies no more bytes than measured, even if the sandboxed process continues to write. */
async function copyBytes(from: FileHandle, to: FileHandle, size: number): Promise<void> {
  const block = Buffer.allocUnsafe(Math.min(size, blockBytes));
  for (let copied = 0; copied < size; ) {
    const { bytesRead } = await from.read(block, 0, Math.min(block.length, size - copied), copied);
    if (bytesRead === 0) throw new ResultRefused("The sandbox's result became shorter while it was copied.");
    await to.writeFile(block.subarray(0, bytesRead));
    copied += bytesRead;
  }
}

/**
 * Returns whether the input and result folders are clean. The sandboxed process empties its own working folder, since
 * the host might follow a link that the process made there.
 */
function isClean(child: SandboxedProcess): boolean {
  const { inDir, outDir } = child.folders;
  const left = attempt(() => readdirSync(outDir).map((name) => ({ name, size: lstatSync(join(outDir, name)).size })));
  const isEmpty = (dir: string) => attempt(() => readdirSync(dir).length) === 0;
  return left !== undefined && [inDir, child.workDir()].every(isEmpty) && child.results.isClean(left);
}
