import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TryLater } from "../queue/task.ts";
import { withWorkFolder } from "./work-folder.ts";

const disk = { left: 0, reserve: 100 };
vi.mock("./free-space.ts", async (original) => ({ ...(await original<object>()), freeSpaceIn: async () => disk }));

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "sheaf-work-"));
  disk.left = 1_000;
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const fails = async () => Promise.reject(new Error("LibreOffice left no PDF"));
/** The disk fills up while the work is running. */
const whileItFillsUp = <Result>(work: () => Promise<Result>) => {
  disk.left = 50;
  return work();
};

test("does not start work on a full disk", async () => {
  disk.left = 20;
  const work = vi.fn(async () => "done");
  await expect(withWorkFolder(dataDir, work)).rejects.toThrow(TryLater);
  expect(work).not.toHaveBeenCalled();
});

test("work that fails after the disk has filled up is repeated later, for a thrown error and for a bad result", async () => {
  await expect(withWorkFolder(dataDir, () => whileItFillsUp(fails))).rejects.toThrow(TryLater);
  disk.left = 1_000;
  const refused = () => whileItFillsUp(async () => "damaged");
  await expect(withWorkFolder(dataDir, refused, (result) => result !== "damaged")).rejects.toThrow(TryLater);
});

test("successful work may use the reserve, and a failure with enough space is passed on", async () => {
  expect(await withWorkFolder(dataDir, () => whileItFillsUp(async () => "done"))).toBe("done");
  disk.left = 1_000;
  await expect(withWorkFolder(dataDir, fails)).rejects.toThrow("LibreOffice left no PDF");
  expect(
    await withWorkFolder(
      dataDir,
      async () => "damaged",
      () => false,
    ),
  ).toBe("damaged");
});

test("removes the folder afterwards", async () => {
  const folder = await withWorkFolder(dataDir, async (given) => given);
  expect(existsSync(folder)).toBe(false);
});
