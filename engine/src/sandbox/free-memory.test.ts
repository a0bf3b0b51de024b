import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freeMemoryBytes, leftInCgroups } from "./free-memory.ts";

test("the lowest limit of the parent cgroups counts, and cached files do not count as used", () => {
  const root = mkdtempSync(join(tmpdir(), "sheaf-cgroups-"));
  const group = (path: string, max: string, current: number, file: number, shmem: number) => {
    mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, path, "memory.max"), `${max}\n`);
    writeFileSync(join(root, path, "memory.current"), `${current}\n`);
    writeFileSync(join(root, path, "memory.stat"), `anon 1\nfile ${file}\nshmem ${shmem}\n`);
  };
  group("service", "1000", 700, 300, 100);
  group("service/main", "max", 650, 0, 0);

  expect(leftInCgroups(root, "/service/main")).toBe(500);
  expect(leftInCgroups(root, "/")).toBe(Number.POSITIVE_INFINITY);
});

test("this machine reports free memory", () => {
  expect(freeMemoryBytes()).toBeGreaterThan(0);
});
