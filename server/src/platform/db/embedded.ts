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
import { withLockFile } from "./embedded/lock-file.ts";
import { type OsUser, userForCluster, userForNewCluster } from "./embedded/os-user.ts";
import { clusterPlace, machineDir, reachable } from "./embedded/place.ts";
import { answers, launch, type Postmaster, postgresEnvironment, runningOn, shutDown } from "./embedded/postmaster.ts";
import { isStillRunning, processMark } from "./embedded/process-mark.ts";

export interface EmbeddedDatabase {
  /** With the password; for this machine only. */
  url: string;
  /** "adopted": it was running already, for another process or since a crash of its last user. */
  role: "started" | "adopted";
  /** Leaves the server, and shuts it down when nobody else uses it. */
  stop(): Promise<void>;
}

const databaseUser = "sheaf";
const lockTimeoutMs = 120_000;

/**
 * A PostgreSQL server for a data folder, made on first use. Any number of processes may ask at once: one starts it, the
 * others get the same one.
 * @param dataDir made when missing; the cluster lies in `postgres-<major>` inside, or where `postgres-<major>.location`
 *   says
 * @param durable false for tests: a power cut may then cost the data, a killed process never
 * @param port for a server that has to be started: taken where it is free, so that clients find it at the address they
 *   have
 * @throws StartError when this system has no PostgreSQL, or it does not start (with the end of its log)
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
  const spareDir = process.getuid?.() === 0 ? reachable(machineDir) : dataDir;
  const { native, major } = postgresBinaries(newUser, spareDir);
  const name = `postgres-${major}`;
  const lockPath = join(dataDir, `${name}.lock`);
  const usersDir = join(dataDir, `${name}.users`);

  return withLockFile(lockPath, lockTimeoutMs, async () => {
    const clusterDir = clusterPlace(dataDir, name, newUser);
    if (!holdsCluster(clusterDir)) await initialise(native, clusterDir, newUser, durable);
    const user = userForCluster(clusterDir);

    const adopted = await adopt(clusterDir);
    const settings: Record<string, string> = durable ? {} : { fsync: "off", full_page_writes: "off" };
    const wanted = { port: options.port, settings };
    const server = adopted ?? (await launchPatiently(native, clusterDir, join(dataDir, `${name}.log`), user, wanted));
    const mine = signIn(usersDir);

    const password = readFileSync(join(clusterDir, "sheaf-password"), "utf8").trim();
    let stopped = false;
    return {
      url: `postgres://${databaseUser}:${password}@127.0.0.1:${server.port}/postgres`,
      role: adopted ? "adopted" : "started",
      async stop() {
        if (stopped) return;
        stopped = true;
        await withLockFile(lockPath, lockTimeoutMs, async () => {
          rmSync(mine, { force: true });
          const running = runningOn(clusterDir);
          if (running && nobodyIn(usersDir)) await shutDown(running);
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

/**
 * Makes the cluster beside its final place and moves it there whole, so that a half-made one is never taken for one.
 */
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
  give(unfinished, user);
  give(passwordFile, user);
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
  // What lies there without PG_VERSION came from an interrupted copy or a hand; it is kept, not deleted.
  if (existsSync(clusterDir)) renameSync(clusterDir, `${clusterDir}.incomplete-${process.pid}`);
  renameSync(unfinished, clusterDir);
}

function give(path: string, user: OsUser): void {
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
}

/** Waits while a server that another process began to start, or to stop, becomes one or the other. */
async function adopt(clusterDir: string): Promise<Postmaster | null> {
  const deadline = Date.now() + lockTimeoutMs;
  for (;;) {
    const server = runningOn(clusterDir);
    if (!server) return null;
    if (server.ready && (await answers(server.port))) return server;
    if (Date.now() > deadline) {
      throw new StartError(
        `The PostgreSQL server of ${clusterDir} (process ${server.pid}) runs but accepts no connections.`,
      );
    }
    await delay(25);
  }
}

/**
 * A free port may be taken by somebody else before PostgreSQL has it, and a killed server's last processes take a
 * moment to go.
 */
async function launchPatiently(...what: Parameters<typeof launch>): Promise<Postmaster> {
  for (const pauseMs of [100, 500, 2000]) {
    try {
      return await launch(...what);
    } catch {
      await delay(pauseMs);
    }
  }
  return launch(...what);
}

/** Leaves a note that this process uses the server. */
function signIn(usersDir: string): string {
  mkdirSync(usersDir, { recursive: true });
  chmodSync(usersDir, 0o700);
  const note = join(usersDir, `${processMark(process.pid)}.${randomBytes(4).toString("hex")}`);
  writeFileSync(note, "");
  return note;
}

/** Notes of killed processes do not count and are cleared away. */
function nobodyIn(usersDir: string): boolean {
  const notes = readdirSync(usersDir);
  const dead = notes.filter((note) => !isStillRunning(note.split(".")[0] ?? ""));
  for (const note of dead) rmSync(join(usersDir, note), { force: true });
  return dead.length === notes.length;
}
