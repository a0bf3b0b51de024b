import { DrizzleQueryError } from "drizzle-orm";
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { type Checks, serveHealth } from "./health.ts";

let app: FastifyInstance;
let log: string;
afterEach(() => app.close());

function serve(checks: Checks): () => Promise<object> {
  log = "";
  const write = (line: string) => {
    log += line;
  };
  const loggerInstance = pino({ level: "warn" }, { write }) as FastifyBaseLogger;
  app = Fastify({ loggerInstance });
  serveHealth(app, checks);
  return async () => (await app.inject("/readyz")).json();
}

test("simultaneous requests share one result, and a later request gets a new one", async () => {
  const requests = 20;
  const allArrived = Promise.withResolvers<void>();
  let runs = 0;
  const ready = serve({
    files: async () => {
      runs += 1;
      await allArrived.promise;
      if (runs > 1) throw new Error("The disk is full.");
    },
  });

  let arrived = 0;
  app.addHook("preHandler", async () => {
    arrived += 1;
    if (arrived === requests) setImmediate(allArrived.resolve);
  });
  const together = await Promise.all(Array.from({ length: requests }, ready));
  expect(together).toEqual(together.map(() => ({ ok: true, files: "ok" })));
  expect(runs).toBe(1);
  expect(await ready()).toEqual({ ok: false, files: "The disk is full." });
});

test("error messages of drivers and the system are logged once and not included in the response", async () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 10.1.2.3:5432"), { code: "ECONNREFUSED" });
  const failed = new DrizzleQueryError("select 1", [], refused);
  let queue: Error | undefined = Object.assign(new Error('password failed for user "paula"'), { code: "28P01" });
  const ready = serve({
    database: () => Promise.reject(failed),
    queue: async () => {
      if (queue) throw queue;
    },
  });

  const wrong = { ok: false, database: "does not answer", queue: "does not answer" };
  expect([await ready(), await ready()]).toEqual([wrong, wrong]);
  expect(log.match(/10\.1\.2\.3/g)).not.toBeNull();
  expect(log.match(/"check":"\w+"/g)).toEqual(['"check":"database"', '"check":"queue"']);

  queue = undefined;
  expect(await ready()).toEqual({ ...wrong, queue: "ok" });
});
