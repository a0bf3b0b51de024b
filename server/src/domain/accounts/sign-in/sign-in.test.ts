import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import { record } from "../../audit/service.ts";
import { hashPassword, verifyPassword } from "../passwords/password-hash.ts";
import { isSuspended } from "../suspension.ts";
import { users } from "../table.ts";
import { useSecondFactor } from "../two-factor/two-factor.ts";
import { deviceCookie, originOf } from "./known-devices.ts";
import { endSession, forgetEndedSessions, startSession } from "./sessions.ts";
import { findByName, login, logout } from "./sign-in.ts";
import { forgetOldFailures, settleAttempt } from "./sign-in-limits.ts";
import { recordSignIn } from "./sign-ins.ts";

vi.mock("../../audit/service.ts", () => ({ record: vi.fn() }));
vi.mock("../passwords/password-hash.ts", () => ({ hashPassword: vi.fn(), verifyPassword: vi.fn() }));
vi.mock("../suspension.ts", async (actual) => ({ ...(await actual<object>()), isSuspended: vi.fn() }));
vi.mock("../two-factor/two-factor.ts", async (actual) => ({ ...(await actual<object>()), useSecondFactor: vi.fn() }));
vi.mock("./known-devices.ts", async (actual) => ({
  ...(await actual<object>()),
  deviceCookie: vi.fn(),
  originOf: vi.fn(),
}));
vi.mock("./sessions.ts", () => ({ endSession: vi.fn(), forgetEndedSessions: vi.fn(), startSession: vi.fn() }));
vi.mock("./sign-ins.ts", () => ({ recordSignIn: vi.fn() }));
vi.mock("./sign-in-limits.ts", async (actual) => ({
  ...(await actual<object>()),
  forgetOldFailures: vi.fn(),
  refuseWhenLimited: vi.fn(),
  settleAttempt: vi.fn(),
}));

const at = new Date("2026-11-20T10:00:00Z");
const place = { address: "192.0.2.7", userAgent: "Firefox", cookies: {} };

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(originOf).mockResolvedValue({ address: "192.0.2.7" });
  vi.mocked(verifyPassword).mockResolvedValue({ right: true, outdated: false });
  vi.mocked(isSuspended).mockResolvedValue(false);
  vi.mocked(startSession).mockResolvedValue("token");
  vi.mocked(settleAttempt).mockImplementation(async (_db, _attempt, check, onWrong) => {
    const right = typeof check === "boolean" ? check : await check({} as never);
    if (!right) await onWrong?.({} as never);
    return right;
  });
});

interface Given {
  user?: object | null;
  code?: string;
  /** Whether the password is still the same when the session starts. */
  same?: boolean;
}

/** Signs Maya in. Returns the result or the error's code, and the statements that lock or change her row. */
async function signIn({ user = {}, code, same = true }: Given = {}) {
  const row = { id: "maya", practiceId: "p", username: "maya", passwordHash: "stored", devicesKey: "k", ...user };
  const { db, statements } = recordedDb(({ text }) => {
    if (text.includes("inner join")) return user ? [[...rowOf(users, row), "p", "Okafor"]] : [];
    return text.startsWith("select") && same ? [["maya"]] : [];
  });
  const input = { username: "maya", password: "secret", ...(code === undefined ? {} : { code }) };
  const result = await login({ db, config: {} } as never, input as never, place).catch(({ code: refusal }) => refusal);
  const changes = statements.filter(({ text }) => !text.includes("inner join") && /^(select|update)/.test(text));
  return { result, changes: changes.map(({ text }) => /for (share|update)$|^update/.exec(text)?.[0]) };
}

test("the right password starts a session, which is recorded, and makes the browser known", async () => {
  const { result, changes } = await signIn();
  expect(result).toMatchObject({ token: "token", user: { username: "maya", practice: { id: "p", name: "Okafor" } } });
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({ action: "account.signed-in", userId: "maya" });
  expect(vi.mocked(deviceCookie).mock.calls[0]?.slice(1)).toEqual([
    { kind: "user", id: "maya", devicesKey: "k" },
    undefined,
  ]);
  expect(changes).toEqual(["for share"]);
  expect(forgetEndedSessions).toHaveBeenCalledOnce();
  expect(recordSignIn).not.toHaveBeenCalled();
});

