import type { Logger } from "pino";
import { readConfig } from "../../../platform/config/config.ts";
import { openServices } from "../../open-services.ts";
import { planJobs } from "./planned-jobs.ts";
import { findUploader, seedJobs } from "./seed-jobs.ts";
import { readJobsState, writeJobsState } from "./state.ts";

export interface JobsInBackground {
  /** Resolves when all jobs are made or after `stop`. */
  finished: Promise<void>;
  /** Stops making jobs; the next start continues. */
  stop(): Promise<void>;
}

/**
 * Makes the demonstration's forty jobs while the demonstration can already be used. Does nothing when they exist.
 * @param env environment of the demonstration's API and worker
 */
export function makeJobsInBackground(options: {
  env: NodeJS.ProcessEnv;
  databaseUrl: string;
  dataDir: string;
  username: string;
  log: Logger;
}): JobsInBackground {
  const closing = new AbortController();
  const finished = makeJobs(options, closing.signal).catch((error) => {
    if (!closing.signal.aborted) options.log.error({ err: error }, "The demonstration's jobs could not be created");
  });
  return {
    finished,
    stop: async () => {
      closing.abort();
      await finished;
    },
  };
}

async function makeJobs(
  { env, databaseUrl, dataDir, username, log }: Parameters<typeof makeJobsInBackground>[0],
  signal: AbortSignal,
): Promise<void> {
  const known = readJobsState(dataDir);
  if (known?.done) return;
  const plannedAt = known?.plannedAt ?? new Date();
  writeJobsState(dataDir, { plannedAt, done: false });
  const services = await openServices(readConfig(env), log, databaseUrl, { worker: false });
  try {
    await seedJobs(services, await findUploader(services.db, username), planJobs(plannedAt), signal);
    if (!signal.aborted) writeJobsState(dataDir, { plannedAt, done: true });
  } finally {
    await services.close();
  }
}
