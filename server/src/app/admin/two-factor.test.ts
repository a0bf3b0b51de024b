import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb, type Statement } from "../../../testing/fake-db.ts";
import { AppError } from "../../platform/errors.ts";
import { signInAdmin } from "./sign-in.ts";
import {
  confirmAdminTwoFactor,
  endAdminTwoFactor,
  resetAdminFactor,
  startAdminTwoFactor,
  useSecondFactor,
} from "./two-factor.ts";

interface Attempt {
  what: string;
}
const { state } = vi.hoisted(() => ({
  state: {
    isRight: true,
    outdated: false,
    step: 7 as number | undefined,
    secret: "secret" as string | undefined,
    done: [] as unknown[][],
    origin: {} as object,
  },
}));
vi.mock("../../domain/account-emails/send.ts", () => ({
  sendAccountEmail: async (_tx: unknown, _services: unknown, { template, recipient }: Record<string, string>) =>
    void state.done.push(["email", template, recipient]),
}));
vi.mock("../../domain/accounts/index.ts", () => ({
  attemptOf: (what: string) => ({ what }),
  codeLimits: () => ({}),
  deviceCookie: async (_services: unknown, _account: unknown, device?: string) =>
    `cookie of ${device ?? "a new device"}`,
  forgetOldFailures: async () => void state.done.push(["old failures forgotten"]),
  hashPassword: async (password: string) => `hash of ${password}`,
  newRecoveryCodes: () => ["one", "two"],
  newTotpSecret: () => "new secret",
  originOf: async () => state.origin,
  recoveryCodeHash: (code: string) => `hash of ${code}`,
  refuseWhenLimited: async (_db: unknown, { what }: Attempt) => void state.done.push(["limit", what]),
  async settleAttempt(
    _db: unknown,
    { what }: Attempt,
    result: boolean | ((tx: unknown) => Promise<boolean>),
    refused?: (tx: unknown) => Promise<void>,
  ) {
    const right = typeof result === "boolean" ? result : await result(database.db);
    state.done.push(["attempt", what, right]);
    if (!right) await refused?.(database.db);
    return right;
  },
  totpStep: (_secret: string, code: string) => (code === "123456" ? state.step : undefined),
  totpUri: (secret: string, { issuer, username }: Record<string, string>) => `${secret} ${issuer} ${username}`,
  verifyPassword: async (_password: string, hash: string | null) => ({
    right: hash !== null && state.isRight,
    outdated: state.outdated,
  }),
  wrongCodeError: () => new AppError("wrong-code", "Wrong."),
}));
vi.mock("../../platform/crypto/sealed-text.ts", () => ({
  openText: () => state.secret,
  sealText: (_key: unknown, context: string, text: string) => `${context} ${text}`,
}));
vi.mock("../../platform/db/clock.ts", () => ({ databaseNow: async () => new Date(0) }));
vi.mock("./admin-actions.ts", () => ({
  operatorCommand: "operator",
  recordAdminAction: async (_tx: unknown, _by: unknown, { action }: { action: string }) =>
    void state.done.push(["action", action]),
}));
vi.mock("./known-devices.ts", () => ({
  adminAccount: ({ id }: { id: string }) => ({ id }),
  forgetAdminDevices: async () => void state.done.push(["devices forgotten"]),
}));
vi.mock("./sessions.ts", () => ({ startAdminSession: async () => "token" }));

const pat = {
  id: "pat",
  name: "Pat",
  email: "pat@example.com",
  role: "Administrator",
  passwordHash: "hash",
  hash: "hash",
  totpSecret: "sealed",
  totpConfirmedAt: null as Date | null,
  totpLastStep: null,
};
let database: ReturnType<typeof fakeDb>;
/** The rows that a statement selects, changes or deletes. */
let rows: (statement: Statement) => object[];
beforeEach(() => {
  Object.assign(state, { isRight: true, outdated: false, step: 7, secret: "secret", done: [], origin: {} });
  rows = () => [pat];
  database = fakeDb((statement) => rows(statement));
});

