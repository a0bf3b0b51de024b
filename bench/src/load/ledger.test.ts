import { expect, test } from "vitest";
import { openLedger, used } from "./ledger.ts";
import { type ProcessStat, readStat } from "./process-stat.ts";

const process = (pid: number, parent: number, cpuSeconds: number, startedAt = pid): ProcessStat => ({
  pid,
  parent,
  cpuSeconds,
  startedAt,
});
const roots = [
  { pid: 10, part: "start" as const },
  { pid: 11, part: "api" as const },
  { pid: 12, part: "worker" as const },
];
const otherProcess = process(99, 1, 500);

test("the fields of a process are read correctly whatever characters its name contains", () => {
  const stat = `4711 (a) b (c) S 42 4711 0 0 -1 4194560 1 2 3 4 150 25 900 900 20 0 11 0 987654 1000 10`;
  expect(readStat(stat)).toEqual({ pid: 4711, parent: 42, startedAt: 987654, cpuSeconds: 1.75 });
});

test("children and grandchildren of a worker count as converters, and other processes are ignored", () => {
  const ledger = openLedger(roots);
  ledger.look([
    process(10, 1, 1),
    process(11, 10, 2),
    process(12, 10, 3),
    process(13, 12, 4),
    process(14, 13, 5),
    otherProcess,
  ]);
  expect(ledger.cpuSeconds()).toEqual({ start: 1, api: 2, worker: 3, converters: 9, postgres: 0 });
  expect(ledger.running().filter(({ part }) => part === "converters")).toHaveLength(2);
});

test("a sandbox counts once, when it is started, and what runs inside it does not", () => {
  const ledger = openLedger(roots);
  ledger.look([process(12, 10, 3), process(13, 12, 4), process(14, 13, 5)]);
  ledger.look([process(12, 10, 3), process(13, 12, 5), process(14, 13, 6), process(15, 14, 1)]);
  expect(ledger.sandboxes()).toBe(1);
  ledger.look([process(12, 10, 3), process(16, 12, 1)]);
  expect(ledger.sandboxes()).toBe(2);
});

test("the time of a killed converter is kept, and its orphan still counts as a converter", () => {
  const ledger = openLedger(roots);
  ledger.look([process(12, 10, 0), process(13, 12, 4), process(14, 13, 5)]);
  const before = ledger.cpuSeconds();
  ledger.look([process(12, 10, 0), process(14, 1, 6)]);
  ledger.look([process(12, 10, 0)]);
  expect(ledger.cpuSeconds().converters).toBe(10);
  expect(used(before, ledger.cpuSeconds()).converters).toBe(1);
});

test("a process id that is reused for another process starts a new entry", () => {
  const ledger = openLedger(roots);
  ledger.look([process(12, 10, 0), process(13, 12, 4, 1_000)]);
  ledger.look([process(12, 10, 0), process(13, 12, 1, 2_000)]);
  expect(ledger.cpuSeconds().converters).toBe(5);
  ledger.look([process(12, 10, 0), process(13, 1, 300, 3_000)]);
  expect(ledger.cpuSeconds().converters).toBe(5);
});
