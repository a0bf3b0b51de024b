import { execFile } from "node:child_process";
import { resolve } from "node:path";

/** A `./sheaf` command locks this file while it installs programs. */
const ownLock = resolve(import.meta.dirname, "../../../../scripts/set-up/programs.sh");

/** An installation of programs (LibreOffice, fonts, tools) by a `./sheaf` command of this folder. */
interface Installation {
  /** Resolves when the installation has ended, also by a failure; at once when there is none. */
  ended: Promise<void>;
  /** Stops waiting for it. */
  close(): void;
}

let isUnderWay = false;

/** Returns whether conversions of this machine wait for programs, as `followInstallation` knows. */
export const areProgramsBeingInstalled = (): boolean => isUnderWay;

/**
 * Finds out whether programs are being installed, and waits for the end. The kernel is asked for the lock, which it
 * releases with its holder: an interrupted installation leaves nothing behind that conversions would wait for.
 */
export async function followInstallation(lock = ownLock): Promise<Installation> {
  const closing = new AbortController();
  isUnderWay = await isInstallingPrograms(lock);
  const ended = isUnderWay ? waitForLock(lock, closing.signal) : Promise.resolve();
  return { ended, close: () => closing.abort() };
}

/** Returns whether a `./sheaf` command of this folder is installing programs. Without flock none is. */
export function isInstallingPrograms(lock = ownLock): Promise<boolean> {
  const args = ["--nonblock", "--shared", "--conflict-exit-code", "75", lock, "true"];
  return new Promise((found) => execFile("flock", args, (error) => found(error?.code === 75)));
}

/** Never resolves after the signal. */
function waitForLock(lock: string, signal: AbortSignal): Promise<void> {
  return new Promise((ended) => {
    execFile("flock", ["--shared", lock, "true"], { signal }, () => {
      if (signal.aborted) return;
      isUnderWay = false;
      ended();
    });
  });
}
