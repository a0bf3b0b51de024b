import { expect, test } from "vitest";
import { testConfig } from "../../testing/services.ts";
import type { Services, WorkerServices } from "../platform/services.ts";
import { startConversions, startOtherTasks, tasks } from "./tasks.ts";

interface Begun {
  slots: number;
  perGroup: number;
}

/** Starts tasks on a machine with so many cores. Returns the slots of each, and what is scheduled when. */
async function start(begin: typeof startConversions | typeof startOtherTasks, cores: number) {
  const begun: Record<string, Begun> = {};
  const scheduled: Record<string, string> = {};
  const queue = {
    work: async ({ name }: { name: string }, _services: unknown, limits: Begun) => {
      begun[name] = limits;
    },
    schedule: async ({ name }: { name: string }, cron: string) => {
      scheduled[name] = cron;
    },
  };
  const services = { config: testConfig("/nowhere", { SHEAF_WORKERS: String(cores) }), storage: {}, db: {} };
  await begin(queue as never, services as unknown as Services & WorkerServices);
  return { begun, scheduled };
}

test("conversions have slots by the cores of the machine, and one practice takes one more than there are cores", async () => {
  const { begun, scheduled } = await start(startConversions, 3);
  expect(begun).toEqual({
    "jobs.convert-file": { slots: 24, perGroup: 4 },
    "jobs.unpack-file": { slots: 3, perGroup: 4 },
    "jobs.assemble": { slots: 24, perGroup: 4 },
    "jobs.thumbnails": { slots: 1, perGroup: 4 },
    "readings.read": { slots: 3, perGroup: 4 },
    "readings.draw-page": { slots: 2, perGroup: 4 },
    "readings.searchable": { slots: 1, perGroup: 4 },
  });
  expect(scheduled).toEqual({});
});

test("work that waits for mail servers runs several at a time, all other work one at a time", async () => {
  const { begun } = await start(startOtherTasks, 3);
  const several = Object.entries(begun).filter(([, { slots }]) => slots !== 1);
  expect(Object.fromEntries(several.map(([name, { slots }]) => [name, slots]))).toEqual({
    "account-emails.send": 2,
    "delivery.deliver": 8,
    "delivery.forward-reply": 2,
  });
  expect(new Set(Object.values(begun).map(({ perGroup }) => perGroup))).toEqual(new Set([4]));
});

test("scheduled work has a time, at most one task an hour in the same minute", async () => {
  const { begun, scheduled } = await start(startOtherTasks, 1);
  expect(Object.keys(begun)).toEqual(expect.arrayContaining(Object.keys(scheduled)));
  const hourly = Object.values(scheduled).filter((cron) => /^\d/.test(cron));
  expect(new Set(hourly.map((cron) => cron.split(" ")[0])).size).toBe(hourly.length);
  expect(Object.values(scheduled).every((cron) => cron.split(" ").length === 5)).toBe(true);
});

test("every task that is worked on is known to the queue, each once", async () => {
  const begun = [await start(startConversions, 1), await start(startOtherTasks, 1)].flatMap((one) =>
    Object.keys(one.begun),
  );
  expect(begun).toEqual(tasks.map(({ name }) => name));
  expect(new Set(begun).size).toBe(begun.length);
});
