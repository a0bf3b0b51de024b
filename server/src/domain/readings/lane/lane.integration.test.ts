import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { asSheafRuns, neededVariables } from "../../../../testing/as-sheaf-runs.ts";
import { type NewFile, openPractice } from "../../../../testing/jobs/practice.ts";
import { readingEngine } from "../../../../testing/jobs/reading-engine.ts";
import { readingTests } from "../../../../testing/jobs/reading-tests.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { plainError } from "../../../platform/log.ts";
import { openQueue } from "../../../platform/queue/pg-boss-queue.ts";
import { readFile } from "./read-file.task.ts";

const patience = { timeout: 60_000, interval: 50 };

let server: TestServer | undefined;
afterEach(() => server?.close());

const texts = (name: string, count: number): NewFile[] =>
  Array.from({ length: count }, (_, index) => [`${name}${index}.txt`, `${name} ${index}`]);

test("practices take turns, and no conversion waits for a file that is read", async () => {
  const begun: string[] = [];
  const { promise: open, resolve } = Promise.withResolvers<void>();
  const engine = readingEngine({
    async reading(_, practiceId) {
      begun.push(practiceId);
      await open;
    },
  });
  server = await startTestServer({ worker: engine, env: { SHEAF_WORKERS: "2" } });
  const [anna, ben, cleo] = [
    await openPractice(server, "growth"),
    await openPractice(server),
    await openPractice(server),
  ];
  const isDone = async ({ read }: typeof anna, id: string) => expect((await read(id)).status).toBe("completed");

  const many = await anna.job(texts("anna", 12));
  await vi.waitFor(() => isDone(anna, many.id), patience);
  await vi.waitFor(() => expect(begun).toHaveLength(2), patience);
  // Every reader is busy, and the jobs of others are ready all the same.
  const one = await ben.job(texts("ben", 2));
  await vi.waitFor(() => isDone(ben, one.id), patience);
  const other = await cleo.job(texts("cleo", 2));
  await vi.waitFor(() => isDone(cleo, other.id), patience);
  expect(begun).toHaveLength(2);
  resolve();

  await Promise.all([anna.ended(many.id), ben.ended(one.id), cleo.ended(other.id)]);
  const names = new Map([
    [anna.practiceId, "anna"],
    [ben.practiceId, "ben"],
    [cleo.practiceId, "cleo"],
  ]);
  const order = begun.map((id) => names.get(id));
  expect(order).toHaveLength(16);
  // Two files of Anna had begun when the others came. After that each gets a turn before she has another two.
  expect(order.slice(2, 4).toSorted()).toEqual(["ben", "cleo"]);
  expect(order.slice(2, 9)).toEqual(expect.arrayContaining(["ben", "ben", "cleo", "cleo"]));
  expect(order.slice(0, 9).filter((name) => name === "anna").length).toBeLessThanOrEqual(5);
});

test("a file whose worker is killed while it reads is read by another one", async () => {
  server = await startTestServer();
  const { services } = server;
  const anna = readingTests(server, await openPractice(server));
  const job = await anna.converted([["a.txt", "one"]]);
  const program = [...asSheafRuns, join(import.meta.dirname, "../../../../testing/jobs/reading-worker.ts")];
  const { databaseUrl, config, log } = services;
  const child = spawn(process.execPath, program, {
    env: { ...neededVariables(), DATABASE_URL: databaseUrl, SHEAF_DATA: config.dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await anna.rows(job)).toMatchObject([{ state: "reading", attempt: 1 }]);

  const queue = await openQueue(databaseUrl, log, { worker: true });
  await queue.work(readFile, { ...services, engine: readingEngine() }, { slots: 1, perGroup: 1 });
  await vi.waitFor(async () => expect(await anna.rows(job)).toMatchObject([{ state: "read", attempt: 2 }]), patience);
  await queue.close();
});

test("words of pages that could not be stored are neither logged nor stored with the task", async () => {
  server = await startTestServer();
  const { services } = server;
  const anna = readingTests(server, await openPractice(server));
  const job = await anna.converted([["a.txt", "kestrel"]]);
  await services.db.execute(sql`alter table page_readings add constraint refused check (page < 0)`);
  const lines: string[] = [];
  const log = pino({ serializers: { err: plainError } }, { write: (line: string) => lines.push(line) });
  const queue = await openQueue(services.databaseUrl, log, { worker: true });
  await queue.work(readFile, { ...services, log, engine: readingEngine() }, { slots: 1, perGroup: 1 });
  await vi.waitFor(async () => expect(await anna.rows(job)).toMatchObject([{ state: "not-read" }]), patience);
  await vi.waitFor(() => expect(lines.join("")).toContain("for the last time"), patience);
  await queue.close();

  const { rows } = await services.db.execute(sql`select output from pgboss.job where output is not null`);
  expect(JSON.stringify(rows)).toContain("insert into");
  for (const text of [JSON.stringify(rows), lines.join("")]) expect(text).not.toContain("kestrel");
});
