import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MB } from "@sheaf/contracts/limits.ts";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { childrenOf, processTree } from "./process-tree.ts";
import { type SandboxStorage, type WorkLimits, watch } from "./watchdog.ts";

vi.mock("./process-tree.ts", { spy: true });
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A process that does nothing more once it is known to run. */
async function idleProcess(script = "exec cat"): Promise<number> {
  const child = spawn("sh", ["-c", script], { detached: true });
  const { pid = 0 } = child;
  onTestFinished(() => void process.kill(-pid, "SIGKILL"));
  child.stdin.write("\n");
  await once(child.stdout, "data");
  return pid;
}

function folderWith(...sizes: number[]): string {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-watchdog-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const [at, size] of sizes.entries()) writeFileSync(join(dir, `${at}`), Buffer.alloc(size, 1));
  return dir;
}
const bytesOf = (...paths: string[]) => paths.reduce((sum, path) => sum + statSync(path).blocks * 512, 0);

const roomy: WorkLimits = { timeMs: 600_000, memoryBytes: 2 ** 40, scratchBytes: 2 ** 40 };
const nowhere: SandboxStorage = {
  onDisk: [],
  canDelete: false,
  inMemory: () => [],
  addedBytes: () => 0,
  workDir: () => "",
};

function watched(pid: number, limits: Partial<WorkLimits>, storage: Partial<SandboxStorage> = {}, uncounted?: number) {
  const breaches: string[] = [];
  const found = watch(
    pid,
    { ...nowhere, ...storage },
    { ...roomy, ...limits },
    (breach) => void breaches.push(breach),
    ...(uncounted === undefined ? [] : [uncounted]),
  );
  onTestFinished(() => found.stop());
  return { ...found, breaches };
}

describe("memory", () => {
  test("that was in use before is not counted, unless it is more than may be uncounted", async () => {
    const pid = await idleProcess();
    const { heldBytes, breaches } = watched(pid, { memoryBytes: 10 * MB });
    expect(heldBytes).toBeGreaterThan(10_000);
    const counted = watched(pid, { memoryBytes: heldBytes - 1_001 }, {}, 1_000);
    const uncounted = watched(pid, { memoryBytes: heldBytes - 1_000 }, {}, 1_000);
    vi.advanceTimersByTime(99);
    expect(counted.breaches).toEqual([]);
    vi.advanceTimersByTime(401);
    expect([breaches, counted.breaches, uncounted.breaches]).toEqual([[], ["memory"], []]);
  });

  test("in the file systems of the sandbox counts, with the names of its files", async () => {
    const pid = await idleProcess();
    const held = (...paths: string[]) => watched(pid, {}, { inMemory: () => paths }).heldBytes;
    expect(held("/none")).toBe(held());
    // Others may use the same file system meanwhile.
    const isRight = () => {
      const { blocks, bfree, bsize, files, ffree } = statfsSync("/dev/shm");
      const used = (blocks - bfree) * bsize + (files - ffree) * 2_048;
      return used > 0 && held("/dev/shm") - held() === used && held("/dev/shm", "/dev/shm") - held() === 2 * used;
    };
    await vi.waitFor(() => expect(isRight()).toBe(true));
  });

  test.each([
    [10_000, 10],
    [50, 19],
    [10, 91],
    [5, 91],
  ])("is looked at after a tenth of a second, and of %i times 8 MB left %i times in a second", async (times, looks) => {
    let count = 0;
    const inMemory = () => {
      count += 1;
      return [];
    };
    watched(await idleProcess(), { memoryBytes: times * 8 * MB }, { inMemory });
    count = 0;
    vi.advanceTimersByTime(1_000);
    expect(count).toBe(looks);
  });
});

