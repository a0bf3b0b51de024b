import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { arrive } from "./arrivals.ts";

test("late arrivals are counted, none is omitted, and their waiting time includes the delay", async () => {
  const due: number[] = [];
  const waited: number[] = [];
  const arrivals = await arrive({ perSecond: 100, seconds: 0.3 }, (dueAt, number) => {
    due.push(dueAt);
    waited.push(performance.now() - dueAt);
    // Blocks the load generator for a while.
    if (number === 10) for (const until = performance.now() + 120; performance.now() < until; );
  });
  expect(arrivals.sent).toBe(30);
  expect(due.slice(1).map((at, index) => Math.round(at - (due[index] ?? 0)))).toEqual(Array(29).fill(10));
  expect(arrivals.late).toBeGreaterThanOrEqual(5);
  expect(arrivals.worstLateMs).toBeGreaterThanOrEqual(100);
  expect(waited[11]).toBeGreaterThanOrEqual(100);
});

test("an arrival does not wait for earlier ones", async () => {
  let answered = 0;
  const arrivals = await arrive({ perSecond: 200, seconds: 0.05 }, () => {
    void delay(10_000, undefined, { ref: false }).then(() => answered++);
  });
  expect([arrivals.sent, answered]).toEqual([10, 0]);
});
