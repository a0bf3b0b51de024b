import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import { endSessions, resendVerification, restore, sendResetLink, suspend } from "./access.ts";

interface User {
  id: string;
  practiceId: string;
  username: string;
  role: "owner" | "member";
  email: string;
  pendingEmail: string | null;
  emailVerifiedAt: Date | null;
  suspendedAt: Date | null;
  suspendedByOperatorAt: Date | null;
}
const { state } = vi.hoisted(() => ({
  state: {
    user: {} as User,
    practice: { id: "practice", suspendedAt: null as Date | null },
    others: [] as User[],
    done: [] as unknown[][],
    mail: "smtp",
  },
}));
vi.mock("../users/page.ts", () => ({ findUser: async () => ({ user: state.user, practice: state.practice }) }));
vi.mock("../../../domain/account-emails/send.ts", () => ({
  accountLink: (_config: unknown, kind: string, token: string) => `${kind}:${token}`,
  sendAccountEmail: async (_tx: unknown, _services: unknown, email: object) => void state.done.push(["email", email]),
}));
vi.mock("../../../domain/accounts/index.ts", () => ({
  endSessionsOf: async (_tx: unknown, { userId }: { userId: string }, why: string) =>
    void state.done.push(["sessions", userId, why]),
  makeLink: async (_tx: unknown, { id }: User, kind: string, address: string) => `${kind}-${id}-${address}`,
  notifyOwner: async (_tx: unknown, _services: unknown, { id }: User, what: string) =>
    void state.done.push(["owner told", id, what]),
  sendSecurityEmail: async (_tx: unknown, _services: unknown, { id }: User, email: object) =>
    void state.done.push(["told", id, email]),
  sendVerification: async (_tx: unknown, _services: unknown, { id }: User, address: string) =>
    void state.done.push(["verification", id, address]),
  setSuspendedByOperator: async (_tx: unknown, _practiceId: string, id: string) => void state.done.push(["user", id]),
}));
vi.mock("../../../domain/audit/service.ts", () => ({
  record: async (_tx: unknown, { action }: { action: string }) => void state.done.push(["recorded", action]),
}));
vi.mock("../../../domain/practices/service.ts", () => ({
  lockPractice: async () => void state.done.push(["locked"]),
  setPracticeSuspended: async (_tx: unknown, id: string) => void state.done.push(["practice", id]),
}));
vi.mock("../../../platform/events/events.ts", () => ({
  announce: async (_tx: unknown, practiceId: string, event: object) =>
    void state.done.push(["announced", practiceId, event]),
}));
vi.mock("../admin-actions.ts", () => ({
  recordAdminAction: async (_tx: unknown, _admin: unknown, action: object) => void state.done.push(["action", action]),
}));

const before = new Date(0);
const user = (id: string, more: Partial<User> = {}): User => ({
  id,
  practiceId: "practice",
  username: `name of ${id}`,
  role: "member",
  email: `${id}@example.com`,
  pendingEmail: null,
  emailVerifiedAt: before,
  suspendedAt: null,
  suspendedByOperatorAt: null,
  ...more,
});
beforeEach(() => {
  Object.assign(state, { user: user("ben"), practice: { id: "practice", suspendedAt: null }, others: [], done: [] });
  state.mail = "smtp";
});

async function act(action: typeof suspend, rows: object[] = state.others): Promise<unknown[][]> {
  const services = { db: fakeDb(() => rows).db, mail: { name: state.mail }, config: {} };
  await action(services as never, { adminId: "pat" } as never, state.user.id, { reason: "asked" });
  return state.done;
}
const told = (id: string, template: string) => ["told", id, { template, facts: { username: `name of ${id}` } }];
const action = (name: string, more: object = {}) => [
  "action",
  { action: name, practiceId: "practice", userId: state.user.id, reason: "asked", ...more },
];
const members = ["announced", "practice", { type: "members" }];

test("a member who is suspended is signed out, and member and owner are told", async () => {
  expect(await act(suspend)).toEqual([
    ["locked"],
    ["user", "ben"],
    ["sessions", "ben", "suspended-by-operator"],
    ["recorded", "operator.suspended"],
    action("user.suspended"),
    told("ben", "suspended"),
    ["owner told", "ben", "suspended"],
    members,
  ]);
});