describe("the disk", () => {
  const breachesOf = async (limits: Partial<WorkLimits>, storage: Partial<SandboxStorage>) => {
    const { breaches } = watched(await idleProcess(), limits, storage);
    vi.advanceTimersByTime(600);
    return breaches;
  };

  test("may be filled up to its limit, by all folders and what they contain", async () => {
    const [one, other] = [folderWith(20_000, 5_000), folderWith(30_000)];
    mkdirSync(join(other, "inner"));
    writeFileSync(join(other, "inner", "a"), Buffer.alloc(9_000, 1));
    symlinkSync("/", join(other, "inner", "link"));
    const used = bytesOf(join(one, "0"), join(one, "1"), join(other, "0"), join(other, "inner", "a"));
    const onDisk = [one, other, join(other, "none")];
    expect(await breachesOf({ scratchBytes: used }, { onDisk })).toEqual([]);
    expect(await breachesOf({ scratchBytes: used - 1 }, { onDisk })).toEqual(["scratch"]);
    expect(await breachesOf({ scratchBytes: used + 7 }, { onDisk, addedBytes: () => 7 })).toEqual([]);
    expect(await breachesOf({ scratchBytes: used + 6 }, { onDisk, addedBytes: () => 7 })).toEqual(["scratch"]);
  });

  test("holds deleted files that are open where files can be deleted", () => {
    const dir = folderWith();
    const path = join(dir, "open");
    const descriptor = openSync(path, "w");
    onTestFinished(() => closeSync(descriptor));
    writeSync(descriptor, Buffer.alloc(20_000, 1));
    unlinkSync(path);
    const breaches = [true, false].map(
      (canDelete) => watched(process.pid, { scratchBytes: 19_000 }, { onDisk: [dir], canDelete }).breaches,
    );
    vi.advanceTimersByTime(20);
    expect(breaches).toEqual([["scratch"], []]);
  });

  test.each([
    [100_000, 2],
    [100, 10],
    [10, 100],
    [5, 100],
  ])("is looked at, of %i times 3 MB left, %i times in a second", async (times, looks) => {
    let count = 0;
    const addedBytes = () => {
      count += 1;
      return 0;
    };
    watched(await idleProcess(), { scratchBytes: times * 3 * MB }, { addedBytes });
    vi.advanceTimersByTime(1_000);
    expect(count).toBe(looks);
  });

  test("holds no deleted file that was closed since the last look", () => {
    const dir = folderWith();
    const path = join(dir, "open");
    const descriptor = openSync(path, "w");
    writeSync(descriptor, Buffer.alloc(20_000, 1));
    unlinkSync(path);
    const { breaches } = watched(process.pid, { scratchBytes: 30_000 }, { onDisk: [dir], canDelete: true });
    vi.advanceTimersByTime(20);
    closeSync(descriptor);
    writeFileSync(path, Buffer.alloc(20_000, 1));
    vi.advanceTimersByTime(20);
    expect(breaches).toEqual([]);
  });

  test("is looked at without a list of processes where they cannot delete files", async () => {
    const pid = await idleProcess();
    const lists = (canDelete: boolean) => {
      const { stop } = watched(pid, { scratchBytes: 3 * MB }, { onDisk: [folderWith()], canDelete });
      vi.mocked(processTree).mockClear();
      vi.advanceTimersByTime(99); // the first look at the memory comes after 100 ms
      stop();
      return vi.mocked(processTree).mock.calls.length;
    };
    expect([true, false].map(lists)).toEqual([1, 0]);
  });
});

describe("processes", () => {
  test.each([
    [63, {}, []],
    [64, {}, ["processes"]],
    [2, { processes: 3 }, []],
    [3, { processes: 3 }, ["processes"]],
  ])("are counted: a shell and %i others with the limit %j", async (others, limits, expected) => {
    const pid = await idleProcess(`for each in $(seq ${others}); do sleep 60 & done; read -r line; echo; read -r line`);
    expect(childrenOf(pid)).toHaveLength(others);
    const { breaches } = watched(pid, limits);
    vi.advanceTimersByTime(150);
    expect(breaches).toEqual(expected);
  });
});

describe("time", () => {
  test("ends at its limit, once, and nothing is watched any more", async () => {
    const { breaches } = watched(await idleProcess(), { timeMs: 2_000 });
    vi.advanceTimersByTime(1_999);
    expect(breaches).toEqual([]);
    vi.advanceTimersByTime(20_000);
    expect(breaches).toEqual(["time"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not end once the file is done, while memory and disk are still watched", async () => {
    const { breaches, endTimeLimit, stop } = watched(await idleProcess(), { timeMs: 2_000 });
    endTimeLimit();
    vi.advanceTimersByTime(5_000);
    expect([breaches, vi.getTimerCount()]).toEqual([[], 2]);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
