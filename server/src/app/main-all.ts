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
import { requireSeparateDemoFolder } from "./demo/demo-folder.ts";
import { demoAdmin, demoUsername } from "./demo/demo-people.ts";
import type { JobsInBackground } from "./demo/jobs/background.ts";
import type { DemoProviders } from "./demo/providers/demo-providers.ts";
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

  const demonstration = demo ? await loadDemonstration() : undefined;
  const providers = await demonstration?.startDemoProviders({ dataDir: config.dataDir, log });
  let database = await openDatabase(config);
  const children: Promise<Child>[] = [];
  const closing = new AbortController();
  let demoJobs: JobsInBackground | undefined;
  try {
    const startChild = (name: "api" | "worker") => {
      const child = superviseChild({
        module: join(import.meta.dirname, `main-${name}.ts`),
        // The API prepares the database, so that this process need not import the whole server.
        args: [name === "api" ? "--one-machine" : "--prepared"],
        env: childEnvironment(config, database.url, providers),
        onRestart: (how) => log.error({ child: name, how }, "A process ended unexpectedly and is restarted"),
      });
      children.push(child);
      return child;
    };
    const { ready } = await startChild("api");
    const worker = startChild("worker");
    worker.catch(() => {}); // awaited below; until then a rejection must not end this process as unhandled
    const url = `http://localhost:${ready.port}`;
    providers?.notify(url);
    const passwords = await demonstration?.seedDemo({ url, databaseUrl: database.url, config, log });
    if (demonstration) {
      const env = childEnvironment(config, database.url, providers);
      const { dataDir } = config;
      demoJobs = demonstration.makeJobsInBackground({
        env,
        databaseUrl: database.url,
        dataDir,
        username: demoUsername,
        log,
      });
    }
    console.log(`Sheaf is ready at ${config.publicUrl ?? url}`);
    if (passwords) greetDemo(config, url, { ...passwords, inboxUrl: providers?.inboxUrl });
    else await greetOperator(config, url, database.url, log);
    // The pages do not need the worker, whose engine takes longer to open.
    printNotes((await worker).ready.notes);

    const restartChildren = () => {
      const env = childEnvironment(config, database.url, providers);
      for (const child of children) child.then(({ restart }) => restart(env));
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
    // A process that has failed to start has ended.
    await Promise.allSettled(children.map(async (child) => (await child).stop(stopChildrenMs)));
    await providers?.close();
    await database.stop();
  }
}

/** Imported only for a demonstration, because it needs most of the server's modules. */
async function loadDemonstration() {
  const [{ seedDemo }, { makeJobsInBackground }, { startDemoProviders }] = await Promise.all([
    import("./demo/demo.ts"),
    import("./demo/jobs/background.ts"),
    import("./demo/providers/demo-providers.ts"),
  ]);
  return { seedDemo, makeJobsInBackground, startDemoProviders };
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

function printNotes(notes: unknown): void {
  for (const note of Array.isArray(notes) ? notes : []) console.log(`Note: ${note}`);
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
