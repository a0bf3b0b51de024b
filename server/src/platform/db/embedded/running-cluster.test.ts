import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findCluster } from "./find-running.ts";
import { withLockFile } from "./lock-file.ts";
import { runningOn } from "./postmaster.ts";
import { commandLine, isStillRunning, processMark } from "./process-mark.ts";

vi.mock("./postmaster.ts", () => ({ runningOn: vi.fn(() => null) }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-cluster-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.mocked(runningOn).mockReset().mockReturnValue(null);
});

/** A process number that the system never gives. */
const noPid = 2 ** 30;

test("a process is known by its number and its start", () => {
  const mark = processMark(process.pid);
  expect(mark).toMatch(new RegExp(`^${process.pid}:\\d+$`));
  expect(isStillRunning(mark ?? "")).toBe(true);
  expect(isStillRunning(`${mark}1`)).toBe(false);
});

test.each(["", "x", "0", "0:1", "-1:1", `${noPid}:1`])("the mark “%s” is of no running process", (mark) => {
  expect(isStillRunning(mark)).toBe(false);
  expect(processMark(noPid)).toBeNull();
});

test("a process has the words of its command", () => {
  expect(commandLine(process.pid)?.length).toBeGreaterThan(1);
  expect(commandLine(noPid)).toBeNull();
});

test("work is done while its lock file exists, and the file is removed after it", async () => {
  const path = join(folder, "lock");
  const held = await withLockFile(path, 1_000, async () => readFileSync(path, "utf8"));
  expect(held).toBe(processMark(process.pid));
  await expect(withLockFile(path, 1_000, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(() => readFileSync(path)).toThrow("ENOENT");
});

test("the lock of a process that has ended is taken over", async () => {
  const path = join(folder, "lock");
  writeFileSync(path, `${noPid}:1`);
  expect(await withLockFile(path, 10_000, async () => "done")).toBe("done");
});

test("a lock that is held is waited for no longer than allowed, and then named", async () => {
  const path = join(folder, "lock");
  const tried = withLockFile(path, 1_000, () => withLockFile(path, -1_000, async () => expect.unreachable()));
  await expect(tried).rejects.toThrow(`Another process has locked ${path} for -1 s.`);
});

test("a folder in which no lock can be made is an error at once", async () => {
  await expect(withLockFile(join(folder, "none/lock"), 1_000, async () => {})).rejects.toThrow("ENOENT");
});

test("a data folder without a cluster has none", () => {
  expect(findCluster(join(folder, "none"))).toEqual({ state: "none" });
  writeFileSync(join(folder, "postgres-x"), "");
  expect(findCluster(folder)).toEqual({ state: "none" });
});

test("the cluster of the newest version counts, and may lie elsewhere", () => {
  for (const name of ["postgres-9", "postgres-17"]) mkdirSync(join(folder, name));
  expect(findCluster(folder)).toEqual({ state: "stopped" });
  expect(runningOn).toHaveBeenLastCalledWith(join(folder, "postgres-17"));
  writeFileSync(join(folder, "postgres-18.location"), "/elsewhere\n");
  findCluster(folder);
  expect(runningOn).toHaveBeenLastCalledWith("/elsewhere");
});

test("a cluster that runs has its address, one that is not ready is stopped", () => {
  mkdirSync(join(folder, "postgres-17"));
  writeFileSync(join(folder, "postgres-17/sheaf-password"), "secret\n");
  vi.mocked(runningOn).mockReturnValue({ pid: 1, port: 5433, ready: false });
  expect(findCluster(folder)).toEqual({ state: "stopped" });
  vi.mocked(runningOn).mockReturnValue({ pid: 1, port: 5433, ready: true });
  const url = "postgres://sheaf:secret@127.0.0.1:5433/postgres";
  expect(findCluster(folder)).toEqual({ state: "running", url, password: "secret" });
});

test("a cluster whose files cannot be read is unreadable", () => {
  mkdirSync(join(folder, "postgres-17"));
  vi.mocked(runningOn).mockReturnValue({ pid: 1, port: 5433, ready: true });
  expect(findCluster(folder)).toEqual({ state: "unreadable" });
});
