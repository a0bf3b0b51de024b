import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { scratchFolder, scratchOf } from "./scratch.ts";

const dataDir = mkdtempSync(join(tmpdir(), "sheaf-scratch-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
/** Above the largest process number of Linux. */
const unusedPid = 4_194_305;

test("a worker removes the folders of exited workers of its machine, and none of other machines that share the disk", async () => {
  const dead = scratchOf(dataDir, unusedPid);
  const alive = scratchOf(dataDir, process.ppid);
  const elsewhere = join(dataDir, "scratch", `worker-00000000-${unusedPid}`);
  for (const path of [dead, alive, elsewhere]) mkdirSync(path, { recursive: true });

  const mine = await scratchFolder(dataDir);

  expect([dead, alive, elsewhere, mine].map((path) => existsSync(path))).toEqual([false, true, true, true]);
});
