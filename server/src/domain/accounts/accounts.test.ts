import pg from "pg";
import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../testing/recorded-db.ts";
import type { Tx } from "../../platform/db/connect.ts";
import { limitPerHour } from "../audit/limit-per-hour.ts";
import { forgetOldEntries } from "../audit/service.ts";
import { findLink, makeLink, takeLink, wasLinkJustSent } from "./links.ts";
import { forgotPassword } from "./passwords/forgotten-password.ts";
import { addUser } from "./people.ts";
import { notifyOwner } from "./security-emails.ts";
import { getUser, requireAvailable, takenError, toUser } from "./service.ts";
import { attemptOf, settleAttempt } from "./sign-in/sign-in-limits.ts";
import { isSuspended, setSuspendedByPlan } from "./suspension.ts";
import { users } from "./table.ts";

const wait = vi.hoisted(() => vi.fn(async () => {}));
const sent = vi.hoisted(() => vi.fn(async () => true));
vi.mock("node:timers/promises", async (actual) => ({ ...(await actual<object>()), setTimeout: wait }));
vi.mock("../account-emails/send.ts", () => ({ accountLink: () => "link", sendAccountEmail: sent }));
vi.mock("./sign-in/sign-in-limits.ts", async (actual) => ({ ...(await actual<object>()), settleAttempt: vi.fn() }));
beforeEach(() => void vi.clearAllMocks());

const txOf = (answer?: Parameters<typeof recordedDb>[0]) => recordedDb(answer).db as unknown as Tx;
const at = new Date("2026-11-20T10:00:00Z");
const user = { id: "u", practiceId: "p", username: "maya", email: "maya@x.example", firstName: "Maya", lastName: "O" };

test.each([
  [9, true],
  [10, false],
  [11, false],
])("after %i of ten actions an hour, another one is allowed: %s", async (done, isAllowed) => {
  const limited = limitPerHour(recordedDb(() => [{ count: done }]).db, "p", "email.tested", {
    perHour: 10,
    what: "test emails",
  });
  if (isAllowed) await limited;
  else {
    const message = "Your practice had 10 test emails within an hour. Try again later.";
    await expect(limited).rejects.toMatchObject({ code: "too-many-requests", message, retryAfterSeconds: 600 });
  }
});

test("entries of the audit log are deleted in batches, after a year", async () => {
  const { db, statements } = recordedDb(() => [[], []]);
  expect(await forgetOldEntries(db, 70)).toBe(2);
  expect(statements[0]?.values).toEqual([1, 70]);
});

test.each([
  [[true, false], "username-taken"],
  [[false, true], "username-taken"],
  [[false], "email-taken"],
  [[], undefined],
])("with accounts of the same name (%o) a registration is refused: %s", async (rows, code) => {
  const available = requireAvailable(recordedDb(() => rows.map((same) => [same])).db, {
    username: "maya",
    email: "m@x",
  });
  if (code) await expect(available).rejects.toMatchObject({ code });
  else await available;
});

test.each([
  ["users_username", "username-taken"],
  ["users_email", "email-taken"],
  ["users_other", undefined],
])("a violation of %s is the error %s", (constraint, code) => {
  const error = Object.assign(new pg.DatabaseError("duplicate", 0, "error"), { code: "23505", constraint });
  expect(takenError(new Error("query failed", { cause: error }))?.code).toBe(code);
});

test.each([
  [{ emailVerifiedAt: null, totpConfirmedAt: null }, false, false],
  [{ emailVerifiedAt: at, totpConfirmedAt: null }, true, false],
  [{ emailVerifiedAt: null, totpConfirmedAt: at }, false, true],
])("a user with %o has a confirmed address (%s) and a second factor (%s)", (row, emailVerified, twoFactor) => {
  expect(toUser({ ...user, ...row } as never, { id: "p", name: "Okafor" })).toMatchObject({ emailVerified, twoFactor });
});

