import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { StartError } from "../../process/start-error.ts";

/** Whom PostgreSQL runs as; empty: ourselves. Fits the options of `spawn`. */
export type OsUser = { uid: number; gid: number } | Record<string, never>;

/**
 * PostgreSQL refuses to run as root. `nobody` exists on every system, so no account has to be made; the number must be
 * one that /etc/passwd knows.
 */
export function userForNewCluster(): OsUser {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync("/etc/passwd", "utf8").match(/^nobody:[^:]*:(\d+):(\d+):/m);
  if (!line)
    throw new StartError("PostgreSQL cannot run as root, and this system has no user `nobody`. Start as another user.");
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/**
 * Root runs an existing cluster as whoever owns it; one that root owns (a copy, an unpacked backup) goes to `nobody`.
 */
export function userForCluster(clusterDir: string): OsUser {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = statSync(clusterDir);
  if (uid !== 0) return { uid, gid };
  const user = userForNewCluster();
  spawnSync("chown", ["-R", `${user.uid}:${user.gid}`, clusterDir]);
  return user;
}

/** Whether this user may go into a folder: every folder above it counts. */
export function canEnter(dir: string, user: OsUser): boolean {
  return spawnSync("/bin/sh", ["-c", 'cd -- "$0"', dir], { ...user, cwd: "/", stdio: "ignore" }).status === 0;
}
