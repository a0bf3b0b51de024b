import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { readDescendants } from "./children.ts";

test.skipIf(!existsSync("/proc/self/stat"))(
  "counts child processes and their descendants with their memory until they exit",
  async () => {
    const outer = spawn("sh", ["-c", "cat; true"], { stdio: ["pipe", "ignore", "ignore"] });
    const { pid = 0 } = outer;
    await vi.waitFor(async () => expect((await readDescendants(pid))?.count).toBe(1), { timeout: 10_000 });
    expect((await readDescendants(pid))?.bytes).toBeGreaterThan(10_000);
    expect((await readDescendants())?.count).toBeGreaterThanOrEqual(2);
    outer.stdin.end();
    await once(outer, "close");
    expect(await readDescendants(pid)).toEqual({ count: 0, bytes: 0 });
  },
);
