import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { delegatedGroup, makeCgroup } from "./cgroup.ts";
import { leftInCgroups } from "./free-memory.ts";
import { isAlive, ownerOf, sandboxName } from "./scratch.ts";
import { writeAtomically } from "./write-atomically.ts";

function tempFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-old-groups-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
const ended = spawnSync("true").pid;

test("a new group replaces the empty ones of this engine and of engines that ended, and leaves all others", () => {
  const parent = tempFolder();
  const kept = [`sandbox-${process.ppid}-a-0`, "sheaf", "other"];
  for (const name of [...kept, `sandbox-${process.pid}-a-0`, `sandbox-${ended}-a-0`, `cell-${ended}-a`])
    mkdirSync(join(parent, name));
  mkdirSync(join(parent, `sandbox-${ended}-b-1`, "inner"), { recursive: true });
  makeCgroup(parent, "new");
  expect(readdirSync(parent).sort()).toEqual([...kept, `sandbox-${ended}-b-1`, "new"].sort());
});

test("a process joins its group with what it has started, and an empty group can be removed", () => {
  const parent = tempFolder();
  const group = makeCgroup(parent, "one");
  group.add(process.pid);
  expect(Number(readFileSync(join(parent, "one", "cgroup.procs"), "utf8"))).toBeGreaterThan(0);
  expect(readFileSync(join(parent, "one", "memory.swap.max"), "utf8")).toBe("0");
  writeFileSync(join(parent, "one", "memory.events"), "oom_kill 0\n");
  expect(group.exceededMemoryLimit()).toBe(false);
  for (const name of readdirSync(join(parent, "one"))) rmSync(join(parent, "one", name));
  group.remove();
  expect(readdirSync(parent)).toEqual([]);
  expect(() => group.remove()).not.toThrow();
});

test.each([
  ["that is divided already", "cpu memory", "memory pids", "0::/a/sheaf\n", true, "memory pids"],
  ["that is not divided yet", "memory", "cpu", "0::/a/sheaf\n", true, "+memory"],
  ["of a subgroup of another name", "memory", "memory", "0::/a/sheaf2\n", false, "memory"],
  ["listed after one of another version", "memory", "memory", "1:name=a:/b\n0::/a/sheaf\n", true, "memory"],
])("the group of a service %s is used or not", (_, controllers, divided, own, isUsed, after) => {
  const root = tempFolder();
  mkdirSync(join(root, "a"));
  writeFileSync(join(root, "a", "cgroup.controllers"), controllers);
  writeFileSync(join(root, "a", "cgroup.subtree_control"), divided);
  expect(delegatedGroup(root, own)).toBe(isUsed ? join(root, "a") : null);
  expect(readFileSync(join(root, "a", "cgroup.subtree_control"), "utf8")).toBe(after);
});

test("a group that cannot be divided is not used", () => {
  const root = tempFolder();
  mkdirSync(join(root, "a", "cgroup.subtree_control"), { recursive: true });
  writeFileSync(join(root, "a", "cgroup.controllers"), "memory");
  expect(delegatedGroup(root, "0::/a/sheaf\n")).toBeNull();
});

test.each([
  ["sandbox-12-abc-0", 12],
  ["cell-7-abc", 7],
  ["sandbox-12", undefined],
  ["sandbox--abc", undefined],
  ["my-sandbox-12-abc", undefined],
  ["box-12-abc", undefined],
])("the folder %s belongs to the process %s", (name, owner) => {
  expect(ownerOf(name)).toBe(owner);
});

test("each new folder has another name, of this process", () => {
  const names = [sandboxName(), sandboxName()];
  expect(new Set(names).size).toBe(2);
  expect(names.map(ownerOf)).toEqual([process.pid, process.pid]);
});

test("a process is alive until it has ended, whoever owns it", () => {
  expect([process.pid, 1, ended].map(isAlive)).toEqual([true, true, false]);
});

test("what is left of memory is the least of all groups above, without what is cached", () => {
  const root = tempFolder();
  const group = (path: string, max: string, current: number, stat: string) => {
    mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, path, "memory.max"), max);
    writeFileSync(join(root, path, "memory.current"), `${current}`);
    writeFileSync(join(root, path, "memory.stat"), stat);
  };
  group("", "5000", 1_000, "file 0\nshmem 0\n");
  group("a", "2000", 500, "file 100\nshmem 300\n");
  group("a/b", "max", 10, "");
  group("a/c", "900", 200, "file 60\nshmem 10\n");
  expect(leftInCgroups(root, "/a/b")).toBe(1_500);
  expect(leftInCgroups(root, "/a/c")).toBe(750);
  expect(leftInCgroups(root, "/")).toBe(4_000);
  expect(leftInCgroups(root, "/a/none")).toBe(1_500);
});

test("a file that is written at once is complete, and no part of it stays", () => {
  const dir = tempFolder();
  writeAtomically(join(dir, "a"), "first");
  writeAtomically(join(dir, "a"), Buffer.from("second"));
  expect([readdirSync(dir), readFileSync(join(dir, "a"), "utf8")]).toEqual([["a"], "second"]);
});