test("a deleted account is not signed in", async () => {
  await expect(getUser(recordedDb().db, "p", "u")).rejects.toMatchObject({ code: "not-signed-in" });
});

test("a user is added with the terms accepted; no row is an error", async () => {
  expect(
    await addUser(
      txOf(() => [rowOf(users, user)]),
      user as never,
      null,
    ),
  ).toMatchObject({ username: "maya" });
  await expect(addUser(txOf(), user as never, null)).rejects.toThrow("no row");
});

test.each([
  [null, null, false],
  [at, null, true],
  [null, at, true],
])("a user suspended at %o, of a practice suspended at %o, is suspended: %s", async (own, practice, isOut) => {
  expect(await isSuspended(recordedDb(() => [[own, practice]]).db, "u")).toBe(isOut);
});

test("nobody is suspended without a name", async () => {
  const { db, statements } = recordedDb();
  await setSuspendedByPlan(db as unknown as Tx, "p", [], {} as never);
  expect(statements).toEqual([]);
});

test.each([
  ["another member is the owner", { id: "owner" }, 1],
  ["the member is the owner", { id: "u" }, 0],
  ["there is no owner", null, 0],
])("when %s, the owner gets %s emails about a member", async (_, owner, times) => {
  const tx = txOf(() => (owner ? [rowOf(users, { email: "owner@x.example", ...owner })] : []));
  await notifyOwner(tx, {} as never, user as never, "removed");
  expect(sent).toHaveBeenCalledTimes(times);
});

test("a link has a token of 32 random bytes, of which only the hash is stored", async () => {
  const { db, statements } = recordedDb();
  const token = await makeLink(db as unknown as Tx, user, "reset", user.email);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(statements[0]?.values).not.toContain(token);
  expect(statements[0]?.text).toContain("interval '60 minutes'");
  await makeLink(db as unknown as Tx, user, "verify", user.email);
  expect(statements[1]?.text).toContain("interval '7 days'");
});

test.each([
  [0, false],
  [1, true],
])("with %i links of the last minute, one was just sent: %s", async (count, isSent) => {
  expect(await wasLinkJustSent(recordedDb(() => [{ count }]).db, user, "reset")).toBe(isSent);
});

test("an unknown link is found as nothing, and cannot be used", async () => {
  expect(await findLink(recordedDb().db, "token")).toBeNull();
  await expect(takeLink(txOf(), "token", "reset")).rejects.toMatchObject({ code: "link-invalid" });
  expect(
    await takeLink(
      txOf(() => [["p", "u", "m@x"]]),
      "token",
      "reset",
    ),
  ).toEqual({ practiceId: "p", userId: "u", email: "m@x" });
});

/** Asks for a link to choose a new password. Returns the number of emails. */
async function forgot({ isKnown = true, justSent = 0, mail = "smtp" } = {}) {
  const { db } = recordedDb(({ text }) => {
    if (text.includes("count(*)")) return [{ count: justSent }];
    return text.startsWith("select") && isKnown ? [[...rowOf(users, user), "p", "Okafor"]] : [];
  });
  await forgotPassword({ db, config: {}, mail: { name: mail } } as never, "Maya", { address: "192.0.2.7" });
  return sent.mock.calls.length;
}

test.each([
  ["a known account", {}, 1],
  ["an unknown account", { isKnown: false }, 0],
  ["an account that was just sent a link", { justSent: 1 }, 0],
  ["an installation that sends no email", { mail: "outbox" }, 0],
])(
  "for %s the answer takes as long, counts as an attempt and sends the right number of links",
  async (_, given, times) => {
    expect(await forgot(given)).toBe(times);
    expect(wait).toHaveBeenCalledExactlyOnceWith(400);
    const attempt = attemptOf("reset", { typed: "maya" }, { address: "192.0.2.7" });
    expect(vi.mocked(settleAttempt).mock.calls[0]?.slice(1)).toEqual([attempt, false]);
  },
);
