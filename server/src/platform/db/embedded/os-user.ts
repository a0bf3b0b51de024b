import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { StartError } from "../../process/start-error.ts";

/** The user that runs PostgreSQL; empty for the current one. Can be spread into the options of `spawn`. */
export type OsUser = { uid: number; gid: number } | Record<string, never>;

/**
 * Returns the user for a new cluster. PostgreSQL refuses to run as root; `nobody` exists on every system, so no account
 * has to be created. The user's number must be in /etc/passwd.
 */
export function userForNewCluster(): OsUser {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync("/etc/passwd", "utf8").match(/^nobody:[^:]*:(\d+):(\d+):/m);
  if (!line)
    throw new StartError("PostgreSQL cannot run as root, and this system has no user `nobody`. Start as another user.");
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/**
 * Returns the user for an existing cluster: when called as root, its owner. A cluster that root owns (a copy, an
 * unpacked backup) is given to `nobody`.
 */
export function userForCluster(clusterDir: string): OsUser {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = statSync(clusterDir);
  if (uid !== 0) return { uid, gid };
  const user = userForNewCluster();
  spawnSync("chown", ["-R", `${user.uid}:${user.gid}`, clusterDir]);
  return user;
}

/** Returns whether this user can enter a folder, which depends on all folders above it. */
export function canEnter(dir: string, user: OsUser): boolean {
  return spawnSync("/bin/sh", ["-c", 'cd -- "$0"', dir], { ...user, cwd: "/", stdio: "ignore" }).status === 0;
}
