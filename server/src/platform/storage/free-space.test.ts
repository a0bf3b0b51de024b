import { beforeEach, expect, test, vi } from "vitest";
import { freeSpaceIn, isOutOfSpace, OutOfSpace, requireFreeSpaceIn } from "./free-space.ts";

const MB = 1024 ** 2;
const disk = { bavail: 0, blocks: 0, bsize: MB };
vi.mock("node:fs/promises", async (original) => ({ ...(await original<object>()), statfs: async () => disk }));

beforeEach(() => void Object.assign(disk, { bavail: 100, blocks: 10_000 }));

test("64 MB of a large disk are reserved, and a twentieth of a small one", async () => {
  expect(await freeSpaceIn("/")).toEqual({ size: 10_000 * MB, left: 100 * MB, reserve: 64 * MB });
  disk.blocks = 200;
  expect((await freeSpaceIn("/")).reserve).toBe(10 * MB);
});

test("a file may use all but the reserve", async () => {
  await requireFreeSpaceIn("/", 36 * MB);
  const refused = requireFreeSpaceIn("/", 36 * MB + 1);
  await expect(refused).rejects.toThrow(OutOfSpace);
  await expect(refused).rejects.toThrow("(100 MB left)");
});

test.each([
  ["ENOSPC", true],
  ["EDQUOT", true],
  ["53100", true],
  ["EIO", false],
])("an error with the code %s means that a disk is full: %s", (code, isFull) => {
  expect(isOutOfSpace(new Error("failed", { cause: Object.assign(new Error(), { code }) }))).toBe(isFull);
});

test("a refused file means that a disk is full, another error does not", () => {
  expect(isOutOfSpace(new Error("failed", { cause: new OutOfSpace("full") }))).toBe(true);
  expect(isOutOfSpace(new Error("failed"))).toBe(false);
});
