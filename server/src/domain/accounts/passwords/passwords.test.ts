import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import type { Member } from "../../access/member.ts";
import { sendAccountEmail } from "../../account-emails/send.ts";
import { record } from "../../audit/service.ts";
import { changeProfile } from "../profile.ts";
import { endSessionsOf } from "../sign-in/sessions.ts";
import { clearFailures, refuseWhenLimited, settleAttempt } from "../sign-in/sign-in-limits.ts";
import { users } from "../table.ts";
import { changePassword } from "./change-password.ts";
import { confirmPassword, requirePasswordUnchanged } from "./confirm-password.ts";
import { resetPassword } from "./forgotten-password.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";

vi.mock("../../account-emails/send.ts", () => ({ accountLink: () => "link", sendAccountEmail: vi.fn() }));
vi.mock("../../audit/service.ts", () => ({ record: vi.fn() }));
vi.mock("../sign-in/sessions.ts", () => ({ endSessionsOf: vi.fn() }));
vi.mock("../sign-in/sign-in-limits.ts", async (actual) => ({
  ...(await actual<object>()),
  clearFailures: vi.fn(),
  refuseWhenLimited: vi.fn(),
  settleAttempt: vi.fn(),
}));
vi.mock("./password-hash.ts", () => ({ hashPassword: vi.fn(), verifyPassword: vi.fn() }));
vi.mock("../../../platform/events/events.ts", () => ({ announce: vi.fn() }));

const member = {
  practiceId: "p",
  userId: "maya",
  username: "maya",
  fullName: "Maya Okafor",
  email: "m@x.example",
  role: "owner",
  sessionId: "s",
} as Member;
const strong = "three unrelated words";
const row = {
  id: "maya",
  practiceId: "p",
  username: "maya",
  email: "m@x.example",
  firstName: "Maya",
  lastName: "Okafor",
  passwordHash: "stored",
  devicesKey: "k",
};

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(hashPassword).mockResolvedValue("new");
  vi.mocked(verifyPassword).mockResolvedValue({ right: true, outdated: false });
});

test.each([
  [true, true, undefined],
  [false, true, "wrong-password"],
  [true, false, "wrong-password"],
])(
  "a password that is right (%s) confirms an action of an account that exists (%s): %s",
  async (right, exists, code) => {
    vi.mocked(verifyPassword).mockResolvedValue({ right, outdated: false });
    const { db } = recordedDb(() => (exists ? [["stored"]] : []));
    const confirmed = confirmPassword(db, { scryptLn: 4 }, member, "secret");
    if (code) await expect(confirmed).rejects.toMatchObject({ code });
    else expect(await confirmed).toBe("stored");
    expect(vi.mocked(verifyPassword).mock.calls[0]?.slice(0, 2)).toEqual(["secret", exists ? "stored" : null]);
    expect(refuseWhenLimited).toHaveBeenCalledOnce();
    const [, attempt, settled] = vi.mocked(settleAttempt).mock.calls[0] ?? [];
    expect([attempt?.address, settled]).toEqual(["session:s", right]);
  },
);

test("an action is refused when the password was changed after it was confirmed", async () => {
  await expect(
    requirePasswordUnchanged(recordedDb(() => [["maya"]]).db as unknown as Tx, member, "stored"),
  ).resolves.toBe(undefined);
  const changed = requirePasswordUnchanged(recordedDb().db as unknown as Tx, member, "stored");
  await expect(changed).rejects.toMatchObject({ code: "wrong-password" });
});

/** A database in which Maya's account exists, and in which a link of this kind is open. */
const having = (kind: string | null = "reset") =>
  recordedDb(({ text }) => {
    if (text.includes("as now")) return [{ now: "2026-11-20T10:00:00Z" }];
    if (text.startsWith("delete") && text.includes("returning")) return kind ? [["p", "maya", "m@x.example"]] : [];
    if (text.includes("count(*)")) return [{ count: 0 }];
    if (!text.startsWith("select")) return [];
    if (text.includes(`from "account_links"`))
      return kind ? [[kind, "m@x.example", ...rowOf(users, row), "Okafor"]] : [];
    if (text.includes(`"practices"`)) return [[...rowOf(users, row), "p", "Okafor"]];
    return [text.startsWith(`select "password_hash"`) ? ["stored"] : rowOf(users, row)];
  });
