import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb } from "../../../../testing/recorded-db.ts";
import { queueBillingEmail } from "../emails/queue-billing-email.ts";
import { endingPlan } from "./ending.ts";
import { remindOwners } from "./remind.task.ts";

vi.mock("./ending.ts", () => ({ endingPlan: vi.fn() }));
vi.mock("../emails/queue-billing-email.ts", () => ({ queueBillingEmail: vi.fn() }));
vi.mock("../../practices/service.ts", () => ({ lockPractice: vi.fn() }));
beforeEach(() => void vi.clearAllMocks());

const now = new Date("2026-11-20T10:00:00Z");
const hourMs = 3_600_000;

/** Runs the task for a practice whose paid time ends in this many hours. */
async function remind(hours: number | null) {
  const endsAt = new Date(now.getTime() + (hours ?? 0) * hourMs);
  vi.mocked(endingPlan).mockResolvedValue(hours === null ? null : ({ endsAt } as never));
  const { db, statements } = recordedDb(({ text }) => {
    if (text.includes("as now")) return [{ now: now.toISOString() }];
    return text.includes("from periods") ? [{ id: "p" }] : [];
  });
  const services = { db, config: { installation: "service" } } as never;
  expect(await remindOwners.run({}, services, { signal: new AbortController().signal })).toEqual({ practices: 1 });
  expect(statements[0]?.values).toEqual([7]);
  return vi.mocked(queueBillingEmail).mock.calls.map(([, { about }]) => about.replace(endsAt.toISOString(), "the end"));
}

test.each([
  [7 * 24 + 1, []],
  [7 * 24, ["7 days before the end"]],
  [24.1, ["7 days before the end"]],
  [24, ["1 days before the end"]],
  [1, ["1 days before the end"]],
])("%d hours before the end, these reminders are due: %o", async (hours, reminders) => {
  expect(await remind(hours)).toEqual(reminders);
});

test("a plan of which nobody is to be reminded has no reminder", async () => {
  expect(await remind(null)).toEqual([]);
});
