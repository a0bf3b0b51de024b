import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyScratch, sandboxName } from "./scratch.ts";

test("processes and folders left by a killed engine are removed, and those of others are kept", async () => {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-scratch-"));
  const ended = spawn("true");
  await once(ended, "exit");
  const [mine, abandoned] = [sandboxName(), `sandbox-${ended.pid}-0123456789ab`];
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

test("a folder without read permission is removed, and the targets of its links are not changed", () => {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-scratch-"));
  const [child, closed, outside] = [
    join(dir, "sandboxed process"),
    join(dir, "sandboxed process", "work", "closed"),
    join(dir, "outside"),
  ];
  for (const path of [closed, outside]) mkdirSync(path, { recursive: true });
  symlinkSync(outside, join(child, "work", "link"));
  chmodSync(outside, 0o500);
  // Root may read everything, so the removal runs as another user then.
  const isRoot = process.getuid?.() === 0;
  const folders = [dir, child, join(child, "work"), closed, outside];
  if (isRoot) for (const path of folders) chownSync(path, 65_534, 65_534);
  writeFileSync(join(closed, "page"), "");
  chmodSync(closed, 0o300);
  const program = `
    const { removeFolder } = await import(${JSON.stringify(import.meta.resolve("./scratch.ts"))});
    if (${isRoot}) process.seteuid(65534);
    await removeFolder(${JSON.stringify(child)});`;

  execFileSync(process.execPath, ["--input-type=module", "--eval", program]);

  expect(existsSync(child)).toBe(false);
  expect(statSync(outside).mode & 0o777).toBe(0o500);
});
