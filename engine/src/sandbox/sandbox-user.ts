import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, lchownSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { closedFolderNote } from "../installed/notes.ts";
import type { SandboxFolders } from "./launcher.ts";
import { read } from "./process-tree.ts";

/** First user id: far above the users of a machine and the ranges that distributions assign to containers. */
const firstUser = 1_577_000_000;
/** Number of user ids. After this many sandboxed processes the ids are reused. */
const users = 65_536;

export interface SandboxUsers {
  /**
   * Returns a user id without any files on this machine, for one sandboxed process; null when sandboxed processes run
   * as Sheaf's own user.
   */
  next: (() => number) | null;
  /**
   * One sentence that says why they run as Sheaf's user although root could use others, or what cannot be watched
   * because they run as others.
   */
  note: string | null;
}

/**
 * Returns the users of sandboxed processes. When root runs Sheaf, each sandboxed process gets a user without rights, so
 * that code that escapes from a sandbox has none. Other users cannot switch users, and have few rights to protect.
 * @param paths folders and programs outside the sandbox that its user must be able to read
 */
export function sandboxUsers(paths: string[]): SandboxUsers {
  if (process.getuid?.() !== 0) return { next: null, note: null };
  const closed = paths.map((path) => findUnreadable(path)).find((path) => path !== null);
  if (closed) return { next: null, note: closedFolderNote(closed) };
  let count = process.pid;
  const next = () => firstUser + (count++ % users);
  if (spawnSync("setpriv", [...setprivArguments(next()), "true"]).status === 0) {
    return { next, note: mayInspectProcesses() ? null : blindNote };
  }
  return { next: null, note: "Documents are opened as root, because no other user can be had here." };
}

const blindNote =
  "What documents hold by open files alone is not counted, because root has not the capability SYS_PTRACE here.";

/**
 * Returns whether this process has CAP_SYS_PTRACE (linux/capability.h), without which not even root can see the open
 * files and memory of other users' processes.
 */
function mayInspectProcesses(): boolean {
  const effective = /^CapEff:\s+(\w+)$/m.exec(read("/proc/self/status"))?.[1] ?? "0";
  return ((BigInt(`0x${effective}`) >> 19n) & 1n) === 1n;
}

/**
 * Returns arguments of setpriv(1) that run a program as this user or, for null, as the current user without
 * capabilities.
 */
export function setprivArguments(user: number | null): string[] {
  const powerless = ["--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"];
  return user === null ? powerless : [`--reuid=${user}`, `--regid=${user}`, "--clear-groups", ...powerless];
}

/**
 * Gives a sandboxed process's writable folders to its user. The folder with its input, and the folders above it, stay
 * with root.
 * @param results names of existing files in its folder for results
 */
export function chownFolders(
  { inDir, workDir, outDir, homeDir }: SandboxFolders,
  user: number,
  results: string[],
): void {
  for (const dir of [workDir, outDir, homeDir]) {
    chownSync(dir, user, user);
    chmodSync(dir, 0o700);
  }
  for (const name of results) chownSync(join(outDir, name), user, user);
  for (const dir of [inDir, dirname(inDir)]) {
    chownSync(dir, 0, user);
    chmodSync(dir, 0o710);
  }
}

/** Gives the compile cache to the user of the one sandboxed process that fills it. */
export function chownCompileCache(dir: string, user: number): void {
  for (const path of everythingIn(dir)) lchownSync(path, user, user);
}

/** Gives the compile cache back to root and makes it readable for every user. */
export function reclaimCompileCache(dir: string): void {
  if (process.getuid?.() !== 0 || !existsSync(dir)) return;
  for (const path of everythingIn(dir)) {
    const isDirectory = lstatSync(path).isDirectory();
    lchownSync(path, 0, 0);
    chmodSync(path, isDirectory ? 0o755 : 0o644);
  }
}

function everythingIn(dir: string): string[] {
  return [dir, ...readdirSync(dir, { recursive: true }).map((name) => join(dir, String(name)))];
}

/**
 * @returns the first folder of the path that other users may not enter, or the file itself when they may not read it;
 * null when they may read it
 */
export function findUnreadable(path: string): string | null {
  const real = realpathSync(path);
  const found = statSync(real);
  if (found.isFile() && (found.mode & 0o004) === 0) return real;
  for (let dir = found.isFile() ? dirname(real) : real; dir !== "/"; dir = dirname(dir)) {
    if ((statSync(dir).mode & 0o001) === 0) return dir;
  }
  return null;
}
