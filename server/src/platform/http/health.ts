import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { EventHub } from "../events/hub.ts";
import type { Services } from "../services.ts";

/**
 * Throws an error with one plain sentence when the dependency is not available; may resolve to a text about its state.
 */
type Check = () => Promise<unknown>;
/** Dependencies of this process, by name. */
export type Checks = Record<string, Check>;

const timeoutMs = 3_000;
/**
 * Minimum time between two runs of the checks: short for a waiting proxy, and frequent requests do not load the
 * database, store and scanner.
 */
const minIntervalMs = 250;

export function serviceChecks({
  db,
  queue,
  storage,
  events,
}: Pick<Services, "db" | "queue" | "storage"> & { events?: EventHub }): Checks {
  return {
    database: async () => {
      await db.execute(sql`select 1`);
    },
    queue: () => queue.check(),
    files: () => storage.check(),
    ...(events ? { events: () => events.check() } : {}),
  };
}

/** Included only when originals are scanned: without the scanner a worker converts nothing. */
export function scannerCheck({ scanner }: Pick<Services, "scanner">): Checks {
  return scanner ? { scanner: () => scanner.check() } : {};
}

/**
 * Serves /healthz (the process is running) and /readyz (it can do its work; otherwise the failed checks by name).
 * @param notices additional checks that are reported but not required for this process's own work
 */
export function serveHealth(app: FastifyInstance, checks: Checks, notices: Checks = {}): void {
  const schema = { hide: true };
  const describe = outcomeDescriber(app.log);
  const run = rateLimited(() => Promise.all([runChecks(checks, describe), runChecks(notices, describe)]));
  app.get("/healthz", { schema }, async () => ({ ok: true }));
  app.get("/readyz", { schema }, async (_, reply) => {
    const [required, optional] = await run();
    return reply.code(required.ok ? 200 : 503).send({ ok: required.ok, ...required.words, ...optional.words });
  });
}

/**
 * Limits how often the checks run, because anybody can request them: a request during a run shares its result, and the
 * next run waits for the minimum interval.
 */
function rateLimited<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | undefined;
  let lastMs = Number.NEGATIVE_INFINITY;
  const next = async () => {
    await delay(Math.max(0, lastMs + minIntervalMs - performance.now()));
    lastMs = performance.now();
    return run().finally(() => {
      underWay = undefined;
    });
  };
  return () => {
    underWay ??= next();
    return underWay;
  };
}

/** Result of a check: its own text, or the error. */
type Outcome = { words: string | undefined } | { error: unknown };
/** Converts an outcome into public text. */
type DescribeOutcome = (name: string, outcome: Outcome) => string;

/**
 * Messages of drivers and the system contain addresses, people and folders, so they are only logged, once per outage.
 */
function outcomeDescriber(log: FastifyBaseLogger): DescribeOutcome {
  const logged = new Set<string>();
  return (name, outcome) => {
    if (!("error" in outcome)) {
      logged.delete(name);
      return outcome.words ? `ok: ${outcome.words}` : "ok";
    }
    const { error } = outcome;
    if (isCheckMessage(error)) return error.message;
    if (!logged.has(name)) log.warn({ err: error, check: name }, "A check of /readyz failed");
    logged.add(name);
    return "does not answer";
  };
}

/** Returns whether an error was thrown by a check itself, and not by a failed query or system call. */
function isCheckMessage(error: unknown): error is Error {
  return error instanceof Error && error.message !== "" && !("code" in error) && !("query" in error);
}

async function runChecks(
  checks: Checks,
  describe: DescribeOutcome,
): Promise<{ ok: boolean; words: Record<string, string> }> {
  const all = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({ name, outcome: await outcomeOf(check) })),
  );
  return {
    ok: all.every(({ outcome }) => !("error" in outcome)),
    words: Object.fromEntries(all.map(({ name, outcome }) => [name, describe(name, outcome)])),
  };
}

async function outcomeOf(check: Check): Promise<Outcome> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("no answer within 3 s")), timeoutMs);
  try {
    const text = await Promise.race([check(), promise]);
    return { words: typeof text === "string" ? text : undefined };
  } catch (error) {
    return { error };
  } finally {
    clearTimeout(timer);
  }
}
