import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { countWaiting } from "./count-waiting.ts";
import { processTree, waitedForProcessor } from "./process-tree.ts";
import { timeLeft, watch } from "./watchdog.ts";

test.each([
  ["ends at its limit", 30_000, 30_000, 0, 0],
  ["is extended by the time without a processor", 30_000, 30_000, 12_000, 12_000],
  ["ends after three times its limit even without a processor", 30_000, 90_000, 89_000, 0],
  ["ends before the time limit of a task even without a processor", 120_000, 140_000, 139_000, 0],
  ["is never shorter than the limit", 200_000, 190_000, 0, 10_000],
])("a file's time %s", (_, limitMs, elapsedMs, waitedMs, leftMs) => {
  expect(timeLeft(limitMs, elapsedMs, waitedMs)).toBe(leftMs);
});

test("work that is patient waits longer for a processor", () => {
  expect(timeLeft(30_000, 150_000, 149_000, 300_000)).toBe(29_000);
  expect(timeLeft(30_000, 300_000, 299_000, 300_000)).toBe(0);
});

test("time without a processor counts for processes that have ended, too", () =>
  withRivals(async (pid) => {
    const limits = { timeMs: 60_000, memoryBytes: 2 ** 30, scratchBytes: 2 ** 30, patientMs: 60_000 };
    const storage = { onDisk: [], canDelete: false, inMemory: () => [], workDir: () => "", addedBytes: () => 0 };
    const { waitedMs, stop } = watch(pid, storage, limits, () => {});
    await expect.poll(waitedMs, { timeout: 15_000 }).toBeGreaterThan(200);
    for (const child of processTree(pid).slice(1)) process.kill(child, "SIGKILL");
    expect(waitedMs()).toBeGreaterThan(200);
    stop();
  }));

/** Starts a shell whose two children compete for the same processor, in endless loops. */
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

test("the waiting time of processes that compete for a processor is measured, including grandchildren", () =>
  withRivals(async (pid) => {
    const waited = () =>
      [...waitedForProcessor(processTree(pid)).values()].filter((threads) =>
        [...threads.values()].some((ms) => ms > 20),
      ).length;
    await expect.poll(waited, { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
  }));

test("the waiting time of a second thread is measured while the first one rests", async () => {
  const worker = 'new (require("node:worker_threads").Worker)("for (;;);", { eval: true })';
  const script = `taskset -p -c 0 $$ >/dev/null; while :; do :; done & exec "${process.execPath}" -e '${worker}'`;
  const shell = spawn("sh", ["-c", script], { stdio: "ignore", detached: true });
  const { pid = 0 } = shell;
  try {
    await once(shell, "spawn");
    const waiting = countWaiting([pid]);
    await expect.poll(() => waiting([pid]), { timeout: 15_000 }).toBeGreaterThan(1_000);
  } finally {
    process.kill(-pid, "SIGKILL");
  }
});

test("a sandboxed process that waits for a processor gets that time added to its limit", () =>
  withRivals(async (pid) => {
    const began = performance.now();
    const limits = { timeMs: 300, memoryBytes: 2 ** 30, scratchBytes: 2 ** 30 };
    const storage = { onDisk: [], canDelete: false, inMemory: () => [], workDir: () => "", addedBytes: () => 0 };
    const breach = await new Promise((resolve) => watch(pid, storage, limits, resolve));
    expect(breach).toBe("time");
    // There are two processes, each of which waits half of the time.
    expect(performance.now() - began).toBeGreaterThan(1.5 * limits.timeMs);
  }));
