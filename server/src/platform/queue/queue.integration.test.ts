import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { freshDatabase } from "../../../testing/fresh-database.ts";
import { aTask, type Seen, seen, slowTask } from "../../../testing/queue/tried-tasks.ts";
import { openDb } from "../db/connect.ts";
import { plainError } from "../log.ts";
import { openQueue, setUpQueue, type WorkerQueue } from "./pg-boss-queue.ts";
import { dueTasks, lapsedTasks } from "./pg-boss-tables.ts";
import { type Task, TryLater } from "./task.ts";

const log = pino({ level: process.env.TEST_LOG ?? "silent" });
let database: Awaited<ReturnType<typeof freshDatabase>>;
let connection: ReturnType<typeof openDb>;
const opened: WorkerQueue[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  connection = openDb(database.url, log);
  await connection.db.execute(sql`create table seen (at timestamptz default clock_timestamp(), who text, what text)`);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(opened.splice(0).map((queue) => queue.close()));
  await connection.db.execute(sql`delete from seen`);
});
afterAll(async () => {
  await connection.close();
  await database.disconnect();
});

async function open(
  task: Pick<Task<never, never>, "name" | "attempts" | "timeoutMs">,
  worker = true,
): Promise<WorkerQueue> {
  await setUpQueue(database.url, [task], log);
  const queue = await openQueue(database.url, log, { worker });
  opened.push(queue);
  return queue;
}

const add = <P>(queue: WorkerQueue, task: Task<P, never>, payload: P, group = "one") =>
  connection.db.transaction((tx) => queue.add(tx, task, payload, { group }));

