import { setTimeout as delay } from "node:timers/promises";
import Fastify from "fastify";
import { openEventHub } from "../platform/events/hub.ts";
import { listen } from "../platform/process/listen.ts";
import { followInstallation } from "../platform/process/programs.ts";
import { watchRequests } from "../platform/process/requests-under-way.ts";
import { runProcess } from "../platform/process/run.ts";
import type { Services } from "../platform/services.ts";
import { buildApp } from "./app.ts";
import { serveMetrics } from "./metrics/serve-metrics.ts";
import { openServices } from "./open-services.ts";
import { sharedDatabase } from "./prepare-database.ts";

/**
 * Time limit for running requests at shutdown, in milliseconds. Supervisors must wait a little longer than 25 s before
 * they kill this process.
 */
const finishRequestsMs = 22_000;

/** Runs one API process. Any number of them may run. */
await runProcess("api", async (config, log) => {
  const url = await sharedDatabase(config, log);
  const [services, installation] = await Promise.all([
    openServices(config, log, url, { worker: false }),
    followInstallation(), // jobs say that they wait for it
  ]);
  const events = await openEventHub(url, log);
  const stopping = new AbortController();
  const app = await buildApp({ ...services, events }, { stopping: stopping.signal });
  const requests = watchRequests(app.server);
  const metrics = await listenForMetrics(services);
  const { port, stopListening } = await listen(app, config);
  return {
    ready: { port },
    async stop() {
      installation.close();
      stopping.abort();
      await delay(config.drainMs);
      stopListening();
      await requests.finished(finishRequestsMs - config.drainMs);
      await app.close();
      await metrics?.close();
      await events.close();
      await services.close();
    },
  };
});

/** Serves metrics on a separate port, so that a proxy does not make them public by mistake. */
async function listenForMetrics(services: Services) {
  const { host, metricsPort: port } = services.config;
  if (port === 0) return undefined;
  const app = Fastify();
  serveMetrics(app, services);
  await listen(app, { host, port }, "METRICS_PORT");
  return app;
}
