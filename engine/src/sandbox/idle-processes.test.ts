import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openIdleProcesses } from "./idle-processes.ts";
import type { SandboxedProcess } from "./sandboxed-process.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

function idleProcesses(most: number, mayKeep = () => true) {
  const retired: string[] = [];
  const names = new Map<SandboxedProcess, string>();
  const broken = new Set<string>();
  const kept = openIdleProcesses({ most, mayKeep, retire: (child) => void retired.push(names.get(child) ?? "") });
  const add = (name: string, practiceId: string, served = 0) => {
    const child = { isBroken: () => broken.has(name) } as SandboxedProcess;
    names.set(child, name);
    kept.add({ child, practiceId, served });
  };
  const take = (practiceId: string) => {
    const found = kept.take(practiceId);
    return found && { name: names.get(found.child), served: found.served };
  };
  return { kept, retired, broken, add, take };
}

test("the process of a practice that became idle last is taken first", () => {
  const { kept, retired, add, take } = idleProcesses(3);
  add("first", "anna", 4);
  add("second", "anna", 5);
  add("third", "ben", 6);
  expect([kept.has("anna"), kept.has("ben"), kept.has("cleo")]).toEqual([true, true, false]);
  expect(take("cleo")).toBeUndefined();
  expect(take("anna")).toEqual({ name: "second", served: 5 });
  expect(take("anna")).toEqual({ name: "first", served: 4 });
  expect(take("anna")).toBeUndefined();
  expect(kept.has("anna")).toBe(false);
  expect(retired).toEqual([]);
});

test("a process that became broken is retired instead of taken", () => {
  const { retired, broken, add, take } = idleProcesses(3);
  add("first", "anna");
  add("second", "anna");
  broken.add("second");
  expect(take("anna")?.name).toBe("first");
  expect(retired).toEqual(["second"]);
});

test("the process that has been idle longest is retired when there is one too many", () => {
  const { retired, add } = idleProcesses(2);
  add("first", "anna");
  add("second", "ben");
  expect(retired).toEqual([]);
  add("third", "cleo");
  expect(retired).toEqual(["first"]);
});

test("a process is retired at once when none is kept, or when the machine has no room", () => {
  const none = idleProcesses(0);
  none.add("first", "anna");
  expect([none.retired, none.kept.has("anna")]).toEqual([["first"], false]);
  const full = idleProcesses(2, () => false);
  full.add("first", "anna");
  expect([full.retired, full.kept.has("anna")]).toEqual([["first"], false]);
});

test("a process is kept for half a minute, and one that was taken does not end then", () => {
  const { retired, kept, add, take } = idleProcesses(3);
  add("first", "anna");
  add("second", "ben");
  take("ben");
  vi.advanceTimersByTime(29_999);
  expect(retired).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(retired).toEqual(["first"]);
  expect(kept.has("anna")).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test("all are retired at the end, each once", () => {
  const { retired, kept, add } = idleProcesses(3);
  add("first", "anna");
  add("second", "ben");
  kept.end();
  vi.advanceTimersByTime(60_000);
  expect(retired).toEqual(["first", "second"]);
});
