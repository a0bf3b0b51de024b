import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";
import { clusterFolder, traversableFolder } from "./cluster-folder.ts";
import { canEnter } from "./os-user.ts";

/** The calls that change files, in their order, and the files that exist with their content. */
const disk = vi.hoisted(() => ({ calls: [] as unknown[][], files: new Map<string, string>() }));
vi.mock("node:fs", async (original) => ({
  ...(await original<object>()),
  existsSync: vi.fn((path: string) => disk.files.has(path)),
  readFileSync: (path: string) => disk.files.get(path),
  mkdirSync: (path: string, options: object) => void disk.calls.push(["mkdir", path, options]),
  chmodSync: (path: string, mode: number) => void disk.calls.push(["chmod", path, mode]),
  writeFileSync: (path: string, text: string) => void disk.calls.push(["write", path, text]),
}));
vi.mock("node:crypto", async (original) => ({ ...(await original<object>()), randomUUID: () => "uuid" }));
vi.mock("node:child_process", async (original) => ({ ...(await original<object>()), spawnSync: vi.fn() }));
vi.mock("./os-user.ts", () => ({ canEnter: vi.fn() }));

beforeEach(() => {
  disk.calls.length = 0;
  disk.files.clear();
  vi.mocked(spawnSync)
    .mockReset()
    .mockReturnValue({ status: 0 } as never);
  vi.mocked(canEnter).mockReset().mockReturnValue(false);
});

const nobody = { uid: 65_534, gid: 65_534 };
const outside = "/var/lib/sheaf/clusters/uuid/postgres-18";
const madeOutside = [
  ["mkdir", "/var/lib/sheaf/clusters", { recursive: true }],
  ["chmod", "/var/lib/sheaf", 0o711],
  ["chmod", "/var/lib/sheaf/clusters", 0o711],
  ["mkdir", "/var/lib/sheaf/clusters/uuid", { mode: 0o711 }],
  ["write", "/var/lib/sheaf/clusters/uuid/belongs-to", "/data\n"],
];
const pointed = ["write", "/data/postgres-18.location", `${outside}\n`];

test("a cluster is in the data folder when its user can enter that", () => {
  vi.mocked(canEnter).mockReturnValue(true);
  expect(clusterFolder("/data", "postgres-18", nobody)).toBe("/data/postgres-18");
  expect(canEnter).toHaveBeenCalledExactlyOnceWith("/data", nobody);
  expect(disk.calls).toEqual([]);
});

test("a cluster that was placed elsewhere stays there", () => {
  disk.files.set("/data/postgres-18.location", "/elsewhere/postgres-18\n");
  expect(clusterFolder("/data", "postgres-18", nobody)).toBe("/elsewhere/postgres-18");
  expect([vi.mocked(canEnter).mock.calls, disk.calls]).toEqual([[], []]);
});

test("a new cluster is outside when its user cannot enter the data folder, which then names its place", () => {
  expect(clusterFolder("/data", "postgres-18", nobody)).toBe(outside);
  expect(disk.calls).toEqual([...madeOutside, pointed]);
  expect(existsSync).toHaveBeenCalledWith("/data/postgres-18");
  expect(spawnSync).not.toHaveBeenCalled();
});

test("an existing cluster is moved out when its folder became private", () => {
  disk.files.set("/data/postgres-18", "");
  expect(clusterFolder("/data", "postgres-18", nobody)).toBe(outside);
  expect(vi.mocked(spawnSync).mock.calls).toEqual([["mv", ["/data/postgres-18", outside]]]);
  expect(disk.calls.at(-1)).toEqual(pointed);
});

test("a cluster that cannot be moved is named, and its place is not changed", () => {
  disk.files.set("/data/postgres-18", "");
  vi.mocked(spawnSync).mockReturnValue({ status: 1 } as never);
  expect(() => clusterFolder("/data", "postgres-18", nobody)).toThrow(`moving it to ${outside} failed`);
  expect(disk.calls).toEqual(madeOutside);
});

test("a folder that every user can traverse is made with those above it", () => {
  expect(traversableFolder("/var/lib/sheaf/x")).toBe("/var/lib/sheaf/x");
  expect(disk.calls).toEqual([
    ["mkdir", "/var/lib/sheaf/x", { recursive: true }],
    ["chmod", "/var/lib/sheaf", 0o711],
    ["chmod", "/var/lib/sheaf/x", 0o711],
  ]);
});
