import type { Db, PgBoss } from "pg-boss";
import { afterEach, expect, test, vi } from "vitest";
import { notifyingOfTasks, startTaskNotifier, type TaskNotifier } from "./task-notifier.ts";

let taskNotifier: TaskNotifier | undefined;
afterEach(async () => {
  await taskNotifier?.stop();
  vi.useRealTimers();
});

test("an added task wakes one idle slot of its kind", async () => {
  const { notify, woken } = await withSlots({ converts: [1, 0, 0], mails: [0] });
  notify("converts 1 anna");
  expect(woken).toEqual(["converts 1"]);
});

test("several tasks wake as many slots as their practice may use, and not more than there are tasks", async () => {
  const { notify, woken } = await withSlots({ converts: [0, 0, 0, 0], mails: [0, 0, 0] }, 2);
  notify("converts 9 anna");
  notify("mails 1 anna");
  expect(woken).toEqual(["converts 0", "converts 1", "mails 2"]);
});

test("tasks of a practice at its limit wake no slot, another's do", async () => {
  const { notify, woken } = await withSlots({ converts: [1, 1, 0, 0] }, 2);
  taskNotifier?.found("converts", "anna");
  taskNotifier?.found("converts", "anna");
  notify("converts 5 anna");
  expect(woken).toEqual([]);
  notify("converts 5 ben");
  expect(woken).toHaveLength(2);
});

test("a notification of the version before, without a number, is of one task", async () => {
  const { notify, woken } = await withSlots({ converts: [0, 0] });
  notify("converts");
  expect(woken).toEqual(["converts 0"]);
});

test("an idle slot that does not react does not prevent others from being woken", async () => {
  const { notify, woken } = await withSlots({ converts: [1, 0, 0] });
  notify("converts 1 anna");
  notify("converts 1 anna");
  expect(woken).toEqual(["converts 1", "converts 2"]);
});

test("a slot that finds a task wakes the next idle one while more tasks wait", async () => {
  const { notify, woken } = await withSlots({ converts: [1, 1, 0, 0] }, 3);
  notify("converts 2 anna");
  woken.length = 0;
  taskNotifier?.found("converts", "anna");
  expect(woken).toHaveLength(1);
  taskNotifier?.found("converts", "anna");
  expect(woken).toHaveLength(1);
});

test("a slot that has finished polls again while tasks wait, and no idle one is woken", async () => {
  const { notify, woken } = await withSlots({ converts: [1, 0, 0], mails: [1] });
  taskNotifier?.done("converts", "anna");
  expect(woken).toEqual([]);
  notify("converts 1 anna");
  woken.length = 0;
  taskNotifier?.done("converts", "anna");
  expect(woken).toEqual(["converts 0"]);
});

test("no slot is woken while all are busy", async () => {
  const { notify, woken } = await withSlots({ converts: [1, 1] });
  notify("converts 1 anna");
  expect(woken).toEqual([]);
});

test("a poll finds tasks that nobody has notified, and forgets those that another process has taken", async () => {
  vi.useFakeTimers();
  const { notify, woken, found } = await withSlots({ converts: [1, 0] });
  found.due = [{ name: "converts", number: 3 }];
  await vi.advanceTimersByTimeAsync(600);
  expect(woken).toEqual(["converts 1"]);

  notify("converts 4 anna");
  found.due = [];
  await vi.advanceTimersByTimeAsync(600);
  woken.length = 0;
  taskNotifier?.done("converts", "anna");
  expect(woken).toEqual([]);
});

test("pg-boss supervises a kind as soon as a run of it has lost its lease, and no other", async () => {
  vi.useFakeTimers();
  const { supervised, found } = await withSlots({ converts: [1], mails: [1] });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(supervised).toEqual([]);
  found.lapsed = [{ name: "mails" }];
  await vi.advanceTimersByTimeAsync(3_000);
  expect(supervised).toEqual(["mails"]);
});

test("one statement adds tasks and tells of them", async () => {
  const executed: unknown[][] = [];
  const db: Db = { executeSql: async (...given) => ({ rows: executed.push(given) ? [] : [] }) };
  await notifyingOfTasks(db, { name: "converts", group: "anna" }).executeSql("insert into job select $1 returning id", [
    "tasks",
  ]);
  expect(executed).toHaveLength(1);
  expect(executed[0]).toEqual([
    expect.stringMatching(/insert into job select \$1 returning id[\s\S]* \$2::text, count\(\*\),\s+\$3::text\)/),
    ["tasks", "converts", "anna"],
  ]);
});

test("waiting tasks are looked for every half second, and those of dead workers every three seconds", async () => {
  vi.useFakeTimers();
  const { woken, supervised, found } = await withSlots({ converts: [0] });
  Object.assign(found, { due: [{ name: "converts", number: 1 }], lapsed: [{ name: "converts" }] });
  await vi.advanceTimersByTimeAsync(499);
  expect(woken).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(woken).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_499);
  expect([woken.length, supervised]).toEqual([5, []]);
  await vi.advanceTimersByTimeAsync(1);
  expect([woken.length, supervised]).toEqual([6, ["converts"]]);
  await taskNotifier?.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([woken.length, supervised, vi.getTimerCount()]).toEqual([6, ["converts"], 0]);
});

test("a poll that is answered after the stop is the last one", async () => {
  vi.useFakeTimers();
  const { found } = await withSlots({ converts: [0] });
  const answer = Promise.withResolvers<void>();
  found.answered = answer.promise;
  await vi.advanceTimersByTimeAsync(500);
  await taskNotifier?.stop();
  answer.resolve();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(vi.getTimerCount()).toBe(0);
});

test("a notification about another kind is ignored", async () => {
  const { notify, woken } = await withSlots({ converts: [0] });
  notify("mails 1 anna");
  taskNotifier?.found("mails", "anna");
  taskNotifier?.done("mails", "anna");
  expect(woken).toEqual([]);
});

/** @param tasks the number of tasks that each slot is processing */
async function withSlots(tasks: Record<string, number[]>, perGroup?: number) {
  const woken: string[] = [];
  const supervised: string[] = [];
  const found = { due: [] as object[], lapsed: [] as object[], answered: Promise.resolve() };
  let notify: (payload: string) => void = () => {};
  const boss = {
    getDb: () => ({
      async executeSql(text: string) {
        await found.answered;
        return { rows: text.includes("heartbeat_on") ? found.lapsed : found.due };
      },
      async listen(_channel: string, onNotify: (payload: string) => void) {
        notify = onNotify;
        return { close: async () => {} };
      },
    }),
    getWipData: () =>
      Object.entries(tasks).flatMap(([name, counts]) =>
        counts.map((count, index) => ({ id: `${name} ${index}`, name, count })),
      ),
    notifyWorker: (id: string) => woken.push(id),
    supervise: async (name: string) => void supervised.push(name),
  };
  taskNotifier = await startTaskNotifier(boss as unknown as PgBoss);
  for (const name of Object.keys(tasks)) taskNotifier.watch(name, perGroup);
  return { woken, notify, supervised, found };
}
