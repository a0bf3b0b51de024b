import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, lchownSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SandboxFolders } from "./launcher.ts";
import { read } from "./process-tree.ts";

/** Far above the users of a machine, and above those that distributions hand to containers. */
const firstUser = 1_577_000_000;
/** Each sandboxed process has a user of its own until so many were started. */
const users = 65_536;

export interface SandboxUsers {
  /**
   * A user that owns nothing on this machine, for one sandboxed process; null when sandboxed processes run as Sheaf's
   * own.
   */
  next: (() => number) | null;
  /**
   * Why they do although root could give them others, or what cannot be watched because they have others, as a plain
   * sentence.
   */
  note: string | null;
}

/**
 * Root gives every sandboxed process a user without rights, so that whatever leaves a sandbox is nobody. Others cannot,
 * and need not so much.
 * @param paths folders and programs that a sandboxed process's user must reach from outside
 */
export function sandboxUsers(paths: string[]): SandboxUsers {
  if (process.getuid?.() !== 0) return { next: null, note: null };
  const closed = paths.map((path) => findUnreadable(path)).find((path) => path !== null);
  if (closed) return { next: null, note: `Documents are opened as root, because other users may not enter ${closed}.` };
  let count = process.pid;
  const next = () => firstUser + (count++ % users);
  if (spawnSync("setpriv", [...setprivArguments(next()), "true"]).status === 0) {
    return { next, note: mayLookIntoProcesses() ? null : blindNote };
  }
  return { next: null, note: "Documents are opened as root, because no other user can be had here." };
}

const blindNote =
  "What documents hold by open files alone is not counted, because root has not the capability SYS_PTRACE here.";

/** CAP_SYS_PTRACE of linux/capability.h: without it not even root sees what processes of another user hold. */
function mayLookIntoProcesses(): boolean {
  const effective = /^CapEff:\s+(\w+)$/m.exec(read("/proc/self/status"))?.[1] ?? "0";
  return ((BigInt(`0x${effective}`) >> 19n) & 1n) === 1n;
}

/**
 * Arguments of setpriv(1) for a program that runs as this user, and for one that stays root but can do nothing with it.
 */
export function setprivArguments(user: number | null): string[] {
  const powerless = ["--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"];
  return user === null ? powerless : [`--reuid=${user}`, `--regid=${user}`, "--clear-groups", ...powerless];
}

/**
 * A sandboxed process's own folders belong to its user; what it is given to read, and the way there, to root.
 * @param results names in its folder for results
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

/** The one sandboxed process that fills the cache of compiled code needs it for itself. */
export function chownCompileCache(dir: string, user: number): void {
  for (const path of everythingIn(dir)) lchownSync(path, user, user);
}

/** Afterwards it is root's, and everybody may read it. */
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
 * @returns the first folder on the way that others may not enter, or the file itself when they may not read it; null
 * when they may
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
