import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../testing/recorded-db.ts";
import { sendAccountEmail } from "../account-emails/send.ts";
import { addUser, isSuspended, requireAvailable, startSession } from "../accounts/index.ts";
import { limitPerHour } from "../audit/limit-per-hour.ts";
import { record } from "../audit/service.ts";
import { acceptInvitation } from "./accept.ts";
import {
  findInvitation,
  invite,
  listInvitations,
  renewInvitationTokens,
  resendInvitation,
  revokeInvitation,
} from "./invitations.ts";
import { invitations } from "./table.ts";

vi.mock("../account-emails/send.ts", () => ({
  accountLink: (_: unknown, kind: string, token: string) => `${kind}:${token}`,
  sendAccountEmail: vi.fn(),
}));
vi.mock("../accounts/index.ts", () => ({
  accountOf: () => "account",
  addUser: vi.fn(),
  deviceCookie: async () => "device",
  getUser: async () => "user",
  hashPassword: async () => "hash",
  isSuspended: vi.fn(),
  passwordWeakness: (password: string) => (password === "weak" ? "too weak" : undefined),
  requireAvailable: vi.fn(),
  startSession: vi.fn(),
  suspendedError: () => new Error("suspended"),
  takenError: () => undefined,
}));
vi.mock("../audit/limit-per-hour.ts", () => ({ limitPerHour: vi.fn() }));
vi.mock("../audit/service.ts", () => ({ record: vi.fn() }));
vi.mock("../billing/index.ts", () => ({ planOf: async () => ({ name: "Small Firm", maxUsers: 3 }) }));
vi.mock("../practices/service.ts", () => ({ lockPractice: vi.fn() }));
vi.mock("../../platform/events/events.ts", () => ({ announce: vi.fn() }));

const actor = { practiceId: "p", userId: "owner", address: "::1" };
const at = new Date("2026-11-20T10:00:00Z");
const row = { id: "inv", practiceId: "p", email: "ben@x.example", createdAt: at, expiresAt: at, tokenHash: "stored" };

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(isSuspended).mockResolvedValue(false);
  vi.mocked(addUser).mockResolvedValue({ id: "ben" } as never);
  vi.mocked(startSession).mockResolvedValue("token");
});

interface Given {
  /** The practice of the account that has the address already. */
  knownAt?: string;
  members?: number;
  others?: number;
  /** Whether the invitation exists. */
  exists?: boolean;
}
function having({ knownAt, members = 1, others = 0, exists = true }: Given = {}) {
  const { db, statements } = recordedDb(({ text }) => {
    if (text.includes("count(*)")) return [{ count: text.includes(`from "users"`) ? members : others }];
    if (text.includes(`"first_name"`))
      return exists ? [[...rowOf(invitations, row), "Maya", "Okafor", "Okafor & Co"]] : [];
    if (text.startsWith(`select "practice_id" from "users"`)) return knownAt ? [[knownAt]] : [];
    if (text.startsWith("delete") && text.includes(`returning "email"`)) return exists ? [[row.email]] : [];
    return text.includes("returning") && exists ? [rowOf(invitations, row)] : [];
  });
  return { services: { db, config: {} } as never, db, statements };
}

test("an invitation replaces an earlier one, is emailed with its link and recorded", async () => {
  const { services, statements } = having();
  expect(await invite(services, actor, "Ben@x.example")).toMatchObject({ id: "inv", invitedBy: "Maya Okafor" });
  const kinds = statements.map(({ text }) => /^(delete|insert|update)/.exec(text)?.[0]).filter(Boolean);
  expect(kinds).toEqual(["delete", "insert"]);
  const [, , mail] = vi.mocked(sendAccountEmail).mock.calls[0] ?? [];
  expect(mail).toMatchObject({
    recipient: "ben@x.example",
    template: "invitation",
    facts: { practiceName: "Okafor & Co" },
  });
  const link = String(mail && "link" in mail.facts && mail.facts.link);
  expect(link).toMatch(/^invitation:[\w-]{43}$/);
  expect(statements.flatMap(({ values }) => values)).not.toContain(link.slice("invitation:".length));
  expect(statements.find(({ text }) => text.startsWith("insert"))?.text).toContain("interval '7 days'");
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({ action: "invitation.sent", subjectId: "inv" });
  expect(vi.mocked(limitPerHour).mock.calls[0]?.[3]).toEqual({ perHour: 40, what: "invitations" });
});

