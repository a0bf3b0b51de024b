import { pino } from "pino";
import { openServices } from "../../src/app/open-services.ts";
import { readFile } from "../../src/domain/readings/lane/read-file.task.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { readingEngine } from "./reading-engine.ts";

/**
 * A worker process that tests kill while it reads. It prints a line when it has begun to read a file, and never ends
 * doing so.
 */
const config = readConfig(process.env);
const log = pino({ level: "silent" });
const services = await openServices(config, log, config.databaseUrl ?? "", { worker: true });
const engine = readingEngine({
  reading() {
    process.stdout.write("reading\n");
    return new Promise(() => {});
  },
});
await services.queue.work(readFile, { ...services, engine }, { slots: 1, perGroup: 1 });