const change = (password: string) =>
  changePassword({ db: having().db, config: {} } as never, member, { currentPassword: "secret", password });

test("a changed password ends all other sessions, is recorded and told", async () => {
  await change(strong);
  const others = [{ practiceId: "p", userId: "maya" }, "password-changed", { keep: "s" }];
  expect(vi.mocked(endSessionsOf).mock.calls[0]?.slice(1)).toMatchObject(others);
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({ action: "account.password-changed" });
  expect(vi.mocked(sendAccountEmail).mock.calls[0]?.[2]).toMatchObject({
    template: "password-changed",
    recipient: "m@x.example",
  });
});

test.each(["short", "Okafor 2026", "maya@x 2026"])(
  "the password “%s” is too weak, for a change and for a reset",
  async (password) => {
    await expect(change(password)).rejects.toMatchObject({ code: "weak-password" });
    const reset = resetPassword(
      { db: having().db, config: {}, key: Buffer.alloc(32) } as never,
      { token: "t", password },
      { address: "::1" },
    );
    await expect(reset).rejects.toMatchObject({ code: "weak-password" });
    expect(hashPassword).not.toHaveBeenCalled();
  },
);

const reset = (db: object) =>
  resetPassword(
    { db, config: {}, key: Buffer.alloc(32, 7) } as never,
    { token: "t", password: strong },
    { address: "::1" },
  );

test("a reset password ends all sessions, clears failures, is recorded and told, and makes the browser known", async () => {
  const { db, statements } = having();
  expect((await reset(db)).name).toMatch(/^sheaf_device_/);
  expect(statements.find(({ text }) => text.startsWith(`update "users"`))?.values).toEqual(["new", null, "p", "maya"]);
  expect(vi.mocked(endSessionsOf).mock.calls[0]?.slice(1)).toEqual([
    { practiceId: "p", userId: "maya" },
    "password-changed",
  ]);
  expect(vi.mocked(clearFailures).mock.calls[0]?.[1]).toBe("maya");
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({ action: "account.password-reset", address: "::1" });
  expect(sendAccountEmail).toHaveBeenCalledOnce();
});

test.each([null, "verify"])("a link of the kind %s resets no password", async (kind) => {
  await expect(reset(having(kind).db)).rejects.toMatchObject({ code: "link-invalid" });
  expect(hashPassword).not.toHaveBeenCalled();
});

const profile = { username: "maya2", firstName: "Maya", lastName: "O" };

test.each([
  ["owner", "New name", undefined],
  ["owner", undefined, undefined],
  ["member", undefined, undefined],
  ["member", "New name", "owner-only"],
] as const)(
  "a profile of the %s with the practice's name “%s” is stored or refused",
  async (role, practiceName, code) => {
    const { db, statements } = having();
    const input = { ...profile, ...(practiceName === undefined ? {} : { practiceName }) };
    const changed = changeProfile(db, { ...member, role }, input as never);
    if (code) await expect(changed).rejects.toMatchObject({ code });
    else expect(await changed).toMatchObject({ username: "maya" });
    const tables = statements.flatMap(({ text }) => /^update "(\w+)"/.exec(text)?.[1] ?? []);
    expect(tables).toEqual(code ? [] : practiceName ? ["users", "practices"] : ["users"]);
    expect(record).toHaveBeenCalledTimes(code ? 0 : 1);
  },
);

test("a username of another account is refused", async () => {
  const { db } = recordedDb(({ text }) => (text.includes("count(*)") ? [{ count: 1 }] : []));
  await expect(changeProfile(db, member, profile as never)).rejects.toMatchObject({ code: "username-taken" });
});
