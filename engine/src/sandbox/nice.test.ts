import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { nice } from "./nice.ts";

test("a nice process has a lower priority than its parent, both for the process and for its session", () => {
  const child = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const pid = child.pid ?? 0;

  nice(pid);

  expect(getPriority(pid)).toBe(10);
  const session = `/proc/${pid}/autogroup`;
  if (existsSync(session)) expect(readFileSync(session, "utf8")).toMatch(/nice 10$/m);
});

test("a process that has ended causes no error", () => {
  nice(2 ** 22 - 1);
});