/** Waits until the rows written by the tasks match. */
async function until(found: (rows: Seen[]) => boolean): Promise<Seen[]> {
  for (;;) {
    const rows = await seen(connection.db);
    if (found(rows)) return rows;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("a task added in a transaction that is rolled back never runs", async () => {
  const task = aTask("test.rollback");
  const queue = await open(task);
  await queue.work(task, connection, { slots: 1, perGroup: 1 });

  await connection.db
    .transaction(async (tx) => {
      await queue.add(tx, task, { name: "undone" }, { group: "one" });
      throw new Error("changed my mind");
    })
    .catch(() => {});
  await add(queue, task, { name: "done" });

  const rows = await until((all) => all.some(({ what }) => what === "done"));
  expect(rows.map(({ what }) => what)).toEqual(["done"]);
});

test("the tasks that are due are counted by kind, not delayed ones", async () => {
  const [due, delayed, none] = [aTask("test.due"), aTask("test.delayed"), aTask("test.none")];
  await setUpQueue(database.url, [due, delayed, none], log);
  const queue = await openQueue(database.url, log, { worker: false });
  opened.push(queue);
  await connection.db.transaction((tx) => queue.addAll(tx, due, [{ name: "one" }, { name: "two" }], { group: "one" }));
  await connection.db.transaction((tx) =>
    queue.add(tx, delayed, { name: "later" }, { group: "one", delayMs: 3_600_000 }),
  );

  expect(await withBoss((boss) => dueTasks(boss, ["test.due", "test.delayed", "test.none"]))).toEqual(
    new Map([["test.due", 2]]),
  );
});

test("a kind has lapsed when a run of it has lost its lease or exceeded its time", async () => {
  const task = aTask("test.lapsed");
  const queue = await open(task, false);
  await add(queue, task, { name: "x" });
  const set = (values: string) =>
    connection.db.execute(sql.raw(`update pgboss.job set ${values} where name = 'test.lapsed'`));

  await set("state = 'active', started_on = now(), heartbeat_on = now()");
  expect(await withBoss(lapsedTasks)).toEqual([]);
  await set("heartbeat_on = now() - interval '11 seconds'");
  expect(await withBoss(lapsedTasks)).toEqual(["test.lapsed"]);
  await set("started_on = now() - interval '1 hour', heartbeat_on = now()");
  expect(await withBoss(lapsedTasks)).toEqual(["test.lapsed"]);
});

async function withBoss<Result>(work: (boss: PgBoss) => Promise<Result>): Promise<Result> {
  const boss = new PgBoss({ connectionString: database.url, supervise: false, schedule: false });
  await boss.start();
  try {
    return await work(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}

test("a delayed task runs on time even when the machine's clock is repeatedly set back", async () => {
  const task = aTask("test.put-off");
  const queue = await open(task);
  const realNow = Date.now;
  let days = 0;
  vi.spyOn(Date, "now").mockImplementation(() => realNow() - days++ * 86_400_000);
  await queue.work(task, connection, { slots: 1, perGroup: 1 });

  await connection.db.transaction((tx) => queue.add(tx, task, { name: "later" }, { group: "one", delayMs: 2_000 }));

  expect((await until((all) => all.length > 0)).map(({ what }) => what)).toEqual(["later"]);
  // The test's timeout is shorter than the polling interval of a slot.
}, 10_000);

test("a task that keeps failing is run as often as its attempts allow, then given up with the reason", async () => {
  const task = aTask("test.failing", { attempts: 2, fails: true });
  const queue = await open(task);
  await queue.work(task, connection, { slots: 1, perGroup: 1 });

  await add(queue, task, { name: "x" });

  const rows = await until((all) => all.some(({ what }) => what.startsWith("given up")));
  expect(rows.map(({ what }) => what)).toEqual(["x", "x", "given up: it is broken"]);
});

test("what a failed query was given is neither logged nor stored with its task", async () => {
  const lines: string[] = [];
  const spied = pino({ serializers: { err: plainError } }, { write: (line: string) => lines.push(line) });
  const task = aTask("test.words", { failsWith: sql`select ${"kestrel"}::text, ${"heron"}::int` });
  await setUpQueue(database.url, [task], spied);
  const queue = await openQueue(database.url, spied, { worker: true });
  opened.push(queue);
  await queue.work(task, connection, { slots: 1, perGroup: 1 });

  await add(queue, task, { name: "x" });

  const rows = await until((all) => all.some(({ what }) => what.startsWith("given up")));
  await vi.waitFor(() => expect(lines.join("")).toContain("for the last time"), 10_000);
  const stored = await connection.db.execute<{ output: object }>(sql`
    select output from pgboss.job where name like 'test.words%' and output is not null`);
  expect(JSON.stringify(stored.rows)).toContain("Failed query: select $1::text");
  for (const text of [JSON.stringify(rows), lines.join(""), JSON.stringify(stored.rows)]) {
    expect(text).not.toMatch(/kestrel|heron/);
  }
});

/** The error of a statement when the database's disk is full. */
const fullDisk = new Error("Failed query", {
  cause: Object.assign(new Error("could not extend file"), { code: "53100" }),
});

test.each([
  ["is unavailable", new TryLater("nothing is there")],
  ["has no disk space", fullDisk],
])("a run whose dependency %s costs no attempt, however often", async (_, away) => {
  const task = aTask("test.away", { attempts: 1, runsAway: 4, away, fails: true });
  const queue = await open(task);
  await queue.work(task, connection, { slots: 1, perGroup: 1 });

  await add(queue, task, { name: "x" });

  // Makes delayed tasks due, as time would.
  const itIsTime = () =>
    connection.db.execute(sql`update pgboss.job set start_after = now() where name = 'test.away' and state = 'retry'`);
  let rows: Seen[] = [];
  while (!rows.some(({ what }) => what.startsWith("given up"))) {
    await itIsTime();
    await new Promise((resolve) => setTimeout(resolve, 20));
    rows = await seen(connection.db);
  }
  expect(rows.map(({ what }) => what)).toEqual(["x", "x", "x", "x", "x", "given up: it is broken"]);
});

test("a task that takes too long is aborted and given up", async () => {
  const task = slowTask("test.slow", { attempts: 1, timeoutMs: 300 });
  const queue = await open(task);
  await queue.work(task, connection, { slots: 1, perGroup: 1 });

  await add(queue, task, { name: "x", ms: 60_000 });

  const rows = await until((all) => all.some(({ what }) => what.startsWith("given up")));
  expect(rows.map(({ what }) => what)).toEqual(["begin x", "aborted x", "given up: took longer than 0.3 s"]);
});

test("a practice with a long backlog does not delay another one", async () => {
  const task = slowTask("test.fair", { attempts: 1, timeoutMs: 60_000 });
  const queue = await open(task);
  for (let n = 0; n < 30; n++) await add(queue, task, { name: `big ${n}`, ms: 300 }, "big");
  await add(queue, task, { name: "small", ms: 10 }, "small");

  await queue.work(task, connection, { slots: 3, perGroup: 2 });

  const happened = (await until((all) => all.some(({ what }) => what === "end small"))).map(({ what }) => what);
  // A new worker finds what waits behind a group at its limit with its next poll, half a second later.
  const before = happened.slice(0, happened.indexOf("end small"));
  expect(before.filter((what) => what.startsWith("end big")).length).toBeLessThan(10);
});

test("a backlog of short tasks is processed without pauses", async () => {
  const task = aTask("test.short");
  const queue = await open(task);
  for (let n = 0; n < 40; n++) await add(queue, task, { name: `${n}` });
  const started = performance.now();
  await queue.work(task, connection, { slots: 1, perGroup: 1 });

  await until((all) => all.length === 40);

  // With pg-boss's own pause of half a second after each task it would be 20 s.
  expect(performance.now() - started).toBeLessThan(6_000);
});

test("a task whose worker process is killed is finished by another, once", async () => {
  const task = slowTask("test.killed", { attempts: 3, timeoutMs: 60_000 });
  const queue = await open(task);
  const child = fork(join(import.meta.dirname, "../../../testing/queue/tried-worker.ts"), [database.url], {
    stdio: "ignore",
  });
  await add(queue, task, { name: "x", ms: 3_000 });
  await until((all) => all.some(({ what, who }) => what === "begin x" && who === String(child.pid)));

  child.kill("SIGKILL");
  await once(child, "exit");
  await queue.work(task, connection, { slots: 1, perGroup: 1 });

  const rows = await until((all) => all.some(({ what }) => what === "end x"));
  expect(rows.map(({ what, who }) => [what, who === String(process.pid)])).toEqual([
    ["begin x", false],
    ["begin x", true],
    ["end x", true],
  ]);
});

test("a worker that closes waits for its run to finish", async () => {
  const task = slowTask("test.close", { attempts: 1, timeoutMs: 60_000 });
  const queue = await open(task);
  await queue.work(task, connection, { slots: 1, perGroup: 1 });
  await add(queue, task, { name: "x", ms: 700 });
  await until((all) => all.length > 0);

  await queue.close();

  expect((await seen(connection.db)).map(({ what }) => what)).toEqual(["begin x", "end x"]);
});

test("a run that does not finish before its worker closes moves to another worker without using up an attempt", async () => {
  const task = slowTask("test.release", { attempts: 1, timeoutMs: 120_000 });
  const first = await open(task);
  await first.work(task, connection, { slots: 1, perGroup: 1 });
  await add(first, task, { name: "x", ms: 60_000 });
  await until((all) => all.length > 0);

  await first.close({ finishMs: 200 });
  const second = await open(task);
  await second.work(task, connection, { slots: 1, perGroup: 1 });

  const rows = await until((all) => all.filter(({ what }) => what === "begin x").length === 2);
  expect(rows.map(({ what }) => what)).toEqual(["begin x", "aborted x", "begin x"]);
  await second.close({ finishMs: 0 });
});

test("tasks can be added again after the database connections were lost", async () => {
  const task = aTask("test.reconnect");
  const queue = await open(task);
  await queue.work(task, connection, { slots: 1, perGroup: 1 });
  await connection.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );

  await add(queue, task, { name: "after" });

  await until((all) => all.some(({ what }) => what === "after"));
});

test("an invalid payload is refused when the task is added", async () => {
  const task = aTask("test.payload");
  const queue = await open(task, false);
  await expect(add(queue, task, { name: 5 } as never)).rejects.toThrow(/name/);
});

test("setting a queue up again changes it only when its task has changed", async () => {
  const task = aTask("test.set-up-again");
  const read = async () => {
    const { rows } = await connection.db.execute<{ changedAt: string; attempts: number }>(
      sql`select updated_on as "changedAt", retry_limit as attempts from pgboss.queue where name = ${task.name}`,
    );
    return rows[0];
  };
  await setUpQueue(database.url, [task], log);
  const first = await read();
  await setUpQueue(database.url, [task], log);
  expect(await read()).toEqual(first);

  await setUpQueue(database.url, [{ ...task, attempts: 7 }], log);
  expect(await read()).toMatchObject({ attempts: 13 });
});