test.each([
  ["a member's", { knownAt: "p" }, "already-member"],
  ["somebody else's", { knownAt: "other" }, "email-taken"],
  ["new, without a free seat", { members: 2, others: 1 }, "users-reached"],
])("an address that is %s is not invited", async (_, given, code) => {
  await expect(invite(having(given).services, actor, "ben@x.example")).rejects.toMatchObject({ code });
  expect(sendAccountEmail).not.toHaveBeenCalled();
});

test("an invitation that is sent again has a new link and needs a seat", async () => {
  await resendInvitation(having().services, actor, "inv");
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({ action: "invitation.sent-again" });
  await expect(resendInvitation(having({ members: 3 }).services, actor, "inv")).rejects.toMatchObject({
    code: "users-reached",
  });
  await expect(resendInvitation(having({ exists: false }).services, actor, "x")).rejects.toMatchObject({
    code: "invitation-not-found",
  });
});

test("an invitation that is taken back is recorded with its address, an unknown one is refused", async () => {
  await revokeInvitation(having().db, actor, "inv");
  const entry = { action: "invitation.taken-back", subjectId: "inv", detail: { name: "ben@x.example" } };
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject(entry);
  await expect(revokeInvitation(having({ exists: false }).db, actor, "x")).rejects.toMatchObject({
    code: "invitation-not-found",
  });
});

test("invitations are listed with who invited and until when they are valid", async () => {
  const shown = {
    id: "inv",
    email: "ben@x.example",
    invitedBy: "Maya Okafor",
    createdAt: at.toISOString(),
    expiresAt: at.toISOString(),
  };
  expect(await listInvitations(having().db, "p")).toEqual([shown]);
});

test("the operator gets a new link for each invitation of an address, in any case", async () => {
  const { db, statements } = recordedDb(({ text }) =>
    text.startsWith("select") ? [[...rowOf(invitations, row), "Okafor & Co"]] : [],
  );
  const [renewed, ...more] = await renewInvitationTokens(db, "BEN@x.example");
  expect(more).toEqual([]);
  expect(renewed).toMatchObject({
    token: expect.stringMatching(/^[\w-]{43}$/),
    practiceName: "Okafor & Co",
    expiresAt: at,
  });
  expect(statements.find(({ text }) => text.startsWith("select"))?.values).toContain("ben@x.example");
  expect(statements.find(({ text }) => text.startsWith("update"))?.values.at(-1)).toBe("stored");
});

test("a link without an open invitation is found as nothing", async () => {
  expect(await findInvitation(recordedDb().db, "token")).toBeNull();
});

/** Accepts an invitation. `used`: another request has used it up meanwhile. */
function accept({ password = "three unrelated words", found = true, used = false, members = 1 } = {}) {
  const { db } = recordedDb(({ text }) => {
    if (text.includes("count(*)")) return [{ count: text.includes(`from "users"`) ? members : 0 }];
    if (text.startsWith("delete")) return used ? [] : [rowOf(invitations, row)];
    return text.startsWith("select") && found ? [["p", "inv", "ben@x.example", "Okafor & Co"]] : [];
  });
  const input = { token: "t", username: "ben", firstName: "Ben", lastName: "Miller", password };
  return acceptInvitation({ config: {}, db, key: Buffer.alloc(32) } as never, input as never, {
    address: "::1",
    userAgent: "",
  });
}

test("who accepts an invitation is a member with that address, recorded and signed in", async () => {
  expect(await accept()).toEqual({ user: "user", token: "token", device: "device" });
  const member = { practiceId: "p", username: "ben", email: "ben@x.example", passwordHash: "hash", role: "member" };
  expect(vi.mocked(addUser).mock.calls[0]?.[1]).toMatchObject(member);
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({
    action: "member.joined",
    userId: "ben",
    address: "::1",
  });
});

test.each([
  ["that is not open", { found: false }, "link-invalid"],
  ["that another request has used", { used: true }, "link-invalid"],
  ["with a weak password", { password: "weak" }, "weak-password"],
  ["without a free seat", { members: 3 }, "users-reached"],
])("an invitation %s is not accepted", async (_, given, code) => {
  await expect(accept(given)).rejects.toMatchObject({ code });
  expect(addUser).not.toHaveBeenCalled();
});

test("in a practice that is suspended nobody is signed in, and a taken name is refused before anything else", async () => {
  vi.mocked(isSuspended).mockResolvedValueOnce(true);
  await expect(accept()).rejects.toThrow("suspended");
  expect(startSession).not.toHaveBeenCalled();
  vi.mocked(requireAvailable).mockRejectedValueOnce(new Error("taken"));
  await expect(accept()).rejects.toThrow("taken");
});
