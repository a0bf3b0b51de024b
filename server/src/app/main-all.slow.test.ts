import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { startTestBed, type TestBed } from "../../testing/faults/test-bed.ts";

let stand: TestBed;
afterEach(() => stand?.close());

const patience = { timeout: 60_000, interval: 100 };
const isReady = async () => (await fetch(`${stand.url}/readyz`).catch(() => null))?.ok === true;
const postgres = () => stand.pids().postgres ?? expect.fail("PostgreSQL does not run");

test("PostgreSQL that somebody stopped is started again, and whoever needs it finds it", async () => {
  stand = await startTestBed();
  const before = { ...stand.pids(), postgres: postgres() };

  process.kill(before.postgres, "SIGINT");

  await vi.waitFor(async () => {
    expect(postgres()).not.toBe(before.postgres);
    expect(await isReady()).toBe(true);
  }, patience);
  const after = postgres();
  await stand.close();
  expect(() => process.kill(after, 0)).toThrow("ESRCH");
}, 180_000);

test("PostgreSQL that was only slow to answer goes on, and ends with the rest", async () => {
  stand = await startTestBed();
  const slow = postgres();
  const beginsToMend = () => existsSync(join(stand.dataDir, "postgres-18.lock"));

  process.kill(slow, "SIGSTOP");
  await vi.waitFor(() => expect(beginsToMend()).toBe(true), { ...patience, interval: 5 });
  process.kill(slow, "SIGCONT");
  await vi.waitFor(() => expect(beginsToMend()).toBe(false), patience);

  await vi.waitFor(async () => expect(await isReady()).toBe(true), patience);
  expect(postgres()).toBe(slow);
  await stand.close();
  expect(() => process.kill(slow, 0)).toThrow("ESRCH");
}, 180_000);
