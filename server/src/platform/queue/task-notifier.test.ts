import type { PgBoss } from "pg-boss";
import { afterEach, expect, test } from "vitest";
import { startTaskNotifier, type TaskNotifier } from "./task-notifier.ts";

let taskNotifier: TaskNotifier | undefined;
afterEach(() => taskNotifier?.stop());

test("of the slots that rest one is woken, and only of the task that was added", async () => {
  const bell = await withSlots({ converts: [1, 0, 0], mails: [0] });
  bell.say("converts");
  expect(bell.woken).toEqual(["converts 1"]);
});

test("a slot that does not answer does not keep the others asleep", async () => {
  const bell = await withSlots({ converts: [1, 0, 0] });
  bell.say("converts");
  bell.say("converts");
  expect(bell.woken).toEqual(["converts 1", "converts 2"]);
});

test("a slot that finds a task wakes the next that rests", async () => {
  const bell = await withSlots({ converts: [1, 1, 0, 0] });
  taskNotifier?.found("converts");
  expect(bell.woken).toEqual(["converts 2"]);
});

test("a slot that is done looks again, and none that rests is disturbed", async () => {
  const bell = await withSlots({ converts: [1, 0, 0], mails: [1] });
  taskNotifier?.done("converts");
  expect(bell.woken).toEqual(["converts 0"]);
});

test("nobody is woken while all are at work", async () => {
  const bell = await withSlots({ converts: [1, 1] });
  bell.say("converts");
  expect(bell.woken).toEqual([]);
});

/** @param tasks how many tasks each slot has in hand */
async function withSlots(tasks: Record<string, number[]>) {
  const woken: string[] = [];
  let say: (name: string) => void = () => {};
  const boss = {
    getDb: () => ({
      executeSql: async () => ({ rows: [] }),
      async listen(_channel: string, heard: (name: string) => void) {
        say = heard;
        return { close: async () => {} };
      },
    }),
    getWipData: () =>
      Object.entries(tasks).flatMap(([name, counts]) =>
        counts.map((count, index) => ({ id: `${name} ${index}`, name, count })),
      ),
    notifyWorker: (id: string) => woken.push(id),
  };
  taskNotifier = await startTaskNotifier(boss as unknown as PgBoss);
  return { woken, say };
}
