import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { delegatedGroup, makeCgroup } from "./cgroup.ts";

/** A folder with the files of a cgroup v2 that matter here. */
function groupsIn(controllers: string): string {
  const root = mkdtempSync(join(tmpdir(), "sheaf-cgroups-"));
  const service = join(root, "system.slice", "sheaf.service");
  mkdirSync(join(service, "sheaf"), { recursive: true });
  writeFileSync(join(service, "cgroup.controllers"), `${controllers}\n`);
  writeFileSync(join(service, "cgroup.subtree_control"), "\n");
  return root;
}

test('a service whose own processes are in the subgroup "sheaf" creates groups in the parent group', () => {
  const root = groupsIn("cpu memory pids");
  const group = join(root, "system.slice", "sheaf.service");
  expect(delegatedGroup(root, "0::/system.slice/sheaf.service/sheaf\n")).toBe(group);
  expect(readFileSync(join(group, "cgroup.subtree_control"), "utf8")).toBe("+memory");
});

test.each([
  ["of another service", "cpu memory", "0::/system.slice/sheaf.service\n"],
  ["without memory", "cpu pids", "0::/system.slice/sheaf.service/sheaf\n"],
  ["of cgroup v1", "cpu memory", "4:memory:/system.slice/sheaf.service/sheaf\n"],
])("a group %s is not used", (_, controllers, own) => {
  const root = groupsIn(controllers);
  expect(delegatedGroup(root, own)).toBeNull();
  expect(readFileSync(join(root, "system.slice", "sheaf.service", "cgroup.subtree_control"), "utf8")).toBe("\n");
});

test("a sandboxed process may use its limit in addition to what it uses already, and is killed as a whole", () => {
  const parent = mkdtempSync(join(tmpdir(), "sheaf-cgroup-"));
  const group = makeCgroup(parent, "one");
  const fileIn = (name: string) => join(parent, "one", name);
  expect(readFileSync(fileIn("memory.oom.group"), "utf8")).toBe("1");
  writeFileSync(fileIn("memory.stat"), "anon 1000\nfile 5000\nkernel 300\nshmem 20\n");
  group.setMemoryLimit(4_000.4);
  expect(readFileSync(fileIn("memory.max"), "utf8")).toBe("5320");

  expect(group.exceededMemoryLimit()).toBe(false);
  writeFileSync(fileIn("memory.events"), "low 0\noom 1\noom_kill 1\n");
  expect(group.exceededMemoryLimit()).toBe(true);
});
