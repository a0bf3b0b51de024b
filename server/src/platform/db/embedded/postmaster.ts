import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { attempt } from "@sheaf/engine/attempt.ts";
import { StartError } from "../../process/start-error.ts";
import type { OsUser } from "./os-user.ts";
import { commandLine, processMark } from "./process-mark.ts";

/** The state that a running server writes to lines 1, 4 and 8 of postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/**
 * PostgreSQL does not inherit the caller's environment, because its variables (PGDATA, PGPORT) would override the
 * arguments.
 */
export const postgresEnvironment = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/** Returns the server that runs on a cluster; null when none does, even if a stale postmaster.pid exists. */
export function runningOn(clusterDir: string): Postmaster | null {
  const noted = readPidFile(clusterDir);
  if (!noted || !processMark(noted.pid)) return null;
  const command = commandLine(noted.pid);
  return command === null || command.includes(clusterDir) ? noted : null;
}

/**
 * Starts a server on a cluster that has none, and waits until it accepts connections.
 * @param wanted.port used when it is free; the port before a crash when left out
 * @param wanted.settings additional settings, as in postgresql.conf
 * @throws StartError with the last lines of the log when the server exits instead
 */
export async function launch(
  native: string,
  clusterDir: string,
  logPath: string,
  user: OsUser,
  wanted: { port: number | undefined; settings: Record<string, string> },
): Promise<Postmaster> {
  const port = (await freePort(wanted.port ?? readPidFile(clusterDir)?.port ?? 0)) ?? (await freePort(0));
  replacePidInFile(clusterDir);
  const all = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "200",
    ...wanted.settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = openSync(logPath, "a", 0o600);
  // Detached: the server keeps running when this process is killed, so that no client loses its connection and no
  // recovery is needed.
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
    if (now?.ready && now.pid === child.pid && (await isResponding(now.port))) return now;
    await delay(10);
  }
  throw new StartError(`PostgreSQL did not start: ${ended}. The end of ${logPath}:\n${lastLines(logPath)}`);
}

/** Shuts a server down in fast mode (SIGINT: open transactions are rolled back) and waits until it has exited. */
export async function shutDown(server: Postmaster): Promise<void> {
  const mark = processMark(server.pid);
  if (!mark) return;
  process.kill(server.pid, "SIGINT");
  while (processMark(server.pid) === mark) await delay(10);
}

/** Asks whether the server supports TLS (protocol 3.2, SSLRequest); every PostgreSQL responds before authentication. */
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const responseTimeoutMs = 5_000;

/**
 * Returns whether a PostgreSQL responds on this port of 127.0.0.1. An accepted connection is not enough: the operating
 * system still accepts connections for a killed server that has not fully exited.
 */
export function isResponding(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, timeout: responseTimeoutMs });
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
 * Replaces the process number in postmaster.pid. PostgreSQL does not start while the file names a process that seems to
 * run: a zombie, or an unrelated process with the same number. It does start when the first line has its parent's
 * number, and still checks that no process of the old server uses the shared memory; deleting the file would prevent
 * that check.
 */
function replacePidInFile(clusterDir: string): void {
  const path = join(clusterDir, "postmaster.pid");
  try {
    const [, ...rest] = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, [process.pid, ...rest].join("\n"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** Finds a free port. @param wanted 0 for any @returns null when the wanted one is taken */
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
  const text = attempt(() => readFileSync(path, "utf8")) ?? "";
  return text.trimEnd().split("\n").slice(-8).join("\n");
}
