import { openEngine } from "@sheaf/engine/engine.ts";
import type { Engine } from "@sheaf/engine/engine-api.ts";
import Fastify, { type FastifyBaseLogger, LogController } from "fastify";
import type { Logger } from "pino";
import type { Config } from "../platform/config/config.ts";
import { type Checks, scannerCheck, serveHealth, serviceChecks } from "../platform/http/health.ts";
import { listen } from "../platform/process/listen.ts";
import { areProgramsBeingInstalled, followInstallation } from "../platform/process/programs.ts";
import { runProcess } from "../platform/process/run.ts";
import { scratchFolder } from "../platform/process/scratch.ts";
import { reportWorker, sandboxWords } from "../platform/queue/workers.ts";
import type { Services } from "../platform/services.ts";
import { serveMetrics } from "./metrics/serve-metrics.ts";
import { openServices } from "./open-services.ts";
import { sharedDatabase } from "./prepare-database.ts";
import { startConverting } from "./start/converting.ts";
import { startOtherTasks } from "./tasks.ts";

/**
 * Runs one worker process. Any number of them may run, on any number of machines. While programs are being installed on
 * this machine it does all other tasks; conversions begin when the installation has ended.
 */
await runProcess("worker", async (config, log) => {
  const url = await sharedDatabase(config, log);
  const installation = await followInstallation();
  // The engine tests its sandbox, which takes one or two seconds; the services are opened meanwhile.
  const opening = installation.ended.then(() => openWorkerEngine(config, log));
  opening.catch(() => {}); // awaited below; until then a rejection must not end the process as unhandled
  const services = await openServices(config, log, url, { worker: true });
  const { health, begun, close } = startConverting(services, opening);
  const isWaiting = areProgramsBeingInstalled();
  if (!isWaiting) await begun;
  await startOtherTasks(services.queue, services);
  const report = await reportWorker(services.db, health, log);
  if (isWaiting) begun.then(report.now);
  const server = await serveWorkerHealth(services, {
    ...serviceChecks(services),
    ...scannerCheck(services),
    sandbox: async () => {
      const { sandbox, notes } = health();
      if (sandbox === "none") throw new Error(notes.join(" ") || "no sandbox can be created");
      return sandboxWords([sandbox], notes);
    },
  });
  return {
    ready: { notes: health().notes },
    async stop() {
      installation.close();
      await server?.close();
      await report
        .stop()
        .catch((error) => log.warn({ err: error }, "This worker could not record that it has stopped"));
      await services.queue.close();
      await close();
      await services.close();
    },
  };
});

/** @throws Error when the scratch folder cannot be written */
async function openWorkerEngine({ dataDir, workers, sandbox, locale, timeZone }: Config, log: Logger): Promise<Engine> {
  const scratchDir = await scratchFolder(dataDir);
  const engine = await openEngine({ scratchDir, children: workers, readers: workers, sandbox, locale, timeZone });
  const health = engine.health();
  log.info(health, "Engine");
  if (health.sandbox === "off") log.warn("Documents are converted WITHOUT a sandbox (SHEAF_SANDBOX=off)");
  return engine;
}

async function serveWorkerHealth(services: Services, checks: Checks) {
  const { config, log } = services;
  if (config.workerPort === 0) return undefined;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  });
  serveHealth(app, checks);
  serveMetrics(app, services);
  await listen(app, { host: config.host, port: config.workerPort }, "WORKER_PORT");
  return app;
}
