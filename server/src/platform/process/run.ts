import { defined } from "@sheaf/contracts/defined.ts";
import { messageOf } from "@sheaf/contracts/message-of.ts";
import type { Logger } from "pino";
import { type Config, readConfig } from "../config/config.ts";
import { makeLogFolder, openLog } from "../log.ts";
import { exportSpans } from "../observe/otlp.ts";
import { requireFolder } from "./folder.ts";
import { makeDataFolder } from "./folder-modes.ts";
import { forOperator, StartError } from "./start-error.ts";
import { version } from "./version.ts";

/** Service managers (systemd, Kubernetes) kill a process 30 s after a stop signal. */
const stopWithinMs = 27_000;

export interface Running {
  /** Sent to the parent process, if there is one. */
  ready: Record<string, unknown>;
  stop(): Promise<void>;
}

/**
 * Runs one process of Sheaf from start to end: reads the configuration, opens the log, starts, and stops once on
 * SIGTERM, SIGINT, SIGHUP or when the parent exits.
 */
export async function runProcess(
  name: string,
  start: (config: Config, log: Logger) => Promise<Running>,
): Promise<void> {
  const stopAsked = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stopAsked.resolve());
  process.on("disconnect", () => stopAsked.resolve());

  try {
    const config = configuration();
    requireFolder(config.dataDir, "SHEAF_DATA", makeDataFolder);
    if (config.logDir) requireFolder(config.logDir, "LOG_DIR", makeLogFolder);
    const log = openLog({ name, level: config.logLevel, ...defined({ folder: config.logDir }) });
    // An uncaught error leaves the process in an unknown state: it is logged and the process exits, to be restarted by
    // its parent.
    for (const event of ["uncaughtException", "unhandledRejection"] as const) {
      process.on(event, (error) => {
        log.fatal({ err: error }, "An unexpected error ended this process");
        process.exit(1);
      });
    }
    const { tracesTo: endpoint } = config;
    const traces = endpoint ? exportSpans({ endpoint, process: name, version, log }) : undefined;
    const running = await start(config, log);
    log.info("Ready");
    process.send?.(running.ready);
    await stopAsked.promise;
    log.info("Stopping");
    setTimeout(() => {
      log.error("Could not stop in time");
      process.exit(1);
    }, stopWithinMs).unref();
    await running.stop();
    await traces?.close();
    log.info("Stopped");
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${forOperator(error)}\n`);
    process.exit(1);
  }
}

/** @throws StartError that names the wrong variables */
export function configuration(env: NodeJS.ProcessEnv = process.env): Config {
  try {
    return readConfig(env);
  } catch (error) {
    throw new StartError(messageOf(error));
  }
}
