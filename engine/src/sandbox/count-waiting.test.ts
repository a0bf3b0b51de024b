import { expect, test, vi } from "vitest";
import { countWaiting } from "./count-waiting.ts";

const { waited } = vi.hoisted(() => ({ waited: new Map<number, Map<number, number>>() }));
vi.mock("./process-tree.ts", () => ({
  waitedForProcessor: (pids: number[]) =>
    new Map(pids.flatMap((pid) => (waited.has(pid) ? [[pid, new Map(waited.get(pid))]] : []))),
}));

/** Sets how long the threads of a process have waited, in milliseconds. */
const set = (pid: number, threads: Record<number, number>) =>
  waited.set(pid, new Map(Object.entries(threads).map(([thread, ms]) => [Number(thread), ms])));

test("what was waited before is not counted, and of each process the longest wait is", () => {
  set(1, { 1: 500, 2: 3_000 });
  const waiting = countWaiting([1]);
  expect(waiting([1])).toBe(0);
  set(1, { 1: 510, 2: 3_070, 3: 40 });
  expect(waiting([1])).toBe(70);
});

test("the waits of several processes are added, also of those that start later", () => {
  set(1, { 1: 100 });
  const waiting = countWaiting([1]);
  set(1, { 1: 130 });
  set(2, { 2: 5, 3: 9 });
  expect(waiting([1, 2])).toBe(39);
});

test("threads and processes that have ended keep what they had waited", () => {
  set(1, { 1: 0, 2: 0 });
  set(2, { 2: 0 });
  const waiting = countWaiting([1, 2]);
  set(1, { 1: 10, 2: 80 });
  set(2, { 2: 7 });
  expect(waiting([1, 2])).toBe(87);
  waited.delete(2);
  set(1, { 1: 20 });
  expect(waiting([1])).toBe(87);
});

test("a process for which the kernel gives no value has waited for nothing", () => {
  waited.clear();
  expect(countWaiting([1])([1, 9])).toBe(0);
});
