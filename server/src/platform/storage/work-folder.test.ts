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
/** Somebody else's bytes come while the work is under way. */
const whileItFillsUp = <Result>(work: () => Promise<Result>) => {
  disk.left = 50;
  return work();
};

test("nothing is begun on a full disk", async () => {
  disk.left = 20;
  const work = vi.fn(async () => "done");
  await expect(withWorkFolder(dataDir, work)).rejects.toThrow(TryLater);
  expect(work).not.toHaveBeenCalled();
});

test("what goes wrong on a disk that has just run full is tried later, whether it is said by an error or a result", async () => {
  await expect(withWorkFolder(dataDir, () => whileItFillsUp(fails))).rejects.toThrow(TryLater);
  disk.left = 1_000;
  const refused = () => whileItFillsUp(async () => "damaged");
  await expect(withWorkFolder(dataDir, refused, (result) => result !== "damaged")).rejects.toThrow(TryLater);
});

test("what goes well uses up what is kept free, and what goes wrong with room enough is the file's own fault", async () => {
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

test("the folder is gone afterwards", async () => {
  const folder = await withWorkFolder(dataDir, async (given) => given);
  expect(existsSync(folder)).toBe(false);
});
