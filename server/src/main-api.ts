import { buildApp } from "./app.ts";
import { prepareDatabase } from "./db/prepare.ts";
import { openEventHub } from "./events/hub.ts";
import { openServices } from "./open-services.ts";
import { requireDatabaseUrl } from "./process/database.ts";
import { listen } from "./process/listen.ts";
import { runProcess } from "./process/run.ts";

/** One API process, any number of them. `--prepared`: whoever started it has brought the database up to date. */
await runProcess("api", async (config, log) => {
  const url = requireDatabaseUrl(config);
  if (!process.argv.includes("--prepared")) await prepareDatabase(url, log);
  const services = await openServices(config, log, url, { worker: false });
  const events = await openEventHub(url, log);
  const app = await buildApp({ ...services, events });
  const port = await listen(app, config);
  return {
    ready: { port },
    async stop() {
      await app.close();
      await events.close();
      await services.close();
    },
  };
});
