import { expect, test } from "vitest";
import { defineScheduledTask } from "../queue/task.ts";
import { recorded } from "./scheduled.ts";

/** Runs a recorded task; returns what was stored. */
async function run(work: () => Promise<Record<string, number> | undefined>, isAway = false) {
  const stored: object[] = [];
  const insert = {
    values(row: object) {
      if (!isAway) stored.push(row);
      return insert;
    },
    onConflictDoUpdate: () => (isAway ? Promise.reject(new Error("away")) : Promise.resolve()),
  };
  const task = recorded(defineScheduledTask<{ db: never }>({ name: "jobs.try", timeoutMs: 1, run: work }));
  const services = { db: { insert: () => insert } as never };
  const result = await task.run({}, services, { signal: new AbortController().signal }).then(
    (found) => ({ found }),
    (error) => ({ error: error.message }),
  );
  return { result, stored };
}

test("a run that succeeds is stored with its counts", async () => {
  const { result, stored } = await run(async () => ({ files: 2 }));
  expect(result).toEqual({ found: { files: 2 } });
  expect(stored).toMatchObject([{ task: "jobs.try", found: { files: 2 }, ms: expect.any(Number) }]);
  expect(stored[0]).toHaveProperty("doneAt");
  expect((await run(async () => undefined)).stored).toMatchObject([{ found: {} }]);
});

test("a run that fails is stored and throws its own error, also when it cannot be stored", async () => {
  const { result, stored } = await run(() => Promise.reject(new Error("no")));
  expect(result).toEqual({ error: "no" });
  expect(stored).toMatchObject([{ task: "jobs.try" }]);
  expect(stored[0]).toHaveProperty("failedAt");
  expect((await run(() => Promise.reject(new Error("no")), true)).result).toEqual({ error: "no" });
});

test("a run that succeeded but cannot be stored fails", async () => {
  expect((await run(async () => undefined, true)).result).toEqual({ error: "away" });
});
