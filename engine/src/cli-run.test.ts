import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { UsageError } from "./cli-arguments.ts";
import type { Converted } from "./cli-converted.ts";
import { exitFor, runCommand } from "./cli-run.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-cli-run-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const signals = ["SIGINT", "SIGTERM"] as const;
const listeners = signals.map((signal) => process.listeners(signal));
beforeEach(() => {
  for (const name of ["log", "error"] as const) vi.spyOn(console, name).mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const [index, signal] of signals.entries())
    for (const one of process.listeners(signal)) if (!listeners[index]?.includes(one)) process.off(signal, one);
});

const said = (name: "log" | "error") => vi.mocked(console[name]).mock.calls.flat();
const throwing = (error: unknown) => () => {
  throw error;
};
const diskError = (properties: object) => Object.assign(new Error("x"), properties);

test("a text that a command plans is printed, and nothing else is done", async () => {
  expect(await runCommand("read", () => "the usage", folder)).toBe(0);
  expect([said("log"), said("error")]).toEqual([["the usage"], []]);
  expect(existsSync(join(folder, "scratch"))).toBe(false);
});

test.each([
  [new UsageError("Enter a file."), "sheaf read: Enter a file."],
  [diskError({ code: "ENOSPC", path: "/a/b.pdf" }), "sheaf read: Sheaf cannot write to /a: the disk is full."],
  [
    diskError({ code: "EDQUOT", path: "/a/b.pdf", dest: "/c/d.pdf" }),
    "sheaf read: Sheaf cannot write to /c: your disk quota is used up.",
  ],
  [diskError({ code: "EROFS" }), "sheaf read: Sheaf cannot write to .: the disk is read-only."],
])("the error %s is reported in one sentence, with the status 1", async (error, words) => {
  expect(await runCommand("read", throwing(error), folder)).toBe(1);
  expect([said("log"), said("error")]).toEqual([[], [words]]);
});

test("any other error is thrown", async () => {
  await expect(runCommand("read", throwing(diskError({ code: "EACCES" })), folder)).rejects.toThrow("x");
  expect(said("error")).toEqual([]);
});

test.each([
  [[], 0],
  [["converted", "container", "set-aside"], 0],
  [["converted", "rejected"], 2],
  [["rejected", "failed", "converted"], 1],
] as [Converted["result"]["outcome"][], number][])(
  "after the outcomes %j the exit status is %i",
  (outcomes, status) => {
    expect(exitFor(outcomes.map((outcome) => ({ result: { outcome } }) as Converted))).toBe(status);
  },
);
