import type { PgBoss } from "pg-boss";
import { afterEach, expect, test } from "vitest";
import { startTaskNotifier, type TaskNotifier } from "./task-notifier.ts";

let taskNotifier: TaskNotifier | undefined;
afterEach(() => taskNotifier?.stop());

test("an added task wakes one idle slot of its kind", async () => {
  const notifier = await withSlots({ converts: [1, 0, 0], mails: [0] });
  notifier.notify("converts");
  expect(notifier.woken).toEqual(["converts 1"]);
});

test("an idle slot that does not react does not prevent others from being woken", async () => {
  const notifier = await withSlots({ converts: [1, 0, 0] });
  notifier.notify("converts");
  notifier.notify("converts");
  expect(notifier.woken).toEqual(["converts 1", "converts 2"]);
});

test("a slot that finds a task wakes the next idle one", async () => {
  const notifier = await withSlots({ converts: [1, 1, 0, 0] });
  taskNotifier?.found("converts");
  expect(notifier.woken).toEqual(["converts 2"]);
});

test("a slot that has finished polls again, and no idle one is woken", async () => {
  const notifier = await withSlots({ converts: [1, 0, 0], mails: [1] });
  taskNotifier?.done("converts");
  expect(notifier.woken).toEqual(["converts 0"]);
});

test("no slot is woken while all are busy", async () => {
  const notifier = await withSlots({ converts: [1, 1] });
  notifier.notify("converts");
  expect(notifier.woken).toEqual([]);
});

/** @param tasks the number of tasks that each slot is processing */
async function withSlots(tasks: Record<string, number[]>) {
  const woken: string[] = [];
  let notify: (name: string) => void = () => {};
  const boss = {
    getDb: () => ({
      executeSql: async () => ({ rows: [] }),
      async listen(_channel: string, onNotify: (name: string) => void) {
        notify = onNotify;
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
  return { woken, notify };
}
