import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { EventHub } from "../events/hub.ts";
import type { Services } from "../services.ts";

/** Names what this process needs, each with a function that throws one plain sentence when it is missing. */
export type Checks = Record<string, () => Promise<void>>;

const patienceMs = 3_000;

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
  app.get("/healthz", { schema }, async () => ({ ok: true }));
  app.get("/readyz", { schema }, async (_, reply) => {
    const [required, told] = await Promise.all([outcomes(checks), outcomes(notices)]);
    const ok = Object.values(required).every((state) => state === "ok");
    return reply.code(ok ? 200 : 503).send({ ok, ...required, ...told });
  });
}

async function outcomes(checks: Checks): Promise<Record<string, string>> {
  const entries = Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function outcome(check: () => Promise<void>): Promise<string> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("no answer within 3 s")), patienceMs);
  try {
    await Promise.race([check(), promise]);
    return "ok";
  } catch (error) {
    // A failed query names its SQL; the cause says what happened.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error && cause.message ? cause.message : "not reachable";
  } finally {
    clearTimeout(timer);
  }
}
