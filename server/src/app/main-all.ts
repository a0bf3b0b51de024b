import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { type Config, withoutMail } from "../platform/config/config.ts";
import { makeLogFolder, openLog } from "../platform/log.ts";
import { type Child, superviseChild } from "../platform/process/child.ts";
import { openDatabase } from "../platform/process/database.ts";
import { requireFolder } from "../platform/process/folder.ts";
import { makeDataFolder, makePrivateFolder } from "../platform/process/folder-modes.ts";
import { requireFreePort } from "../platform/process/listen.ts";
import { openBrowser } from "../platform/process/open-browser.ts";
import { configuration } from "../platform/process/run.ts";
import { forOperator, StartError } from "../platform/process/start-error.ts";
import { requireSeparateDemoFolder, seedDemo } from "./demo/demo.ts";
import { demoAdmin, demoUsername } from "./demo/demo-people.ts";
import { type JobsInBackground, makeJobsInBackground } from "./demo/jobs/background.ts";
import { type DemoProviders, startDemoProviders } from "./demo/providers/demo-providers.ts";
import { prepareToServe } from "./prepare-database.ts";
import { welcome } from "./start/welcome.ts";

const stopChildrenMs = 28_000;
const checkDatabaseIntervalMs = 2_000;

const stopRequested = Promise.withResolvers<void>();
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stopRequested.resolve());

/** Runs everything on one machine: this process supervises the database, an API process and a worker process. */
async function start(): Promise<void> {
  const demo = process.argv.includes("--demo");
  const config = configuration(demo ? { ...process.env, SHEAF_DEMO: "1" } : process.env);
  if (demo && config.databaseUrl) {
    throw new StartError("A demonstration has its own database. Unset DATABASE_URL to start one.");
  }
  await requireFreePort(config);
  requireFolder(config.dataDir, "SHEAF_DATA", makeDataFolder);
  requireFolder(logFolder(config), "LOG_DIR", config.logDir ? makeLogFolder : makePrivateFolder);
  requireSeparateDemoFolder(config.dataDir, demo);
  const log = openLog({ name: "start", level: config.logLevel, folder: logFolder(config) });

  const providers = demo ? await startDemoProviders({ dataDir: config.dataDir, log }) : undefined;
  let database = await openDatabase(config);
  const children: Child[] = [];
  const closing = new AbortController();
  let demoJobs: JobsInBackground | undefined;
  try {
    await prepareToServe(config, database.url, log);
    const [api, worker] = await startChildren(config, database.url, providers, log, children);
    const url = `http://localhost:${api.ready.port}`;
    providers?.notify(url);
    const passwords = demo ? await seedDemo({ url, databaseUrl: database.url, config, log }) : undefined;
    if (demo) {
      const env = childEnvironment(config, database.url, providers);
      const { dataDir } = config;
      demoJobs = makeJobsInBackground({ env, databaseUrl: database.url, dataDir, username: demoUsername, log });
    }
    greet(config, url, worker.ready.notes);
    if (passwords) greetDemo(config, url, { ...passwords, inboxUrl: providers?.inboxUrl });
    else await greetOperator(config, url, database.url, log);

    const restartChildren = () => {
      for (const child of children) child.restart(childEnvironment(config, database.url, providers));
    };
    // scripts/dev.ts sends it when the source has changed: API and worker restart, the database keeps running.
    process.on("SIGUSR2", restartChildren);
    const watched = config.databaseUrl
      ? Promise.resolve()
      : superviseDatabase(closing.signal, log, {
          current: () => database,
          replace: (next) => {
            const addressChanged = next.url !== database.url;
            database = next;
            if (next.role === "started") log.error("PostgreSQL ended unexpectedly and was restarted");
            if (!addressChanged) return;
            restartChildren();
          },
          config,
        });
    await stopRequested.promise;
    closing.abort();
    await watched;
  } finally {
    await demoJobs?.stop();
    await Promise.all(children.map((child) => child.stop(stopChildrenMs)));
    await providers?.close();
    await database.stop();
  }
}

