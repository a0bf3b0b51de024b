import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { makeDataFolder } from "../process/folder-modes.ts";
import { StartError } from "../process/start-error.ts";
import { postgresBinaries } from "./embedded/binaries.ts";
import { clusterFolder, machineDir, traversableFolder } from "./embedded/cluster-folder.ts";
import { withLockFile } from "./embedded/lock-file.ts";
import { type OsUser, userForCluster, userForNewCluster } from "./embedded/os-user.ts";
import {
  isResponding,
  launch,
  type Postmaster,
  postgresEnvironment,
  runningOn,
  shutDown,
} from "./embedded/postmaster.ts";
import { isStillRunning, processMark } from "./embedded/process-mark.ts";

export interface EmbeddedDatabase {
  /** Contains the password; reachable only from this machine. */
  url: string;
  /** "adopted": it was already running, for another process or since a crash of its last user. */
  role: "started" | "adopted";
  /** Releases the server, and shuts it down when no other process uses it. */
  stop(): Promise<void>;
}

const databaseUser = "sheaf";
const lockTimeoutMs = 120_000;

/**
 * Starts the PostgreSQL server of a data folder, and creates its cluster on first use. When several processes call it
 * at the same time, one starts the server and the others get the same one.
 * @param dataDir created when missing; the cluster is in `postgres-<major>` inside, or in the folder named by
 *   `postgres-<major>.location`
 * @param durable false for tests: a power failure can then lose data, a killed process cannot
 * @param port preferred port of a new server, so that clients find it at its previous address; another one is used when
 *   it is taken
 * @throws StartError when there is no PostgreSQL for this system, or it does not start (with the end of its log)
 */
export async function startEmbedded(options: {
  dataDir: string;
  durable?: boolean;
  port?: number;
}): Promise<EmbeddedDatabase> {
  const { durable = true } = options;
  const newUser = userForNewCluster();
  makeDataFolder(options.dataDir);
  const dataDir = realpathSync(options.dataDir);
  const spareDir = process.getuid?.() === 0 ? traversableFolder(machineDir) : dataDir;
  const { native, major } = postgresBinaries(newUser, spareDir);
  const name = `postgres-${major}`;
  const lockPath = join(dataDir, `${name}.lock`);
  const usersDir = join(dataDir, `${name}.users`);

  return withLockFile(lockPath, lockTimeoutMs, async () => {
    const clusterDir = clusterFolder(dataDir, name, newUser);
    if (!holdsCluster(clusterDir)) await initialise(native, clusterDir, newUser, durable);
    const user = userForCluster(clusterDir);

    const adopted = await adopt(clusterDir);
    const settings: Record<string, string> = durable ? {} : { fsync: "off", full_page_writes: "off" };
    const wanted = { port: options.port, settings };
    const server = adopted ?? (await launchWithRetries(native, clusterDir, join(dataDir, `${name}.log`), user, wanted));
    const mark = registerUse(usersDir);

    const password = readFileSync(join(clusterDir, "sheaf-password"), "utf8").trim();
    let stopped = false;
    return {
      url: `postgres://${databaseUser}:${password}@127.0.0.1:${server.port}/postgres`,
      role: adopted ? "adopted" : "started",
      async stop() {
        if (stopped) return;
        stopped = true;
        await withLockFile(lockPath, lockTimeoutMs, async () => {
          rmSync(mark, { force: true });
          const running = runningOn(clusterDir);
          if (running && isUnused(usersDir)) await shutDown(running);
        });
      },
    };
  });
}

function holdsCluster(clusterDir: string): boolean {
  try {
    return readdirSync(clusterDir).includes("PG_VERSION");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw new StartError(`${clusterDir} belongs to another user of this machine. Start as that user, or as root.`, {
      cause: error,
    });
  }
}

/** Creates the cluster beside its final place and then renames it, so that an incomplete one is never used. */
async function initialise(native: string, clusterDir: string, user: OsUser, durable: boolean): Promise<void> {
  const parent = dirname(clusterDir);
  const prefix = `${basename(clusterDir)}.init-`;
  for (const left of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    rmSync(join(parent, left), { recursive: true, force: true });
  }
  const unfinished = join(parent, `${prefix}${process.pid}`);
  const passwordFile = `${unfinished}.password`;
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, randomBytes(24).toString("hex"), { mode: 0o600 });
  changeOwner(unfinished, user);
  changeOwner(passwordFile, user);
  await promisify(execFile)(
    join(native, "bin/initdb"),
    [
      "-D",
      unfinished,
      "-U",
      databaseUser,
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      // The built-in locale folds case beyond ASCII (É → é) and gives the same order on every machine.
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      ...(durable ? [] : ["--no-sync"]),
    ],
    { ...user, cwd: "/", env: postgresEnvironment },
  );
  renameSync(passwordFile, join(unfinished, "sheaf-password"));
  // A folder without PG_VERSION comes from an interrupted copy or was made by hand; it is kept, not deleted.
  if (existsSync(clusterDir)) renameSync(clusterDir, `${clusterDir}.incomplete-${process.pid}`);
  renameSync(unfinished, clusterDir);
}

function changeOwner(path: string, user: OsUser): void {
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
}

/** Returns the running server, after waiting for one that is starting or shutting down; null when none is running. */
async function adopt(clusterDir: string): Promise<Postmaster | null> {
  const deadline = Date.now() + lockTimeoutMs;
  for (;;) {
    const server = runningOn(clusterDir);
    if (!server) return null;
    if (server.ready && (await isResponding(server.port))) return server;
    if (Date.now() > deadline) {
      throw new StartError(
        `The PostgreSQL server of ${clusterDir} (process ${server.pid}) is running but accepts no connections.`,
      );
    }
    await delay(25);
  }
}

/**
 * Launches with retries: another program can take the free port before PostgreSQL does, and the last processes of a
 * killed server take a moment to exit.
 */
async function launchWithRetries(...what: Parameters<typeof launch>): Promise<Postmaster> {
  for (const pauseMs of [100, 500, 2000]) {
    try {
      return await launch(...what);
    } catch {
      await delay(pauseMs);
    }
  }
  return launch(...what);
}

/** Records in a file that this process uses the server. */
function registerUse(usersDir: string): string {
  mkdirSync(usersDir, { recursive: true });
  chmodSync(usersDir, 0o700);
  const note = join(usersDir, `${processMark(process.pid)}.${randomBytes(4).toString("hex")}`);
  writeFileSync(note, "");
  return note;
}

/** Returns whether no running process uses the server. Files of processes that no longer run are deleted. */
function isUnused(usersDir: string): boolean {
  const notes = readdirSync(usersDir);
  const dead = notes.filter((note) => !isStillRunning(note.split(".")[0] ?? ""));
  for (const note of dead) rmSync(join(usersDir, note), { force: true });
  return dead.length === notes.length;
}
