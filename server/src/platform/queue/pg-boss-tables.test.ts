import type { sql } from "drizzle-orm";
import { PgDialect, pgTable, uuid } from "drizzle-orm/pg-core";
import { expect, test, vi } from "vitest";
import {
  charge,
  countTasks,
  dueTasks,
  lapsedTasks,
  listFailedTasks,
  lockFailedTask,
  makeDueNow,
  release,
  unfinishedTasks,
} from "./pg-boss-tables.ts";

const dialect = new PgDialect();

/** A database that answers with these rows; returns also the values of its statements. */
function answering(rows: object[], rowCount: number | null = rows.length) {
  const values: unknown[][] = [];
  const execute = async (query: ReturnType<typeof sql>) => {
    values.push(dialect.sqlToQuery(query).params);
    return { rows, rowCount };
  };
  return { db: { execute } as never, values };
}

test("failed tasks have their time, and an error without personal data", async () => {
  const task = { id: "1", task: "files.convert", attempts: 3, practiceId: "p", at: "2026-11-20 12:00:00+00" };
  const { db, values } = answering([
    { ...task, message: "no such a@b.example" },
    { ...task, message: null, practiceId: null },
    { ...task, message: "" },
  ]);
  const shown = { id: "1", task: "files.convert", attempts: 3, practiceId: "p", failedAt: "2026-11-20T12:00:00.000Z" };
  expect(await listFailedTasks(db, 50)).toEqual([
    { ...shown, error: "no such …@…" },
    { ...shown, practiceId: null, error: "Its workers died." },
    { ...shown, error: "" },
  ]);
  expect(values).toEqual([[50]]);
});

test("a failed task is locked, or there is none", async () => {
  const row = { task: "a", practiceId: "p", jobId: null };
  expect(await lockFailedTask(answering([row]).db, "1")).toEqual(row);
  expect(await lockFailedTask(answering([]).db, "1")).toBeNull();
});

test("counted tasks have the time since which the oldest waits", async () => {
  const counts = { task: "a", waiting: 1, running: 2, failed: 3 };
  const { db } = answering([
    { ...counts, oldest: "2026-11-20 12:00:00+00" },
    { ...counts, oldest: null },
  ]);
  expect(await countTasks(db)).toEqual([
    { ...counts, oldestWaitingAt: "2026-11-20T12:00:00.000Z" },
    { ...counts, oldestWaitingAt: null },
  ]);
});

test("tasks delayed for longer than an hour become due, and are counted", async () => {
  const { db, values } = answering([], 2);
  expect(await makeDueNow(db, [{ name: "a" }, { name: "b" }])).toBe(2);
  expect(values).toEqual([["a", "b", 60]]);
  expect(await makeDueNow(answering([], null).db, [{ name: "a" }])).toBe(0);
});

test("unfinished tasks are those of a kind and those that it gives up", () => {
  const { id } = pgTable("files", { id: uuid() });
  const { params, sql: text } = dialect.sqlToQuery(unfinishedTasks({ name: "files.convert" }, "fileId", id));
  expect(params).toEqual(["files.convert", "files.convert.given-up", "fileId"]);
  expect(text).toContain(`= "files"."id"::text`);
});

function boss(rows: object[] = []) {
  const executeSql = vi.fn(async (_text: string, _values?: unknown[]) => ({ rows }));
  return { boss: { getDb: () => ({ executeSql }) } as never, executeSql };
}
const run = { name: "a", id: "1", retryCount: 2 };

test("a charged run costs half an attempt more, a free one is given back and repeated after half a minute", async () => {
  const { boss: queue, executeSql } = boss();
  await charge(queue, run, false);
  await charge(queue, run, true);
  await release(queue, run);
  expect(executeSql.mock.calls.map(([, values]) => values)).toEqual([
    ["a", "1", 2, -1, 300],
    ["a", "1", 2, 1, 30],
    ["a", "1", 2],
  ]);
  expect(executeSql.mock.calls[2]?.[0]).toContain("retry_limit = retry_limit + 1");
});

test("due tasks are counted by kind, up to a hundred, and lapsed ones are named", async () => {
  const { boss: queue, executeSql } = boss([{ name: "a", number: 3 }]);
  expect(await dueTasks(queue, ["a", "b"])).toEqual(new Map([["a", 3]]));
  expect(executeSql.mock.calls[0]?.[1]).toEqual([["a", "b"]]);
  expect(executeSql.mock.calls[0]?.[0]).toContain("limit 100\n");
  expect(await lapsedTasks(queue)).toEqual(["a"]);
});
