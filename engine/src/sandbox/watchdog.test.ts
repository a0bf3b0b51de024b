import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { processTree, waitedForProcessor } from "./process-tree.ts";
import { timeLeft, watch } from "./watchdog.ts";

test.each([
  ["is over when it has passed", 30_000, 30_000, 0, 0],
  ["goes on for as long as there was no processor", 30_000, 30_000, 12_000, 12_000],
  ["is over although there was none, after three times as long", 30_000, 90_000, 89_000, 0],
  ["is over although there was none, before a task gives up", 120_000, 140_000, 139_000, 0],
  ["is never shorter than the limit", 200_000, 190_000, 0, 10_000],
])("a file's time %s", (_, limitMs, elapsedMs, waitedMs, leftMs) => {
  expect(timeLeft(limitMs, elapsedMs, waitedMs)).toBe(leftMs);
});

/** A shell whose two children want the same processor for ever. */
async function withRivals(use: (pid: number) => Promise<void>): Promise<void> {
  const script = "taskset -p -c 0 $$ >/dev/null; for each in 1 2; do while :; do :; done & done; wait";
  const shell = spawn("sh", ["-c", script], { stdio: "ignore", detached: true });
  const { pid = 0 } = shell;
  try {
    await once(shell, "spawn");
    await use(pid);
  } finally {
    process.kill(-pid, "SIGKILL");
  }
}

test("processes that want the same processor are seen to wait for it, children of children too", () =>
  withRivals(async (pid) => {
    const waited = () => [...waitedForProcessor(processTree(pid)).values()].filter((ms) => ms > 20).length;
    await expect.poll(waited, { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
  }));

test("a sandboxed process that waits for a processor gets that time later", () =>
  withRivals(async (pid) => {
    const began = performance.now();
    const limits = { timeMs: 300, memoryBytes: 2 ** 30, scratchBytes: 2 ** 30 };
    const storage = { onDisk: [], canDelete: false, inMemory: () => [], workDir: () => "", addedBytes: () => 0 };
    const breach = await new Promise((resolve) => watch(pid, storage, limits, resolve));
    expect(breach).toBe("time");
    // Two of them, each waiting half of the time.
    expect(performance.now() - began).toBeGreaterThan(1.5 * limits.timeMs);
  }));