const services = () => ({ db: database.db, key: Buffer.alloc(32), config: { companyName: "Sheaf" } }) as never;
const who = { adminId: "pat", sessionId: "s", email: "pat@example.com", address: "192.0.2.1" } as never;
const changed = () =>
  database.statements.filter(({ kind }) => kind !== "select").map(({ kind, table }) => `${kind} ${table}`);

test("a new secret for the app is stored sealed, after the password was given", async () => {
  expect(await startAdminTwoFactor(services(), who, "secret")).toEqual({
    secret: "new secret",
    uri: "new secret Sheaf pat@example.com",
  });
  expect(database.statements.at(-1)?.values).toEqual({ totpSecret: "admin-totp:pat new secret", totpLastStep: null });
  expect(state.done).toEqual([
    ["limit", "admin"],
    ["attempt", "admin", true],
  ]);
});

test("no secret is made with a wrong password, or while two-factor sign-in is on", async () => {
  rows = ({ kind }) => (kind === "update" ? [] : [pat]);
  await expect(startAdminTwoFactor(services(), who, "secret")).rejects.toMatchObject({ code: "two-factor-on" });
  state.isRight = false;
  await expect(startAdminTwoFactor(services(), who, "wrong")).rejects.toMatchObject({ code: "wrong-password" });
  expect(changed()).toEqual(["update admins"]);
});

test("the app's first code turns two-factor sign-in on, with new recovery codes", async () => {
  expect(await confirmAdminTwoFactor(services(), who, "123456")).toEqual(["one", "two"]);
  expect(state.done).toEqual([
    ["attempt", "admin-code", true],
    ["action", "admin.two-factor-on"],
    ["email", "two-factor-on", "pat@example.com"],
  ]);
  expect(changed()).toEqual([
    ...["update admins", "update admins", "delete admin_recovery_codes", "insert admin_recovery_codes"],
  ]);
  expect(database.statements.at(-1)?.values).toEqual([
    { adminId: "pat", codeHash: "hash of one" },
    { adminId: "pat", codeHash: "hash of two" },
  ]);
});

test.each([
  [undefined, "two-factor-off"],
  [{ ...pat, totpSecret: null }, "two-factor-off"],
  [{ ...pat, totpConfirmedAt: new Date() }, "two-factor-on"],
])("of %j no code can be confirmed", async (admin, code) => {
  rows = () => (admin ? [admin] : []);
  await expect(confirmAdminTwoFactor(services(), who, "123456")).rejects.toMatchObject({ code });
  expect([state.done, changed()]).toEqual([[], []]);
});

test("a wrong code does not turn two-factor sign-in on", async () => {
  await expect(confirmAdminTwoFactor(services(), who, "654321")).rejects.toMatchObject({ code: "bad-request" });
  expect(state.done).toEqual([["attempt", "admin-code", false]]);
});

test("two-factor sign-in is turned off once, with the password, and the administrator is told", async () => {
  await endAdminTwoFactor(services(), who, "secret");
  expect(state.done.slice(2)).toEqual([
    ["action", "admin.two-factor-off"],
    ["email", "two-factor-off", "pat@example.com"],
  ]);
  expect(changed()).toEqual(["update admins", "delete admin_recovery_codes"]);
  rows = ({ kind }) => (kind === "update" ? [] : [pat]);
  await expect(endAdminTwoFactor(services(), who, "secret")).rejects.toMatchObject({ code: "two-factor-off" });
});

test("the operator's command takes the second factor away, with all sessions and known devices", async () => {
  expect(await resetAdminFactor(database.db, services(), "PAT@example.com")).toEqual({ name: "Pat" });
  expect(state.done).toEqual([
    ["devices forgotten"],
    ["action", "admin.two-factor-reset"],
    ["email", "two-factor-off", "pat@example.com"],
  ]);
  expect(changed()).toEqual(["update admins", "delete admin_recovery_codes", "delete admin_sessions"]);
});

