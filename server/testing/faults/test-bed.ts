import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { asSheafRuns, neededVariables } from "../as-sheaf-runs.ts";
import { startWatchedMailServer, type WatchedMailServer } from "../delivery/watched-mail-server.ts";
import { workerReported } from "../worker-reported.ts";
import { childProcesses } from "./processes.ts";

/**
 * A running `./sheaf start`, to which faults are applied, with a mail server that counts the emails that it accepts.
 */
export interface TestBed {
  url: string;
  dataDir: string;
  mail: WatchedMailServer;
  /** Ids of the processes that run at this moment; undefined for one that is being restarted. */
  pids(): { api: number | undefined; worker: number | undefined; postgres: number | undefined };
  /** Runs one statement on its database, and tries again while the database is away. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Starts another worker of the same installation, as on another machine that shares the folder. */
  anotherWorker(): Promise<AnotherWorker>;
  close(): Promise<void>;
}

export interface AnotherWorker {
  pid: number;
  /** Stops it as a deployment does: what it has not finished within its time goes back to the queue. */
  close(): Promise<void>;
}

const startWithinMs = 120_000;
const databaseAwayMs = 120_000;

/**
 * @param options.env additional variables; with DATABASE_URL there is no embedded PostgreSQL
 * @param options.dataDir an empty folder; by default a temporary one, which is removed at the end
 * @param options.through returns the URL of a proxy to the mail server, which a test can cut
 */
export async function startTestBed(
  options: { env?: Record<string, string>; dataDir?: string; through?: (mailUrl: string) => Promise<string> } = {},
): Promise<TestBed> {
  const { env = {} } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "sheaf-faults-"));
  chmodSync(dataDir, 0o755); // so that PostgreSQL's user has access when root runs the tests
  const mail = await startWatchedMailServer(() => {});
  const smtpUrl = (await options.through?.(mail.url)) ?? mail.url;
  const port = await freePort();
  const environment = {
    ...neededVariables(),
    HOME: process.env.HOME,
    SHEAF_DATA: dataDir,
    PORT: String(port),
    SCRYPT_LN: "4",
    REQUESTS_PER_MINUTE: "1000000",
    SIGN_UPS_PER_ADDRESS: "1000000",
    SMTP_URL: smtpUrl,
    MAIL_FROM: "post@sheaf.example",
    LOG_LEVEL: "info",
    ...env,
  };
  const run = (name: string, more: Record<string, string> = {}) =>
    spawn(process.execPath, [...asSheafRuns, join(import.meta.dirname, `../../src/app/${name}.ts`)], {
      env: { ...environment, ...more },
      stdio: ["ignore", "pipe", "pipe"],
    });
  const child = run("main-all");
  // A bench that is stopped takes along what it started.
  const stopToo = (signal: NodeJS.Signals) => {
    child.kill(signal);
    process.kill(process.pid, signal);
  };
  process.once("SIGTERM", stopToo);
  await ready(child, "Sheaf is ready at");
  await workerReported(`http://localhost:${port}`);

  const databaseUrl = () => env.DATABASE_URL ?? embeddedUrl(dataDir);
  return {
    url: `http://localhost:${port}`,
    dataDir,
    mail,
    pids() {
      const started = child.pid === undefined ? [] : childProcesses(child.pid);
      const pidOf = (program: string) => started.find(({ command }) => command.includes(program))?.pid;
      return { api: pidOf("main-api.ts"), worker: pidOf("main-worker.ts"), postgres: postmaster(dataDir)?.pid };
    },
    query: (text, values) => queryWithRetries(databaseUrl, text, values),
    async anotherWorker() {
      const worker = run("main-worker", { DATABASE_URL: databaseUrl() });
      await ready(worker, '"msg":"Ready"');
      return { pid: worker.pid ?? 0, close: () => ended(worker) };
    },
    async close() {
      process.off("SIGTERM", stopToo);
      await ended(child);
      await mail.close();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** Waits until the process has printed these words. */
async function ready(child: ChildProcess, words: string): Promise<void> {
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (said += text));
  const deadline = Date.now() + startWithinMs;
  while (!said.includes(words)) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`Sheaf does not start: ${said}`);
    await delay(50);
  }
}

async function queryWithRetries<Row extends pg.QueryResultRow>(
  databaseUrl: () => string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const deadline = Date.now() + databaseAwayMs;
  for (;;) {
    const client = new pg.Client({ connectionString: databaseUrl(), connectionTimeoutMillis: 5_000 });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query<Row>(text, values)).rows;
    } catch (error) {
      if (Date.now() > deadline || isOurFault(error)) throw error;
      await delay(200);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** SQLSTATE classes of a wrong statement (22, 23, 42); all other errors come from a server that stops or starts. */
const isOurFault = (error: unknown) => error instanceof pg.DatabaseError && /^(22|23|42)/.test(error.code ?? "");

function postmaster(dataDir: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(dataDir, "postgres-18", "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch {
    return undefined; // not there while it stops and starts
  }
}

function embeddedUrl(dataDir: string): string {
  const password = readFileSync(join(dataDir, "postgres-18", "sheaf-password"), "utf8").trim();
  return `postgres://sheaf:${password}@127.0.0.1:${postmaster(dataDir)?.port ?? 0}/postgres`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  server.close();
  await once(server, "close");
  return port;
}