test("an owner who is suspended takes the practice along; who was suspended before is signed out but not told", async () => {
  state.user = user("anna", { role: "owner" });
  state.others = [
    state.user,
    user("ben"),
    user("cleo", { suspendedAt: before }),
    user("dan", { suspendedByOperatorAt: before }),
  ];
  expect(await act(suspend)).toEqual([
    ["locked"],
    ["practice", "practice"],
    ...["anna", "ben", "cleo", "dan"].map((id) => ["sessions", id, "suspended-by-operator"]),
    ["recorded", "operator.suspended"],
    action("practice.suspended"),
    told("anna", "suspended"),
    told("ben", "suspended"),
    ["owner told", "anna", "suspended"],
    members,
  ]);
});

test("a member is let in again without signing anybody out", async () => {
  state.user = user("ben", { suspendedByOperatorAt: before });
  expect(await act(restore)).toEqual([
    ["locked"],
    ["user", "ben"],
    ["recorded", "operator.restored"],
    action("user.restored"),
    told("ben", "restored"),
    ["owner told", "ben", "restored"],
    members,
  ]);
});

test("an owner who was suspended as a member is restored with the practice", async () => {
  state.user = user("anna", { role: "owner", suspendedByOperatorAt: before });
  state.practice.suspendedAt = before;
  state.others = [state.user];
  const done = await act(restore);
  expect(done.slice(1, 3)).toEqual([
    ["practice", "practice"],
    ["user", "anna"],
  ]);
  expect(done).toContainEqual(told("anna", "restored"));
});

test("an owner of a suspended practice is suspended, its members are not themselves", async () => {
  state.practice.suspendedAt = before;
  state.user = user("anna", { role: "owner" });
  await expect(act(suspend)).rejects.toMatchObject({ code: "bad-request", message: "This user is already suspended." });
  state.user = user("ben");
  await expect(act(restore)).rejects.toMatchObject({
    code: "not-suspended",
    message: "The whole practice is suspended: restore its owner.",
  });
  state.user = user("ben", { suspendedByOperatorAt: before });
  await expect(act(suspend)).rejects.toMatchObject({ code: "bad-request" });
  expect(state.done.map(([what]) => what)).toEqual(["locked", "locked", "locked"]);
});

test.each([
  [{ suspendedAt: before }, "The plan is for fewer users: they come back with a larger plan."],
  [{}, "They can sign in already."],
])("a member with %j cannot be restored", async (more, message) => {
  state.user = user("ben", more);
  await expect(act(restore)).rejects.toMatchObject({ code: "not-suspended", message });
});

test("ending sessions is recorded with their number", async () => {
  expect(await act(endSessions, [{}, {}])).toEqual([
    ["sessions", "ben", "signed-out-by-operator"],
    ["recorded", "operator.sessions-ended"],
    action("user.sessions-ended", { detail: { sessions: 2 } }),
  ]);
});

test.each([
  [{ emailVerifiedAt: null }, "ben@example.com"],
  [{ pendingEmail: "new@example.com" }, "new@example.com"],
  [{ pendingEmail: "new@example.com", emailVerifiedAt: null }, "new@example.com"],
])("a user with %j is asked again to confirm %s", async (more, address) => {
  state.user = user("ben", more);
  expect(await act(resendVerification)).toEqual([
    ["verification", "ben", address],
    ["recorded", "operator.verification-sent"],
    action("user.verification-sent"),
  ]);
});

test("nobody is asked to confirm an address that is confirmed", async () => {
  await expect(act(resendVerification)).rejects.toMatchObject({ code: "bad-request" });
  expect(state.done).toEqual([]);
});

test("a link to choose a new password goes to the confirmed address", async () => {
  state.user = user("ben", { pendingEmail: "new@example.com" });
  expect(await act(sendResetLink)).toEqual([
    [
      "email",
      {
        practiceId: "practice",
        recipient: "ben@example.com",
        template: "reset-by-operator",
        facts: { link: "reset:reset-ben-ben@example.com", username: "name of ben" },
      },
    ],
    ["recorded", "operator.reset-sent"],
    action("user.reset-sent"),
  ]);
  state.done.length = 0;
  state.user = user("ben", { emailVerifiedAt: null });
  await expect(act(sendResetLink)).rejects.toMatchObject({ code: "bad-request" });
  expect(state.done).toEqual([]);
});

test("an installation that sends no email says which command makes the link", async () => {
  state.mail = "outbox";
  const refusal = { code: "email-not-sent", message: expect.stringContaining("./sheaf user link name of ben.") };
  await expect(act(sendResetLink)).rejects.toMatchObject(refusal);
  state.user = user("ben", { emailVerifiedAt: null });
  await expect(act(resendVerification)).rejects.toMatchObject(refusal);
  expect(state.done).toEqual([]);
});