test("a second factor that is off, or of nobody, cannot be taken away", async () => {
  rows = ({ kind }) => (kind === "update" ? [] : [pat]);
  await expect(resetAdminFactor(database.db, services(), pat.email)).rejects.toThrow("Pat has not turned on");
  rows = () => [];
  await expect(resetAdminFactor(database.db, services(), "eve@example.com")).rejects.toThrow(
    "There is no administrator with the address eve@example.com.",
  );
  expect(state.done).toEqual([]);
});

const use = (code: string, admin: object = pat) => useSecondFactor(database.db, services(), admin as never, code);

test("a code of the app is used once: of two requests only one changes the row", async () => {
  expect(await use("123456")).toBe(true);
  expect(database.statements.map(({ values }) => values)).toEqual([{ totpLastStep: 7 }]);
  rows = () => [];
  expect(await use("123456")).toBe(false);
});

test("a recovery code is used once, and the administrator is told", async () => {
  expect(await use("one")).toBe(true);
  expect(changed()).toEqual(["update admin_recovery_codes"]);
  expect(state.done).toEqual([["email", "recovery-code-used", "pat@example.com"]]);
  rows = () => [];
  expect(await use("one")).toBe(false);
  expect(state.done).toHaveLength(1);
});

test("without a secret that can be read, only recovery codes count", async () => {
  rows = ({ table }) => (table === "admin_recovery_codes" ? [] : [pat]);
  expect(await use("123456", { ...pat, totpSecret: null })).toBe(false);
  state.secret = undefined;
  expect(await use("123456")).toBe(false);
});

const signIn = (more: object = {}) =>
  signInAdmin(
    services(),
    { email: "pat@example.com", password: "secret", ...more } as never,
    {
      address: "192.0.2.1",
    } as never,
  );

test("an administrator signs in with the password, and the browser becomes known", async () => {
  expect(await signIn()).toEqual({
    login: { token: "token", admin: { name: "Pat", role: "Administrator" } },
    device: "cookie of a new device",
  });
  expect(state.done).toEqual([
    ["limit", "admin"],
    ["attempt", "admin", true],
    ["action", "admin.signed-in"],
  ]);
  expect(changed()).toEqual([]);
  state.origin = { device: "the known one" };
  expect((await signIn()).device).toBe("cookie of the known one");
});

test("a wrong password, or the address of nobody, gets the same answer", async () => {
  state.isRight = false;
  await expect(signIn()).rejects.toMatchObject({ code: "wrong-credentials" });
  state.isRight = true;
  rows = () => [];
  await expect(signIn()).rejects.toMatchObject({ code: "wrong-credentials" });
  const refused = [["limit", "admin"], ["attempt", "admin", false], ["old failures forgotten"]];
  expect(state.done).toEqual([...refused, ...refused]);
});

test("a password hash of another cost is renewed", async () => {
  state.outdated = true;
  await signIn();
  expect(database.statements.at(-1)).toMatchObject({ kind: "update", values: { passwordHash: "hash of secret" } });
});

test("with two-factor sign-in a code is needed, and a refused one is recorded", async () => {
  rows = ({ table }) => (table === "admins" ? [{ ...pat, totpConfirmedAt: new Date() }] : []);
  for (const code of [undefined, ""])
    await expect(signIn({ code })).rejects.toMatchObject({ code: "two-factor-needed" });
  state.done.length = 0;
  await expect(signIn({ code: "000000" })).rejects.toMatchObject({ code: "wrong-code" });
  expect(state.done.slice(2)).toEqual([
    ["attempt", "admin-code", false],
    ["action", "admin.code-refused"],
  ]);
  expect((await signIn({ code: "123456" })).login.token).toBe("token");
});
