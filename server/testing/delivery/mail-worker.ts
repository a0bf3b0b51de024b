import { flushCompileCache } from "node:module";
import { pino } from "pino";
import { openServices } from "../../src/app/open-services.ts";
import { deliverEmail } from "../../src/domain/delivery/sending/deliver.task.ts";
import { sweepDeliveries } from "../../src/domain/delivery/sending/sweep.task.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { requireDatabaseUrl } from "../../src/platform/process/database.ts";

/** A worker that only hands emails over, for tests that kill it. Prints "ready" when it takes tasks. */
const config = readConfig(process.env);
const services = await openServices(config, pino({ level: config.logLevel }), requireDatabaseUrl(config), {
  worker: true,
});
await services.queue.work(deliverEmail, services, { slots: 2, perGroup: 2 });
await services.queue.work(sweepDeliveries, services, { slots: 1, perGroup: 1 });
// A killed process does not write its compile cache at exit, and the next one would compile everything again.
flushCompileCache();
console.log("ready");
