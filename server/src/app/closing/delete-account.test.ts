import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../testing/fake-db.ts";
import { deleteAccount } from "./delete-account.ts";

const { state, note } = vi.hoisted(() => {
  const state = { owner: undefined as { id: string } | undefined, rows: [] as object[], done: [] as unknown[][] };
  const note =
    (name: string) =>
    async (_: unknown, ...given: unknown[]) =>
      void state.done.push([name, ...given]);
  return { state, note };
});
vi.mock("../../domain/accounts/index.ts", () => ({
  confirmPassword: async (_db: unknown, _config: unknown, _member: unknown, password: string) => {
    state.done.push(["password", password]);
    return "confirmed hash";
  },
  findOwner: async () => state.owner,
  requirePasswordUnchanged: async (_tx: unknown, _member: unknown, hash: string) =>
    void state.done.push(["unchanged", hash]),
  sendAccountDeletedEmails: async (_tx: unknown, _services: unknown, user: object) =>
    void state.done.push(["emails", user]),
  sendPracticeDeletedEmails: async (_tx: unknown, _services: unknown, practiceId: string) =>
    void state.done.push(["emails", practiceId]),
}));
vi.mock("../../domain/audit/service.ts", () => ({ record: note("recorded") }));
vi.mock("../../domain/members/service.ts", () => ({ forgetMember: note("forgot") }));
vi.mock("../../domain/practices/service.ts", () => ({ lockPractice: note("locked") }));
vi.mock("./close.ts", () => ({
  closePractice: async (_tx: unknown, _queue: unknown, practiceId: string) =>
    void state.done.push(["closed", practiceId]),
}));
beforeEach(() => {
  Object.assign(state, { owner: { id: "anna" }, rows: [{ name: "Okafor & Co" }], done: [] });
});

const remove = (userId: string, practiceName?: string) => {
  const services = { config: {}, db: fakeDb(() => state.rows).db, log: { info() {} }, queue: {} };
  const member = { practiceId: "practice", userId, address: "192.0.2.1" };
  return deleteAccount(services as never, member as never, { currentPassword: "secret", practiceName } as never);
};
const steps = () => state.done.map(([step]) => step);

test.each(["Okafor & Co", "OKAFOR & co"])("an owner who types the practice's name as %s deletes it", async (name) => {
  await remove("anna", name);
  expect(state.done).toEqual([
    ["password", "secret"],
    ["locked", "practice"],
    ["unchanged", "confirmed hash"],
    ["emails", "practice"],
    ["closed", "practice"],
  ]);
});

test.each([undefined, "", "Okafor"])(
  "an owner who types %j instead of the practice's name deletes nothing",
  async (name) => {
    await expect(remove("anna", name)).rejects.toMatchObject({
      code: "name-not-confirmed",
      message: "Type the practice's name, Okafor & Co, to confirm.",
    });
    expect(steps()).toEqual(["password", "locked", "unchanged"]);
    state.rows = [];
    await expect(remove("anna", name)).rejects.toMatchObject({ code: "name-not-confirmed" });
  },
);

test("a member who deletes their account leaves the practice to its owner, and is told by email", async () => {
  state.rows = [{ id: "ben", email: "ben@example.com" }];
  await remove("ben");
  expect(state.done.slice(3)).toEqual([
    ["emails", { id: "ben", email: "ben@example.com" }],
    ["forgot", { practiceId: "practice", userId: "anna" }, "ben", "account-deleted"],
    [
      "recorded",
      { practiceId: "practice", userId: "ben", address: "192.0.2.1", action: "member.left", subjectId: "ben" },
    ],
  ]);
});

test("a member whose row is gone is not emailed; without an owner the account is gone", async () => {
  state.rows = [];
  await remove("ben");
  expect(steps()).not.toContain("emails");
  state.owner = undefined;
  await expect(remove("ben")).rejects.toMatchObject({ code: "not-signed-in" });
});
