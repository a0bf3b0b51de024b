import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { newClient } from "../../../testing/client.ts";
import { type Line, startLine } from "../../../testing/faults/line.ts";
import { signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { buildApp } from "../../app/app.ts";
import { announce } from "../events/events.ts";
import { type EventHub, openEventHub } from "../events/hub.ts";
import { newId } from "../ids.ts";
import { openDb } from "./connect.ts";
import { isDatabaseUnavailable } from "./unavailable.ts";

const silenceMs = 1_000;

let server: TestServer;
let line: Line;
let connection: ReturnType<typeof openDb>;
let events: EventHub;
let app: TestServer["app"];
beforeAll(async () => {
  server = await startTestServer();
  const url = new URL(server.services.databaseUrl);
  line = await startLine({ port: Number(url.port) });
  url.port = String(line.port);
  connection = openDb(url.href, server.services.log, { silenceMs });
  events = await openEventHub(url.href, server.services.log, { silenceMs });
  app = await buildApp({ ...server.services, db: connection.db, pool: connection.pool, events });
});
afterAll(async () => {
  await app?.close();
  await events?.close();
  await connection?.close();
  await line?.close();
  await server?.close();
});
beforeEach(() => line.restore());

const listCustomers = (client: Pick<ReturnType<typeof newClient>, "get">) => client.get("/api/customers");

test("requests get 503 within seconds when the network drops all packets, and succeed once it works again", async () => {
  const anna = await signIn({ app, services: server.services });
  const received: string[] = [];
  const interrupted = Promise.withResolvers<void>();
  events.listen({
    practiceId: anna.practiceId,
    sessionId: newId(),
    onEnd: () => {},
    onEvent: (event) => event.type === "customer" && received.push(event.id),
    onInterruption: interrupted.resolve,
  });
  const news = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const transaction = connection.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    reached.resolve();
    await news.promise;
    await tx.execute(sql`select 2`);
  });
  const outcome = transaction.catch((thrown) => thrown);
  await reached.promise;

  line.silence();
  news.resolve();
  const answers = await Promise.all([listCustomers(anna), listCustomers(anna)]);

  for (const answer of answers) {
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: "out-of-reach" });
  }
  expect(isDatabaseUnavailable(await outcome)).toBe(true);

  line.restore();
  expect((await listCustomers(anna)).statusCode).toBe(200);
  await interrupted.promise;
  const id = newId();
  await announce(server.services.db, anna.practiceId, { type: "customer", id });
  await expect.poll(() => received).toEqual([id]);
});

test("a statement that takes longer than the silence limit is not interrupted", async () => {
  const { rows } = await connection.pool.query("select 'done' as said from pg_sleep(4)");

  expect(rows).toEqual([{ said: "done" }]);
});

test("a query fails when the server no longer knows its connection", async () => {
  const client = await connection.pool.connect();
  const { rows } = await client.query("select pg_backend_pid() as pid");
  line.silence();
  const asked = client.query("select 1").catch((error) => error);
  await server.services.pool.query("select pg_terminate_backend($1)", [rows[0].pid]);
  line.restore();

  expect(isDatabaseUnavailable(await asked)).toBe(true);
  client.release();
});
