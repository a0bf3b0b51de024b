import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { delegatedGroup } from "./cgroup.ts";

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
