import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { attempt } from "@sheaf/engine/attempt.ts";
import { StartError } from "../../process/start-error.ts";
import { isStillRunning, processMark } from "./process-mark.ts";

/**
 * Runs `work` while no other process of this machine holds the same lock file. The lock of a killed process is taken
 * over.
 * @param path the lock file; its folder exists
 * @throws StartError after `timeoutMs` of waiting, naming the file
 */
export async function withLockFile<T>(path: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  while (!tryLock(path)) {
    if (Date.now() > deadline) {
      throw new StartError(
        `Another process has locked ${path} for ${timeoutMs / 1000} s. If no other process is running, delete this file.`,
      );
    }
    await delay(25);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryLock(path: string): boolean {
  const mark = processMark(process.pid) ?? String(process.pid);
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, mark);
  try {
    // A link instead of a new file: the lock appears together with its owner's name, so no process reads it half
    // written.
    linkSync(mine, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (isAbandoned(path)) rmSync(path, { force: true });
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Returns false for a lock that was just released. */
const isAbandoned = (path: string): boolean => attempt(() => !isStillRunning(readFileSync(path, "utf8"))) ?? false;
