import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import {
  childrenOf,
  list,
  numberIn,
  processFolder,
  processTree,
  read,
  useOf,
  waitedForProcessor,
} from "./process-tree.ts";

/** Starts a shell with two sleeping children, one of them below another shell. */
async function family(): Promise<number> {
  const shell = spawn("sh", ["-c", "sleep 60 & sh -c 'sleep 60 & echo; wait' & wait"], { detached: true });
  const { pid = 0 } = shell;
  onTestFinished(() => void process.kill(-pid, "SIGKILL"));
  await once(shell.stdout, "data");
  return pid;
}
/** Far above the numbers that Linux gives. */
const nobody = 2 ** 30;

test("a process's tree is it, its children and theirs", async () => {
  const pid = await family();
  expect(childrenOf(pid)).toHaveLength(2);
  const tree = processTree(pid);
  expect(tree).toHaveLength(4);
  expect(tree[0]).toBe(pid);
  expect(new Set(tree)).toEqual(new Set([pid, ...childrenOf(pid), ...childrenOf(pid).flatMap(childrenOf)]));
  expect([childrenOf(nobody), processTree(nobody)]).toEqual([[], [nobody]]);
});

test("the use of processes is the sum of what the kernel states for each, and those that ended use nothing", async () => {
  const tree = processTree(await family());
  const fields = (text: string, ...names: string[]) =>
    names.reduce((sum, name) => sum + Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0), 0);
  /** The processes may still be starting, so that their memory grows between two looks. */
  const areEqual = () => {
    const stated = tree.map((pid) => read(`/proc/${pid}/status`));
    const sum = (...names: string[]) => 1024 * stated.reduce((total, text) => total + fields(text, ...names), 0);
    return isDeepStrictEqual(useOf([...tree, nobody]), {
      privateBytes: sum("RssAnon", "VmSwap", "VmPTE", "HugetlbPages"),
      sharedBytes: sum("RssShmem"),
      processes: 4,
      threads: 4,
    });
  };
  await expect.poll(areEqual).toBe(true);
  expect(useOf([nobody])).toEqual({ processes: 0, threads: 0, privateBytes: 0, sharedBytes: 0 });
  expect(useOf([process.pid]).threads).toBe(list("/proc/self/task").length);
});

test("the time without a processor is known for processes that exist", () => {
  const waited = waitedForProcessor([process.pid, nobody]);
  expect([...waited.keys()]).toEqual([process.pid]);
  const nanoseconds = Number(read("/proc/self/schedstat").split(" ")[1]);
  expect(waited.get(process.pid)?.get(process.pid)).toBeLessThanOrEqual(nanoseconds / 1e6);
  expect(waited.get(process.pid)?.size).toBeGreaterThan(1);
});

test("a process that runs is described by its own folder", () => {
  expect(processFolder(process.pid).folder).toBe(`/proc/${process.pid}`);
  expect(processFolder(process.pid).status).toMatch(/^Name:/);
  expect(processFolder(nobody)).toEqual({ folder: `/proc/${nobody}`, status: "" });
});

test.each([
  ["Threads: 4\n", "Threads", 4],
  ["VmRSS:\t  12 kB\nThreads:\t5\n", "Threads", 5],
  ["anon 4096\nfile 12\n", "file", 12],
  ["file_mapped 7\nfile 12\n", "file", 12],
  ["anon 4096\n", "file", 0],
  ["", "file", 0],
])("in %j the field %s is %i", (text, field, value) => {
  expect(numberIn(text, field)).toBe(value);
});

test("a file and a folder that are missing are empty", () => {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-tree-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(join(dir, "a"), "words");
  expect([read(join(dir, "a")), list(dir)]).toEqual(["words", ["a"]]);
  expect([read(join(dir, "b")), list(join(dir, "b"))]).toEqual(["", []]);
});
