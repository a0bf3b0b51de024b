import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartError } from "../../process/start-error.ts";
import type { OsUser } from "./os-user.ts";
import { commandLine, processMark } from "./process-mark.ts";

/** What a running server writes about itself (lines 1, 4 and 8 of postmaster.pid). */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/**
 * Nothing of the caller's environment reaches PostgreSQL: its own variables (PGDATA, PGPORT) would change what we ask
 * for.
 */
export const postgresEnvironment = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/** The server that runs on a cluster; null when none does, whatever a left-over postmaster.pid says. */
export function runningOn(clusterDir: string): Postmaster | null {
  const noted = readPidFile(clusterDir);
  if (!noted || !processMark(noted.pid)) return null;
  const command = commandLine(noted.pid);
  return command === null || command.includes(clusterDir) ? noted : null;
}

/**
 * Starts a server on a cluster that has none.
 * @param wanted.port taken when it is free; the one it had before a crash when left out
 * @param wanted.settings beyond our own, as in postgresql.conf
 * @returns when it accepts connections
 * @throws StartError with the last lines of the log when it ends instead
 */
export async function launch(
  native: string,
  clusterDir: string,
  logPath: string,
  user: OsUser,
  wanted: { port: number | undefined; settings: Record<string, string> },
): Promise<Postmaster> {
  const port = (await freePort(wanted.port ?? readPidFile(clusterDir)?.port ?? 0)) ?? (await freePort(0));
  disownPidFile(clusterDir);
  const all = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "200",
    ...wanted.settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = openSync(logPath, "a", 0o600);
  // Detached: the server outlives us when we are killed, so that no client loses its connection and nothing has to
  // recover.
  const child = spawn(join(native, "bin/postgres"), ["-D", clusterDir, "-p", String(port), ...options], {
    ...user,
    cwd: "/",
    env: postgresEnvironment,
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let ended: string | null = null;
  child.once("error", (error) => {
    ended = error.message;
  });
  child.once("exit", (code, signal) => {
    ended = `it ended with ${signal ?? `status ${code}`}`;
  });
  child.unref();

  while (ended === null) {
    const now = readPidFile(clusterDir);
    if (now?.ready && now.pid === child.pid && (await answers(now.port))) return now;
    await delay(10);
  }
  throw new StartError(`PostgreSQL did not start: ${ended}. The end of ${logPath}:\n${lastLines(logPath)}`);
}

/**
 * Ends a server the fast way (SIGINT: open transactions are rolled back, then a clean shutdown) and waits until it is
 * gone.
 */
export async function shutDown(server: Postmaster): Promise<void> {
  const mark = processMark(server.pid);
  if (!mark) return;
  process.kill(server.pid, "SIGINT");
  while (processMark(server.pid) === mark) await delay(10);
}

/** Asks whether the server speaks TLS (protocol 3.2, SSLRequest): every PostgreSQL answers before any sign-in. */
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const answerWithinMs = 5_000;

/**
 * Whether a PostgreSQL answers on this port of 127.0.0.1. That the port takes a connection would not be enough: the
 * system still takes them for a server that was killed and is not quite gone.
 */
export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, timeout: answerWithinMs });
    const settle = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.once("connect", () => socket.write(sslRequest));
    socket.once("data", () => settle(true));
    for (const bad of ["error", "timeout", "close"]) socket.once(bad, () => settle(false));
  });
}

function readPidFile(clusterDir: string): Postmaster | null {
  try {
    const lines = readFileSync(join(clusterDir, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new StartError(`${clusterDir} belongs to another user of this machine. Start as that user, or as root.`, {
      cause: error,
    });
  }
}

/**
 * PostgreSQL will not start over a postmaster.pid whose process seems to live: a zombie, or a stranger with the same
 * number. With its parent's number in the first line it goes on, and still makes sure that no process of the old server
 * is left in the shared memory, which deleting the file would prevent.
 */
function disownPidFile(clusterDir: string): void {
  const path = join(clusterDir, "postmaster.pid");
  try {
    const [, ...rest] = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, [process.pid, ...rest].join("\n"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** @param wanted 0: any. @returns null when the wanted one is taken */
function freePort(wanted: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : null));
    });
  });
}

function lastLines(path: string): string {
  try {
    return readFileSync(path, "utf8").trimEnd().split("\n").slice(-8).join("\n");
  } catch {
    return "";
  }
}
