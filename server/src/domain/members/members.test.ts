import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../testing/recorded-db.ts";
import type { Tx } from "../../platform/db/connect.ts";
import { deleteUser, endSessionsOf, sendSecurityEmail, transferOwnership } from "../accounts/index.ts";
import { users } from "../accounts/table.ts";
import { record } from "../audit/service.ts";
import { planOf } from "../billing/index.ts";
import { requireSeat } from "./invitations.ts";
import { changeRole, listMembers, removeMember, requireStillMember } from "./service.ts";

vi.mock("../accounts/index.ts", () => ({
  deleteUser: vi.fn(),
  endSessionsOf: vi.fn(),
  notifyOwner: vi.fn(),
  sendSecurityEmail: vi.fn(),
  transferOwnership: vi.fn(),
}));
vi.mock("../audit/service.ts", () => ({ record: vi.fn() }));
vi.mock("../billing/index.ts", () => ({ planOf: vi.fn() }));
vi.mock("../practices/service.ts", () => ({ lockPractice: vi.fn() }));
vi.mock("../../platform/events/events.ts", () => ({ announce: vi.fn() }));
beforeEach(() => void vi.clearAllMocks());

const actor = { practiceId: "p", userId: "owner", address: "::1" };
const at = "2026-11-20T10:00:00.000Z";

/** A database in which the actor has a role, and the member has these values; null when there is no such member. */
const having = (member: object | null, role = "owner") =>
  recordedDb(({ text, values }) => {
    if (text.includes(`from "practices"`)) return [["Okafor"]];
    if (!text.includes(`from "users"`)) return [];
    const row = {
      id: "ben",
      firstName: "Ben",
      lastName: "Miller",
      username: "ben",
      role: "member",
      createdAt: at,
      ...member,
    };
    if (text.includes("left join")) return [[...rowOf(users, row as never), at]];
    if (text.startsWith(`select "role"`)) return [[role]];
    return member && values.includes("ben") ? [rowOf(users, row as never)] : [];
  }).db;

const seat = (maxUsers: number, members: number, others: number) => {
  vi.mocked(planOf).mockResolvedValue({ name: "Small Firm", maxUsers } as never);
  const { db } = recordedDb(({ text }) => [{ count: text.includes(`from "users"`) ? members : others }]);
  return requireSeat(db as unknown as Tx, "p", "ben@example.com");
};

test.each([
  [3, 2, 0, true],
  [3, 1, 1, true],
  [3, 2, 1, false],
  [3, 3, 0, false],
  [3, 3, 1, false],
  [1, 0, 0, true],
])(
  "a plan for %i users has, with %i members and %i invitations, a seat left: %s",
  async (max, members, others, isFree) => {
    if (isFree) await expect(seat(max, members, others)).resolves.toBeUndefined();
    else await expect(seat(max, members, others)).rejects.toMatchObject({ code: "users-reached" });
  },
);

test.each([
  [1, "Small Firm is for one user,"],
  [2, "Small Firm is for 2 users,"],
])("the refusal names the seats of a plan for %i", async (max, words) => {
  await expect(seat(max, max, 0)).rejects.toThrow(words);
});

test("a member is made the owner, and the actor is the owner no longer", async () => {
  await changeRole(having({}), actor, "ben", "owner");
  expect(vi.mocked(transferOwnership).mock.calls[0]?.slice(1)).toEqual(["p", { from: "owner", to: "ben" }]);
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({ action: "member.made-owner", subjectId: "ben" });
});

test.each([
  ["member", "member"],
  ["owner", "owner"],
] as const)("a %s who is to be %s stays what they are", async (was, role) => {
  await changeRole(having({ role: was }), actor, "ben", role);
  expect(transferOwnership).not.toHaveBeenCalled();
  expect(record).not.toHaveBeenCalled();
});

test.each([
  ["the owner into a member", { role: "owner" }, "member", "owner-stays"],
  ["a member whom the plan suspended into the owner", { suspendedAt: at }, "owner", "owner-stays"],
  ["a member whom an administrator suspended into the owner", { suspendedByOperatorAt: at }, "owner", "owner-stays"],
  ["an unknown member", null, "owner", "member-not-found"],
] as const)("changing %s is refused", async (_, member, role, code) => {
  await expect(changeRole(having(member), actor, "ben", role)).rejects.toMatchObject({ code });
  expect(transferOwnership).not.toHaveBeenCalled();
});

test("only the owner manages the members", async () => {
  await expect(changeRole(having({}, "member"), actor, "ben", "owner")).rejects.toMatchObject({ code: "owner-only" });
});

test("a removed member is signed out, deleted, told so and named in the audit log", async () => {
  await removeMember({ db: having({}) } as never, actor, "ben");
  expect(vi.mocked(endSessionsOf).mock.calls[0]?.slice(1)).toEqual([
    { practiceId: "p", userId: "ben" },
    "removed-by-owner",
  ]);
  expect(vi.mocked(deleteUser).mock.calls[0]?.[1]).toEqual({ practiceId: "p", userId: "ben" });
  const facts = { username: "ben", practiceName: "Okafor" };
  expect(vi.mocked(sendSecurityEmail).mock.calls[0]?.[3]).toEqual({ template: "removed", facts });
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({ detail: { name: "Ben Miller" } });
});

test("the owner cannot be removed", async () => {
  const removed = removeMember({ db: having({ role: "owner" }) } as never, actor, "ben");
  await expect(removed).rejects.toMatchObject({ code: "owner-stays" });
  expect(deleteUser).not.toHaveBeenCalled();
});

test("somebody who is no member any more changes nothing", async () => {
  await expect(requireStillMember(recordedDb().db as unknown as Tx, actor)).rejects.toMatchObject({
    code: "not-signed-in",
  });
  const still = recordedDb(() => [["owner"]]).db as unknown as Tx;
  await expect(requireStillMember(still, actor)).resolves.toBeUndefined();
});

test.each([
  [{}, { twoFactor: false, suspendedAt: null }],
  [{ totpConfirmedAt: at }, { twoFactor: true }],
  [{ suspendedAt: at }, { suspendedAt: at }],
])("a member with %o is listed as %o", async (row, shown) => {
  expect(await listMembers(having(row), "p")).toMatchObject([{ id: "ben", createdAt: at, lastSeenAt: at, ...shown }]);
});
