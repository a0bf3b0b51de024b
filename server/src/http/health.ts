import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { EventHub } from "../events/hub.ts";
import type { Services } from "../services.ts";

/** Names what this process needs, each with a function that throws one plain sentence when it is missing. */
export type Checks = Record<string, () => Promise<void>>;

const patienceMs = 3_000;

export function serviceChecks({ db, queue, events }: Pick<Services, "db" | "queue"> & { events?: EventHub }): Checks {
  return {
    database: async () => {
      await db.execute(sql`select 1`);
    },
    queue: () => queue.check(),
    ...(events ? { events: () => events.check() } : {}),
  };
}

/** /healthz: the process is alive. /readyz: it can do its work, or what is wrong, by name. */
export function serveHealth(app: FastifyInstance, checks: Checks): void {
  const schema = { hide: true };
  app.get("/healthz", { schema }, async () => ({ ok: true }));
  app.get("/readyz", { schema }, async (_, reply) => {
    const entries = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const),
    );
    const ok = entries.every(([, state]) => state === "ok");
    return reply.code(ok ? 200 : 503).send({ ok, ...Object.fromEntries(entries) });
  });
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
