import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cellName, emptyScratch } from "./scratch.ts";

test("what an engine that was killed left is removed, processes included, and nobody else's", async () => {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-scratch-"));
  const ended = spawn("true");
  await once(ended, "exit");
  const [mine, abandoned] = [cellName(), `cell-${ended.pid}-0123456789ab`];
  for (const name of [mine, abandoned]) mkdirSync(join(dir, name, "work"), { recursive: true });
  const orphan = spawn("sleep", ["600"], { cwd: join(dir, abandoned, "work") });
  const busy = spawn("sleep", ["600"], { cwd: join(dir, mine, "work") });
  const killed = once(orphan, "exit");
  await Promise.all([once(orphan, "spawn"), once(busy, "spawn")]);

  await emptyScratch(dir);

  expect(await killed).toEqual([null, "SIGKILL"]);
  expect(busy.exitCode ?? busy.signalCode).toBeNull();
  expect(readdirSync(dir)).toEqual([mine]);
  busy.kill();
});
