import { constants } from "node:fs";
import { chmod, copyFile, type FileHandle, open, readdir, rename, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import type { Cell, CellReply } from "./cell.ts";
import { type CellRequest, resultName } from "./protocol.ts";
import type { WorkLimits } from "./watchdog.ts";

/** The cell gave something else than one plain file of an allowed size. */
export class ResultRefused extends Error {}

/**
 * One request through a cell: copies its files in, asks, takes the result out, and sees that nothing is left.
 * @param files where they are on the host, and their names inside; only read
 * @param outPath written whole or not at all, and only when the cell says that it did its work
 */
export async function serve(
  cell: Cell,
  files: { path: string; file: string }[],
  request: CellRequest,
  outPath: string,
  { limits, signal }: { limits: WorkLimits; signal: AbortSignal | undefined },
): Promise<CellReply> {
  const copies = files.map(({ path, file }) => ({ path, copy: join(cell.folders.inDir, file) }));
  try {
    // The cell only reads this folder, so that none of its paths can have become a link to somewhere else.
    for (const { path, copy } of copies) {
      await copyFile(path, copy, constants.COPYFILE_FICLONE);
      await chmod(copy, 0o444); // its user is another; who may enter the folder is settled there
    }
    const reply = await cell.ask(request, limits, signal);
    if ("did" in reply) await takeOut(cell, outPath);
    return reply;
  } finally {
    await Promise.all(copies.map(({ copy }) => rm(copy, { force: true })));
    if (!cell.isBroken() && !(await isClean(cell))) await cell.end();
  }
}

async function takeOut(cell: Cell, outPath: string): Promise<void> {
  const path = join(cell.folders.outDir, resultName);
  const partPath = `${outPath}.part`;
  // Neither following a link nor waiting for a named pipe.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const result = await open(path, flags).catch((error: Error) => {
    throw new ResultRefused(`The sandbox left no result: ${error.message}`);
  });
  try {
    const { size, isFile } = await result.stat().then((found) => ({ size: found.size, isFile: found.isFile() }));
    if (!isFile || size === 0 || size > conversionLimits.outputBytes) {
      throw new ResultRefused(`The sandbox's result is not a file of an allowed size (${size} bytes).`);
    }
    await using part = await open(partPath, "w");
    await copyBytes(result, part, size);
    await rename(partPath, outPath);
  } catch (error) {
    await rm(partPath, { force: true });
    throw error;
  } finally {
    await result.close();
  }
  await unlink(path).catch(() => {}); // found below when it could not be removed
}

const blockBytes = 1024 * 1024;

/** No more than was measured, even if the cell goes on writing. */
async function copyBytes(from: FileHandle, to: FileHandle, size: number): Promise<void> {
  const block = Buffer.allocUnsafe(Math.min(size, blockBytes));
  for (let copied = 0; copied < size; ) {
    const { bytesRead } = await from.read(block, 0, Math.min(block.length, size - copied), copied);
    if (bytesRead === 0) throw new ResultRefused("The sandbox's result became shorter while it was taken out.");
    await to.writeFile(block.subarray(0, bytesRead));
    copied += bytesRead;
  }
}

/** The cell empties its own rooms, since only it can do so without following a link that it set itself. */
async function isClean(cell: Cell): Promise<boolean> {
  const left = await Promise.all([cell.folders.workDir, cell.folders.outDir].map((dir) => readdir(dir)));
  return left.every((names) => names.length === 0);
}
