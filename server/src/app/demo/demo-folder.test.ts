import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { holdsDemo, passwordFile, requireSeparateDemoFolder } from "./demo-folder.ts";
import { readJobsState, writeJobsState } from "./jobs/state.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-demo-folder-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("an empty folder becomes a demonstration's, with two passwords that only this user can read", () => {
  requireSeparateDemoFolder(folder, true);
  expect(holdsDemo(folder)).toBe(true);
  const [user, admin] = (["demo", "demo-admin"] as const).map((who) => {
    expect(statSync(passwordFile(folder, who)).mode & 0o777).toBe(0o600);
    return readFileSync(passwordFile(folder, who), "utf8");
  });
  for (const password of [user, admin]) expect(password).toMatch(/^[\w-]{12}\n$/);
  expect(user).not.toBe(admin);
});

test("a demonstration keeps its passwords at the next start", () => {
  requireSeparateDemoFolder(folder, true);
  const before = readFileSync(passwordFile(folder, "demo"), "utf8");
  writeFileSync(join(folder, "secret.key"), "");
  requireSeparateDemoFolder(folder, true);
  expect(readFileSync(passwordFile(folder, "demo"), "utf8")).toBe(before);
});

test.each(["secret.key", "postgres-18"])("a folder with a real installation’s %s takes no demonstration", (name) => {
  writeFileSync(join(folder, name), "");
  expect(() => requireSeparateDemoFolder(folder, true)).toThrow("contains a real installation");
  expect(() => requireSeparateDemoFolder(folder, false)).not.toThrow();
  expect(holdsDemo(folder)).toBe(false);
});

test("a demonstration's folder takes no real installation", () => {
  requireSeparateDemoFolder(folder, true);
  expect(() => requireSeparateDemoFolder(folder, false)).toThrow("contains a demonstration");
});

test("whether the demonstration's jobs are planned and made is kept in its folder", () => {
  expect(readJobsState(folder)).toBeUndefined();
  const state = { plannedAt: new Date("2026-11-23T14:20:00Z"), done: false };
  writeJobsState(folder, state);
  expect(readJobsState(folder)).toEqual(state);
  writeFileSync(join(folder, "demo-jobs.json"), "{");
  expect(() => readJobsState(folder)).toThrow();
});
