import { beforeEach, expect, test, vi } from "vitest";
import { findAllocator, officeKitEnvironment } from "./office-kit-environment.ts";

const { files } = vi.hoisted(() => ({ files: new Set<string>() }));
vi.mock("node:fs", () => ({ existsSync: (path: string) => files.has(path) }));
beforeEach(() => files.clear());

test("LibreOffice finds no programs and lists no changes, and has its usual allocator without jemalloc", () => {
  expect(findAllocator()).toBeUndefined();
  expect(officeKitEnvironment("/empty")).toEqual({ PATH: "/empty", DISABLE_REDLINE: "1" });
});

test.each(["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"])(
  "jemalloc in %s is LibreOffice's allocator",
  (folder) => {
    files.add(`${folder}/libjemalloc.so.2`);
    expect(findAllocator()).toBe(`${folder}/libjemalloc.so.2`);
    expect(officeKitEnvironment("/empty")).toMatchObject({ LD_PRELOAD: `${folder}/libjemalloc.so.2` });
  },
);
