import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import { sealText } from "../../../platform/crypto/sealed-text.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import type { Member } from "../../access/member.ts";
import { record } from "../../audit/service.ts";
import { sendSecurityEmail } from "../security-emails.ts";
import { settleAttempt } from "../sign-in/sign-in-limits.ts";
import { users } from "../table.ts";
import { totpStep } from "./totp.ts";
import {
  confirmTwoFactor,
  disableTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  useSecondFactor,
} from "./two-factor.ts";

vi.mock("../../audit/service.ts", () => ({ record: vi.fn() }));
vi.mock("../security-emails.ts", () => ({ sendSecurityEmail: vi.fn() }));
vi.mock("../passwords/confirm-password.ts", () => ({ confirmPassword: vi.fn(), requirePasswordUnchanged: vi.fn() }));
vi.mock("../sign-in/sign-in-limits.ts", async (actual) => ({ ...(await actual<object>()), settleAttempt: vi.fn() }));
vi.mock("./totp.ts", async (actual) => ({ ...(await actual<object>()), totpStep: vi.fn() }));

const key = Buffer.alloc(32, 7);
const at = new Date("2026-11-20T10:00:00Z");
const member = { practiceId: "p", userId: "maya", username: "maya", sessionId: "s", email: "m@x.example" } as Member;
const secret = () => sealText(key, "totp:maya", "SECRET");

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(settleAttempt).mockImplementation(async (db, _, check) =>
    typeof check === "boolean" ? check : check(db as unknown as Tx),
  );
});

/** Services with a user of these values; `updates` tells whether an UPDATE of the user finds a row. */
function having(user: object | null, { updates = true, codes = 0 } = {}) {
  const row = { id: "maya", practiceId: "p", username: "maya", ...user };
  const { db, statements } = recordedDb(({ text }) => {
    if (text.includes("as now")) return [{ now: at.toISOString() }];
    if (text.startsWith(`update "recovery_codes"`)) return Array.from({ length: codes }, () => ["hash"]);
    if (text.startsWith("update")) return updates ? [["maya"]] : [];
    return text.startsWith("select") && user ? [rowOf(users, row)] : [];
  });
  return { services: { db, key, config: { companyName: "Sheaf" } } as never, tx: db as unknown as Tx, row, statements };
}
const actions = () => vi.mocked(record).mock.calls.map(([, { action }]) => action);
const emails = () => vi.mocked(sendSecurityEmail).mock.calls.map(([, , , { template }]) => template);

test("a set-up gives a secret, which is stored sealed, and is refused while the second factor is on", async () => {
  const { services, statements } = having({});
  const { secret: given, uri } = await startTwoFactor(services, member, "secret");
  expect(uri).toContain(given);
  expect(statements[0]?.values).not.toContain(given);
  await expect(startTwoFactor(having({}, { updates: false }).services, member, "x")).rejects.toMatchObject({
    code: "two-factor-on",
  });
});

test("a right code turns the second factor on and gives ten recovery codes", async () => {
  vi.mocked(totpStep).mockReturnValue(7);
  const { services } = having({ totpSecret: secret(), totpLastStep: 5 });
  expect(await confirmTwoFactor(services, member, "123456")).toHaveLength(10);
  expect(vi.mocked(totpStep).mock.calls[0]).toEqual(["SECRET", "123456", 5, at]);
  expect([actions(), emails()]).toEqual([["account.two-factor-on"], ["two-factor-on"]]);
});

test.each([
  ["that is on already", { totpConfirmedAt: at }, 7, true, "two-factor-on"],
  ["that was not started", {}, 7, true, "two-factor-off"],
  ["with a wrong code", { totpSecret: secret() }, undefined, true, "wrong-code"],
  ["with a code that another request uses", { totpSecret: secret() }, 7, false, "wrong-code"],
  ["sealed with another key", { totpSecret: sealText(Buffer.alloc(32, 1), "totp:maya", "X") }, 7, true, "wrong-code"],
  ["of a deleted account", null, 7, true, "not-signed-in"],
])("a second factor %s is not turned on", async (_, user, step, updates, code) => {
  vi.mocked(totpStep).mockReturnValue(step);
  await expect(confirmTwoFactor(having(user, { updates }).services, member, "123456")).rejects.toMatchObject({ code });
  expect(actions()).toEqual([]);
});

test("turning it off is recorded and told, and refused while it is off", async () => {
  await disableTwoFactor(having({ totpConfirmedAt: at }).services, member, "secret");
  expect([actions(), emails()]).toEqual([["account.two-factor-off"], ["two-factor-off"]]);
  await expect(disableTwoFactor(having({}).services, member, "secret")).rejects.toMatchObject({
    code: "two-factor-off",
  });
});

test("new recovery codes are recorded and told, and refused while the second factor is off", async () => {
  expect(await renewRecoveryCodes(having({ totpConfirmedAt: at }).services, member, "secret")).toHaveLength(10);
  expect([actions(), emails()]).toEqual([["account.recovery-codes-renewed"], ["recovery-codes-renewed"]]);
  await expect(renewRecoveryCodes(having({}).services, member, "x")).rejects.toMatchObject({ code: "two-factor-off" });
});

test.each([
  ["a code of the app", 7, 0, true, []],
  ["a recovery code", undefined, 1, true, ["recovery-code-used"]],
  ["neither", undefined, 0, false, []],
])("%s is a second factor or not, and the use of a recovery code is told", async (_, step, codes, isRight, told) => {
  vi.mocked(totpStep).mockReturnValue(step);
  const { services, tx, row } = having({ totpSecret: secret() }, { codes });
  expect(await useSecondFactor(tx, services, row as never, "code")).toBe(isRight);
  expect(emails()).toEqual(told);
});
