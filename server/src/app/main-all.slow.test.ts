import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { startTestBed, type TestBed } from "../../testing/faults/test-bed.ts";

let testBed: TestBed;
afterEach(() => testBed?.close());

const waitOptions = { timeout: 60_000, interval: 100 };
const isReady = async () => (await fetch(`${testBed.url}/readyz`).catch(() => null))?.ok === true;
const postgres = () => testBed.pids().postgres ?? expect.fail("PostgreSQL does not run");

test("PostgreSQL is restarted after it was stopped, and the other processes connect to it again", async () => {
  testBed = await startTestBed();
  const before = { ...testBed.pids(), postgres: postgres() };

  process.kill(before.postgres, "SIGINT");

  await vi.waitFor(async () => {
    expect(postgres()).not.toBe(before.postgres);
    expect(await isReady()).toBe(true);
  }, waitOptions);
  const after = postgres();
  await testBed.close();
  expect(() => process.kill(after, 0)).toThrow("ESRCH");
}, 180_000);

test("PostgreSQL that was only slow to respond keeps running, and is stopped with the rest", async () => {
  testBed = await startTestBed();
  const slow = postgres();
  const isRestarting = () => existsSync(join(testBed.dataDir, "postgres-18.lock"));

  process.kill(slow, "SIGSTOP");
  await vi.waitFor(() => expect(isRestarting()).toBe(true), { ...waitOptions, interval: 5 });
  process.kill(slow, "SIGCONT");
  await vi.waitFor(() => expect(isRestarting()).toBe(false), waitOptions);

  await vi.waitFor(async () => expect(await isReady()).toBe(true), waitOptions);
  expect(postgres()).toBe(slow);
  await testBed.close();
  expect(() => process.kill(slow, 0)).toThrow("ESRCH");
}, 180_000);