test("a browser that is known keeps its id", async () => {
  vi.mocked(originOf).mockResolvedValue({ device: "d" });
  await signIn();
  expect(vi.mocked(deviceCookie).mock.calls[0]?.[2]).toBe("d");
});

test("a hash of another cost is replaced while nobody else changes the password", async () => {
  vi.mocked(verifyPassword).mockResolvedValue({ right: true, outdated: true });
  vi.mocked(hashPassword).mockResolvedValue("new");
  expect((await signIn()).changes).toEqual(["for update", "update"]);
});

test("a password that was changed during the request is refused", async () => {
  expect((await signIn({ same: false })).result).toBe("wrong-credentials");
  expect(startSession).not.toHaveBeenCalled();
});

test("a wrong password is counted and recorded for the account", async () => {
  vi.mocked(verifyPassword).mockResolvedValue({ right: false, outdated: false });
  expect((await signIn()).result).toBe("wrong-credentials");
  expect(vi.mocked(settleAttempt).mock.calls[0]?.[2]).toBe(false);
  expect(vi.mocked(recordSignIn).mock.calls[0]?.[3]).toBe(false);
  expect(forgetOldFailures).toHaveBeenCalledOnce();
  expect(startSession).not.toHaveBeenCalled();
});

test("an unknown name costs the same work and is counted, but there is no account to record it for", async () => {
  expect((await signIn({ user: null })).result).toBe("wrong-credentials");
  expect(vi.mocked(verifyPassword).mock.calls[0]?.slice(0, 2)).toEqual(["secret", null]);
  expect(settleAttempt).toHaveBeenCalledOnce();
  expect(recordSignIn).not.toHaveBeenCalled();
});

test("a member whom the plan suspended is told so, and one whom an administrator suspended", async () => {
  expect((await signIn({ user: { suspendedAt: at } })).result).toBe("wrong-credentials");
  expect(recordSignIn).not.toHaveBeenCalled();
  vi.mocked(isSuspended).mockResolvedValue(true);
  expect((await signIn()).result).toBe("suspended");
  expect(vi.mocked(recordSignIn).mock.calls[0]?.[3]).toBe(false);
  expect(startSession).not.toHaveBeenCalled();
});

test.each([
  ["no code", undefined, true, "two-factor-needed"],
  ["an empty code", "", true, "two-factor-needed"],
  ["a wrong code", "123456", false, "wrong-code"],
])("with a second factor, %s is refused", async (_, code, isRight, refusal) => {
  vi.mocked(useSecondFactor).mockResolvedValue(isRight);
  const given = { user: { totpConfirmedAt: at }, ...(code === undefined ? {} : { code }) };
  expect((await signIn(given)).result).toBe(refusal);
  expect(recordSignIn).toHaveBeenCalledTimes(refusal === "wrong-code" ? 1 : 0);
  const actions = vi.mocked(record).mock.calls.map(([, { action }]) => action);
  expect(actions).toEqual(refusal === "wrong-code" ? ["account.code-refused"] : []);
  expect(startSession).not.toHaveBeenCalled();
});

test("the right code signs in, and without a second factor no code is looked at", async () => {
  vi.mocked(useSecondFactor).mockResolvedValue(true);
  expect((await signIn({ user: { totpConfirmedAt: at }, code: "123456" })).result).toMatchObject({ token: "token" });
  expect(useSecondFactor).toHaveBeenCalledOnce();
  expect((await signIn({ code: "123456" })).result).toMatchObject({ token: "token" });
  expect(useSecondFactor).toHaveBeenCalledOnce();
});

test.each([
  ["maya", `"username"`],
  ["maya@x.example", `"email"`],
])("the name %s is looked up as %s", async (name, column) => {
  const { db, statements } = recordedDb();
  expect(await findByName(db, name)).toBeUndefined();
  expect(statements[0]?.text).toContain(`where lower("users".${column}) = lower(`);
});

test.each([
  [{ practiceId: "p", userId: "maya" }, 1],
  [null, 0],
])("a sign-out of the session of %o is recorded %i times", async (ended, times) => {
  vi.mocked(endSession).mockResolvedValue(ended);
  await logout(recordedDb().db, "token", "::1");
  expect(record).toHaveBeenCalledTimes(times);
});
