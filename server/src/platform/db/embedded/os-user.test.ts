import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { canEnter, userForCluster, userForNewCluster } from "./os-user.ts";

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  return { ...fs, readFileSync: vi.fn(fs.readFileSync), statSync: vi.fn(fs.statSync) };
});
vi.mock("node:child_process", async (original) => {
  const all = await original<typeof import("node:child_process")>();
  return { ...all, spawnSync: vi.fn(all.spawnSync) };
});

const as = (uid: number) => vi.spyOn(process, "getuid").mockReturnValue(uid);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-user-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test("a user other than root runs PostgreSQL as itself", () => {
  as(1000);
  expect(userForNewCluster()).toEqual({});
  expect(userForCluster("/not/there")).toEqual({});
});

test("root runs a new PostgreSQL as nobody", () => {
  as(0);
  vi.mocked(readFileSync).mockReturnValueOnce("root:x:0:0:::\nnobody:x:65534:65533:nobody:/:/bin/false\n");
  expect(userForNewCluster()).toEqual({ uid: 65_534, gid: 65_533 });
});

test("root without the user nobody is told so", () => {
  as(0);
  vi.mocked(readFileSync).mockReturnValueOnce("root:x:0:0:::\nnotnobody:x:1:1:::\n");
  expect(() => userForNewCluster()).toThrow("this system has no user `nobody`");
});

test("root runs an existing cluster as its owner", () => {
  as(0);
  vi.mocked(statSync).mockReturnValueOnce({ uid: 70, gid: 71 } as never);
  expect(userForCluster(folder)).toEqual({ uid: 70, gid: 71 });
});

test("a cluster that root owns is given to nobody", () => {
  as(0);
  vi.mocked(statSync).mockReturnValueOnce({ uid: 0, gid: 5 } as never);
  vi.mocked(readFileSync).mockReturnValueOnce("nobody:x:65534:65533:::\n");
  vi.mocked(spawnSync)
    .mockReset()
    .mockReturnValueOnce({} as never);
  expect(userForCluster("/data/postgres-18")).toEqual({ uid: 65_534, gid: 65_533 });
  expect(vi.mocked(spawnSync).mock.calls).toEqual([["chown", ["-R", "65534:65533", "/data/postgres-18"]]]);
});

test("a folder can be entered when it exists, whatever its name", () => {
  expect([canEnter(folder, {}), canEnter(join(folder, "none"), {}), canEnter(join(folder, "-x"), {})]).toEqual([
    true,
    false,
    false,
  ]);
});
