import { noLimit } from "@sheaf/contracts/plan-facts.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { announce } from "../../../platform/events/events.ts";
import {
  endSessionsOf,
  markSuspensionNotified,
  notifyOwner,
  sendSecurityEmail,
  setSuspendedByPlan,
} from "../../accounts/index.ts";
import { users } from "../../accounts/table.ts";
import { runningPeriod } from "../periods/periods.ts";
import { notifySuspendedByPlan } from "./notify-suspended.ts";
import { fitMembers, membersOverLimit } from "./seats.ts";

vi.mock("../../accounts/index.ts", () => ({
  endSessionsOf: vi.fn(),
  markSuspensionNotified: vi.fn(),
  notifyOwner: vi.fn(),
  sendSecurityEmail: vi.fn(),
  setSuspendedByPlan: vi.fn(),
}));
vi.mock("../periods/periods.ts", () => ({ runningPeriod: vi.fn() }));
vi.mock("../../../platform/events/events.ts", () => ({ announce: vi.fn() }));
beforeEach(() => void vi.clearAllMocks());

const at = new Date("2026-11-20T10:00:00Z");
type Person = [name: string, suspendedAt: Date | null];

const seats = (maxUsers: number | null) =>
  vi.mocked(runningPeriod).mockResolvedValue(maxUsers === null ? undefined : ({ plan: { maxUsers } } as never));
const members = (...people: Person[]) =>
  recordedDb(() => people.map(([name, suspendedAt]) => [name, suspendedAt, name, "Miller"])).db as unknown as Tx;

test.each<[maxUsers: number | null, suspended: string[]]>([
  [3, []],
  [2, ["Cleo"]],
  [1, ["Ben", "Cleo"]],
  [null, []],
])("of three working members, a plan for %o suspends the newest: %o", async (maxUsers, suspended) => {
  seats(maxUsers);
  const tx = members(["Anna", null], ["Ben", null], ["Cleo", null]);
  await fitMembers(tx, "p");
  const [first, second] = vi.mocked(setSuspendedByPlan).mock.calls;
  expect([first?.[2] ?? [], second?.[2] ?? []]).toEqual([suspended, []]);
  expect(vi.mocked(endSessionsOf).mock.calls.map(([, { userId }, reason]) => [userId, reason])).toEqual(
    suspended.map((name) => [name, "suspended-by-plan"]),
  );
  expect(announce).toHaveBeenCalledTimes(suspended.length > 0 ? 1 : 0);
});

test("members are restored in the order in which they joined, as far as there are seats", async () => {
  seats(2);
  await fitMembers(members(["Anna", null], ["Ben", at], ["Cleo", at]), "p");
  expect(vi.mocked(setSuspendedByPlan).mock.calls.map(([, , ids]) => ids)).toEqual([[], ["Ben"]]);
  expect(endSessionsOf).not.toHaveBeenCalled();
  expect(announce).toHaveBeenCalledOnce();
});

test("an older member who was suspended takes the seat of a newer one", async () => {
  seats(2);
  await fitMembers(members(["Anna", null], ["Ben", at], ["Cleo", null]), "p");
  expect(vi.mocked(setSuspendedByPlan).mock.calls.map(([, , ids]) => ids)).toEqual([["Cleo"], ["Ben"]]);
});

test.each([
  [1, ["Dan Miller", "Cleo Miller"]],
  [2, ["Dan Miller", "Cleo Miller"]],
  [3, ["Dan Miller"]],
  [4, []],
])("a plan for %i would newly suspend these members, newest first: %o", async (maxUsers, names) => {
  seats(9);
  expect(
    await membersOverLimit(members(["Anna", null], ["Ben", at], ["Cleo", null], ["Dan", null]), "p", maxUsers),
  ).toEqual(names);
});

test("without a running period a plan would suspend members all the same, beside unlimited use it would not", async () => {
  seats(null);
  const tx = members(["Anna", null], ["Ben", null]);
  expect(await membersOverLimit(tx, "p", 1)).toEqual(["Ben Miller"]);
  seats(noLimit);
  expect(await membersOverLimit(tx, "p", 1)).toEqual([]);
});

/** Sends the emails about a member with these values. */
async function notify(member: Partial<typeof users.$inferSelect>, practiceSuspendedAt: Date | null = null) {
  const row = { id: "ben", practiceId: "p", username: "ben", ...member };
  const { db } = recordedDb(({ text }) =>
    text.startsWith("select") ? [[...rowOf(users, row), "Okafor", practiceSuspendedAt]] : [],
  );
  await notifySuspendedByPlan({ db } as never);
  expect(vi.mocked(markSuspensionNotified).mock.calls[0]?.slice(1)).toEqual(["p", "ben", row.suspendedAt ?? null]);
  return [vi.mocked(sendSecurityEmail).mock.calls[0]?.[3], vi.mocked(notifyOwner).mock.calls[0]?.[3]];
}

test.each([
  [at, { template: "suspended-by-plan", facts: { username: "ben", practiceName: "Okafor" } }, "suspended"],
  [null, { template: "restored", facts: { username: "ben" } }, "restored"],
])("a member suspended at %o and the owner are told so", async (suspendedAt, email, act) => {
  expect(await notify({ suspendedAt })).toEqual([email, act]);
});

test("a member whom an administrator suspended, or whose practice, is told nothing more", async () => {
  expect(await notify({ suspendedAt: null, suspendedByOperatorAt: at })).toEqual([undefined, undefined]);
  vi.clearAllMocks();
  expect(await notify({ suspendedAt: null }, at)).toEqual([undefined, undefined]);
});