async function startChildren(
  config: Config,
  databaseUrl: string,
  providers: DemoProviders | undefined,
  log: Logger,
  children: Child[],
): Promise<[Child, Child]> {
  const env = childEnvironment(config, databaseUrl, providers);
  const child = async (name: string) => {
    const started = await superviseChild({
      module: join(import.meta.dirname, `main-${name}.ts`),
      args: ["--prepared"],
      env,
      onRestart: (how) => log.error({ child: name, how }, "A process ended unexpectedly and is restarted"),
    });
    children.push(started);
    return started;
  };
  // Wait for both, so that the one that started is stopped when the other failed.
  const [api, worker] = await Promise.allSettled([child("api"), child("worker")]);
  if (api.status === "rejected") throw api.reason;
  if (worker.status === "rejected") throw worker.reason;
  return [api.value, worker.value];
}

/**
 * @param providers the invented providers of a demonstration; their processes get no settings of other mail services
 */
function childEnvironment(
  config: Config,
  databaseUrl: string,
  providers: DemoProviders | undefined,
): NodeJS.ProcessEnv {
  return {
    ...(providers ? withoutMail(process.env) : process.env),
    DATABASE_URL: databaseUrl,
    SHEAF_DATA: config.dataDir,
    LOG_DIR: logFolder(config),
    SHEAF_EMBEDDED_DATABASE: config.databaseUrl ? "0" : "1",
    SHEAF_DEMO: providers ? "1" : "0",
    ...providers?.env,
  };
}

const logFolder = (config: Config) => config.logDir ?? join(config.dataDir, "logs");

interface DemoFacts {
  /** Password of the user. */
  user: string;
  /** Password of the administrator. */
  admin: string;
  inboxUrl: string | undefined;
}

function greet(config: Config, url: string, notes: unknown): void {
  for (const note of Array.isArray(notes) ? notes : []) console.log(`Note: ${note}`);
  console.log(`Sheaf is ready at ${config.publicUrl ?? url}`);
}

function greetDemo(config: Config, url: string, demo: DemoFacts): void {
  const address = config.publicUrl ?? url;
  console.log(`Sign in as demo with the password ${demo.user}`);
  console.log(`Sign in to the portal at ${address}/admin/login as ${demoAdmin.email} with the password ${demo.admin}`);
  console.log("A demonstration does not ask administrators for a second factor.");
  console.log(`Its emails stay on this machine. They are shown at ${demo.inboxUrl}`);
}

async function greetOperator(config: Config, url: string, databaseUrl: string, log: Logger): Promise<void> {
  const site = config.publicUrl?.replace(/\/+$/, "") ?? url;
  const { line, setUpAddress } = await welcome(config, site, databaseUrl, log);
  console.log(line);
  if (setUpAddress) openBrowser(setUpAddress, process.env);
}

type Database = Awaited<ReturnType<typeof openDatabase>>;

/**
 * Restarts the embedded database when it is unreachable, for example because its process was killed. When its address
 * changes, API and worker are restarted.
 */
async function superviseDatabase(
  closing: AbortSignal,
  log: Logger,
  { current, replace, config }: { current(): Database; replace(next: Database): void; config: Config },
): Promise<void> {
  while (!closing.aborted) {
    await delay(checkDatabaseIntervalMs, undefined, { signal: closing }).catch(() => {});
    if (closing.aborted || (await isReachable(current().url))) continue;
    try {
      const before = current();
      const next = await openDatabase(config, before.url);
      await before.stop();
      // Needed even if the server had only been slow: the last handle is the one that stops it at the end.
      replace(next);
    } catch (error) {
      log.error({ err: error }, "PostgreSQL could not be restarted");
    }
  }
}

async function isReachable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

try {
  await start();
  process.exit(0);
} catch (error) {
  const words = forOperator(error);
  if (words) process.stderr.write(`${words}\n`);
  process.exit(1);
}
