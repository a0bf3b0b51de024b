import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { EventHub } from "../events/hub.ts";
import type { Services } from "../services.ts";

/** Throws one plain sentence when what it looks for is missing; a text that it resolves to says how it is. */
type Check = () => Promise<unknown>;
/** What this process needs, by name. */
export type Checks = Record<string, Check>;

const patienceMs = 3_000;
/** Between two looks: little for a proxy that waits, and nobody keeps database, store and scanner busy by asking. */
const restMs = 250;

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

/** Named only where originals are scanned: a worker converts nothing without it. */
export function scannerCheck({ scanner }: Pick<Services, "scanner">): Checks {
  return scanner ? { scanner: () => scanner.check() } : {};
}

/**
 * /healthz: the process is alive. /readyz: it can do its work, or what is wrong, by name.
 * @param notices told as well, but this process does its own work without them
 */
export function serveHealth(app: FastifyInstance, checks: Checks, notices: Checks = {}): void {
  const schema = { hide: true };
  const describe = outcomeDescriber(app.log);
  const look = rateLimited(() => Promise.all([runChecks(checks, describe), runChecks(notices, describe)]));
  app.get("/healthz", { schema }, async () => ({ ok: true }));
  app.get("/readyz", { schema }, async (_, reply) => {
    const [required, told] = await look();
    return reply.code(required.ok ? 200 : 503).send({ ok: required.ok, ...required.words, ...told.words });
  });
}

/** Anybody may ask, as often as they like: who asks during a look has its answer, and the next look waits a moment. */
function rateLimited<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | undefined;
  let lastMs = Number.NEGATIVE_INFINITY;
  const next = async () => {
    await delay(Math.max(0, lastMs + restMs - performance.now()));
    lastMs = performance.now();
    return look().finally(() => {
      underWay = undefined;
    });
  };
  return () => {
    underWay ??= next();
    return underWay;
  };
}

/** How a check went: what it said itself, or why it failed. */
type Outcome = { words: string | undefined } | { error: unknown };
/** The same in words for anybody. */
type DescribeOutcome = (name: string, outcome: Outcome) => string;

/**
 * What drivers and the system say names addresses, people and folders: the log gets that, once for as long as it is so.
 */
function outcomeDescriber(log: FastifyBaseLogger): DescribeOutcome {
  const logged = new Set<string>();
  return (name, outcome) => {
    if (!("error" in outcome)) {
      logged.delete(name);
      return outcome.words ? `ok: ${outcome.words}` : "ok";
    }
    const { error } = outcome;
    if (isOurs(error)) return error.message;
    if (!logged.has(name)) log.warn({ err: error, check: name }, "A check of /readyz failed");
    logged.add(name);
    return "does not answer";
  };
}

/** A check's own sentence, and not what a failed query or call of the system threw. */
function isOurs(error: unknown): error is Error {
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
  const timer = setTimeout(() => reject(new Error("no answer within 3 s")), patienceMs);
  try {
    const said = await Promise.race([check(), promise]);
    return { words: typeof said === "string" ? said : undefined };
  } catch (error) {
    return { error };
  } finally {
    clearTimeout(timer);
  }
}
