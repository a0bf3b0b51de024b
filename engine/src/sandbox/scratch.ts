import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** A name for a cell's folder: it tells whose it was when nobody is left to remove it. */
export const cellName = (): string => `cell-${process.pid}-${randomBytes(6).toString("hex")}`;

/** Removes the folders of cells whose engine is gone, and makes sure of the folder itself. */
export async function emptyScratch(scratchDir: string): Promise<void> {
  await mkdir(scratchDir, { recursive: true });
  for (const name of await readdir(scratchDir)) {
    const pid = /^cell-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(scratchDir, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
