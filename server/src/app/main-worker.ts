import { openEngine } from "@sheaf/engine/engine.ts";
import Fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { type Checks, scannerCheck, serveHealth, serviceChecks } from "../platform/http/health.ts";
import { listen } from "../platform/process/listen.ts";
import { runProcess } from "../platform/process/run.ts";
import { scratchFolder } from "../platform/process/scratch.ts";
import { reportWorker, sandboxWords } from "../platform/queue/workers.ts";
import type { Services } from "../platform/services.ts";
import { serveMetrics } from "./metrics/serve-metrics.ts";
import { openServices } from "./open-services.ts";
import { sharedDatabase } from "./prepare-database.ts";
import { startTasks } from "./tasks.ts";

/** Runs one worker process. Any number of them may run, on any number of machines. */
await runProcess("worker", async (config, log) => {
  const url = await sharedDatabase(config, log);
  // The engine tests its sandbox, which takes one or two seconds; the services are opened meanwhile.
  const [engine, services] = await Promise.all([
    scratchFolder(config.dataDir).then((scratchDir) =>
      openEngine({
        scratchDir,
        children: config.workers,
        sandbox: config.sandbox,
        locale: config.locale,
        timeZone: config.timeZone,
      }),
    ),
    openServices(config, log, url, { worker: true }),
  ]);
  const { sandbox, notes, ...office } = engine.health();
  log.info({ sandbox, notes, ...office }, "Engine");
  if (sandbox === "off") log.warn("Documents are converted WITHOUT a sandbox (SHEAF_SANDBOX=off)");

  await startTasks(services.queue, { ...services, engine }, { conversions: sandbox !== "none" });
  const report = await reportWorker(services.db, () => engine.health(), log);
  const health = await serveWorkerHealth(services, {
    ...serviceChecks(services),
    ...scannerCheck(services),
    sandbox: async () => {
      const now = engine.health();
      if (now.sandbox === "none") throw new Error(now.notes.join(" ") || "no sandbox can be created");
      return sandboxWords([now.sandbox], now.notes);
    },
  });
  return {
    ready: { sandbox, notes },
    async stop() {
      await health?.close();
      await report
        .stop()
        .catch((error) => log.warn({ err: error }, "This worker could not record that it has stopped"));
      await services.queue.close();
      await engine.close();
      await services.close();
    },
  };
});

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
