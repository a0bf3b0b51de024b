import { beforeEach, expect, test, vi } from "vitest";
import { limitsOf, recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { announceSessionEnd } from "../../../platform/events/events.ts";
import { sessions } from "../table.ts";
import { endOneSession, listSessions } from "./session-list.ts";
import {
  changeSessionTimeout,
  endSession,
  endSessionsOf,
  findMember,
  forgetEndedSessions,
  hasSessionEnd,
  startSession,
  takeSessionEnd,
} from "./sessions.ts";
import { forgetOldFailures } from "./sign-in-limits.ts";
import { forgetOldSignIns, lastSignIns, recordSignIn } from "./sign-ins.ts";

vi.mock("../../../platform/events/events.ts", () => ({ announce: vi.fn(), announceSessionEnd: vi.fn() }));
beforeEach(() => void vi.clearAllMocks());

const maya = { practiceId: "p", userId: "maya" };
const user = { practiceId: "p", id: "maya", sessionTimeoutMinutes: 480 };
const tablesOf = (statements: { text: string }[]) =>
  statements.map(({ text }) =>
    /^(insert into|update|delete from|select)\b.*?"(?:from )?(\w+)"/.exec(text)?.slice(1, 3).join(" "),
  );

test("a session has a token of 32 random bytes, lasts as long as the user has set, and is recorded as a sign-in", async () => {
  const { db, statements } = recordedDb();
  const place = { address: "192.0.2.7", userAgent: "A".repeat(500) };
  const token = await startSession(db, user, place);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(tablesOf(statements)).toEqual(["insert into sessions", "insert into sign_ins"]);
  const [session, signIn] = statements;
  expect(session?.values).toContain(480);
  expect(session?.values).not.toContain(token);
  // Longer descriptions of a browser are cut.
  expect(session?.values).toContain("A".repeat(400));
  expect(signIn?.values).toEqual(expect.arrayContaining(["A".repeat(400), true, "192.0.2.7"]));
});

test("a failed sign-in is recorded as such", async () => {
  const { db, statements } = recordedDb();
  await recordSignIn(db, user, { address: "192.0.2.7", userAgent: "Firefox" }, false);
  expect(statements[0]?.values).toEqual(expect.arrayContaining([false, "Firefox"]));
});

const found = (slidable: boolean) =>
  recordedDb(({ text }) =>
    text.startsWith("select") ? [["p", "maya", "s", "owner", "maya", "Maya", "Okafor", "m@x.example", slidable]] : [],
  );

test.each([
  [true, true, 1],
  [true, false, 0],
  [false, true, 0],
  [false, false, 0],
])(
  "an action (%s) of a session seen more than a minute ago (%s) extends it %i times",
  async (slide, slidable, times) => {
    const { db, statements } = found(slidable);
    const { sessionId, fullName } = (await findMember(db, "token", { slide })) ?? {};
    expect([sessionId, fullName]).toEqual(["s", "Maya Okafor"]);
    expect(statements.filter(({ text }) => text.startsWith("update"))).toHaveLength(times);
  },
);

test("a token without a session has no member", async () => {
  expect(await findMember(recordedDb().db, "token", { slide: true })).toBeNull();
});

test("a changed timeout counts for the current session from now", async () => {
  const { db, statements } = recordedDb();
  await changeSessionTimeout(db as unknown as Tx, { ...maya, sessionId: "s" }, 60);
  expect(statements[0]?.values).toEqual(["s", "s", 60, "p", "maya"]);
});

test("a session that is signed out closes its event streams, one that has ended does nothing", async () => {
  expect(await endSession(recordedDb(() => [["p", "maya", "s"]]).db, "token")).toEqual(maya);
  expect(vi.mocked(announceSessionEnd).mock.calls[0]?.slice(1)).toEqual(["p", "s"]);
  expect(await endSession(recordedDb().db, "token")).toBeNull();
  expect(announceSessionEnd).toHaveBeenCalledOnce();
});

/** Ends sessions of Maya, who has two. */
async function end(which: { keep?: string; only?: string }, ended: string[] = ["a", "b"]) {
  const { db, statements } = recordedDb(({ text }) =>
    text.startsWith(`delete from "sessions"`) ? ended.map((id) => [id, `hash-${id}`]) : [],
  );
  const count = await endSessionsOf(db as unknown as Tx, maya, "password-changed", which);
  return { count, statements };
}

test.each([
  [{}, []],
  [{ keep: "k" }, ["k"]],
  [{ only: "o" }, ["o"]],
])("with %o, those sessions of the user end", async (which, ids) => {
  const { count, statements } = await end(which);
  expect(count).toBe(2);
  expect(statements[0]?.values).toEqual(["p", "maya", ...ids]);
  expect(statements[0]?.text.includes("<>")).toBe("keep" in which);
});

test("each ended session leaves its reason and closes its event streams, and every browser becomes unknown", async () => {
  const { statements } = await end({});
  const reasons = statements.find(({ text }) => text.startsWith(`insert into "ended_sessions"`))?.values;
  expect(reasons).toEqual(["hash-a", "password-changed", "hash-b", "password-changed"]);
  expect(statements.some(({ text }) => text.includes("gen_random_uuid()"))).toBe(true);
  expect(vi.mocked(announceSessionEnd).mock.calls.map(([, , id]) => id)).toEqual(["a", "b"]);
});

test("if no session was left, browsers become unknown all the same", async () => {
  const { count, statements } = await end({}, []);
  expect(count).toBe(0);
  expect(statements.map(({ text }) => text.slice(0, 6))).toEqual(["delete", "update"]);
});

test("the end of one session is refused when it has ended already", async () => {
  const member = { ...maya, sessionId: "s", address: "::1" } as never;
  await expect(endOneSession(recordedDb().db, member, "x")).rejects.toMatchObject({ code: "session-not-found" });
  const { db } = recordedDb(({ text }) => (text.startsWith("delete") ? [["x", "hash"]] : []));
  await expect(endOneSession(db, member, "x")).resolves.toBeUndefined();
});

test("the list of sessions marks the current one", async () => {
  const at = new Date("2026-11-20T10:00:00Z");
  const rows = ["s", "t"].map((id) =>
    rowOf(sessions, { id, userAgent: "curl/8", address: "::1", createdAt: at, lastSeenAt: at }),
  );
  const list = await listSessions(recordedDb(() => rows).db, { ...maya, sessionId: "t" } as never);
  expect(list.map(({ id, current, device }) => [id, current, device])).toEqual([
    ["s", false, "curl"],
    ["t", true, "curl"],
  ]);
});

test.each([
  [0, false],
  [1, true],
])("the reason for the end of a session (%i stored) is still to be shown: %s", async (count, isShown) => {
  expect(await hasSessionEnd(recordedDb(() => [{ count }]).db, "token")).toBe(isShown);
});

test("the reason for the end of a session is taken once", async () => {
  expect(await takeSessionEnd(recordedDb(() => [["password-changed"]]).db, "token")).toBe("password-changed");
  expect(await takeSessionEnd(recordedDb().db, "token")).toBeUndefined();
});

test("what is over is deleted in batches: 1,000 sessions, reasons and failed attempts, and as many sign-ins as asked for", async () => {
  const { db, statements } = recordedDb();
  await forgetEndedSessions(db);
  await forgetOldFailures(db);
  expect(await forgetOldSignIns(db, 70)).toBe(0);
  await lastSignIns(db, user, 5);
  expect(limitsOf(statements)).toEqual([1_000, 1_000, 1_000, 70, 5]);
  expect(tablesOf(statements).slice(0, 4)).toEqual([
    "delete from sessions",
    "delete from ended_sessions",
    "delete from login_failures",
    "delete from sign_ins",
  ]);
  for (const { text } of statements.slice(0, 3)) expect(text).toContain("for update skip locked");
  expect(await forgetOldSignIns(recordedDb(() => [[], [], []]).db, 70)).toBe(3);
});
