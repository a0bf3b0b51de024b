import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../testing/fake-db.ts";

interface User {
  id: string;
  practiceId: string;
  username: string;
  email: string;
  pendingEmail: string | null;
  emailVerifiedAt: Date | null;
  totpConfirmedAt: Date | null;
}
const { state } = vi.hoisted(() => ({
  state: {
    user: undefined as User | undefined,
    invitations: [] as object[],
    claims: [] as object[],
    isConfirmed: true,
    done: [] as unknown[][],
  },
}));
vi.mock("../platform/process/command.ts", () => ({
  runCommand: async (_help: string, work: () => Promise<void>) => work(),
}));
const config = { timeZone: "Europe/London" };
vi.mock("./start/with-database.ts", () => ({
  withDatabase: async (work: (...given: unknown[]) => Promise<void>) => work(fakeDb().db, config, "url", {}),
}));
vi.mock("./start/with-mail.ts", () => ({
  withMail: async (_: unknown, work: (services: object) => Promise<void>) => work({ mail: true }),
}));
vi.mock("../domain/account-emails/send.ts", () => ({
  accountLink: (_config: unknown, kind: string, token: string) => `http://sheaf/${kind}?token=${token}`,
}));
vi.mock("../domain/accounts/index.ts", () => ({
  findByName: async () => (state.user ? { user: state.user } : undefined),
  makeLink: async (_tx: unknown, { id }: User, kind: string, address: string) => `${kind}-${id}-${address}`,
  forgetSecondFactor: async (_tx: unknown, services: object, user: object) =>
    void state.done.push(["second factor", services, user]),
}));
vi.mock("../domain/audit/service.ts", () => ({
  record: async (_tx: unknown, entry: object) => void state.done.push(["recorded", entry]),
}));
vi.mock("../domain/billing/index.ts", () => ({
  claimLink: (_config: unknown, token: string) => `http://sheaf/claim?token=${token}`,
  async renewClaims(_db: unknown, email: string) {
    state.done.push(["claims", email]);
    return state.claims;
  },
}));
vi.mock("../domain/members/invitations.ts", () => ({
  async renewInvitationTokens(_db: unknown, email: string) {
    state.done.push(["invitations", email]);
    return state.invitations;
  },
}));
vi.mock("./sign-up/confirm-address.ts", () => ({
  async confirmAddress(_tx: unknown, user: object) {
    state.done.push(["confirmed", user]);
    return state.isConfirmed;
  },
}));

const anna: User = {
  id: "anna",
  practiceId: "practice",
  username: "anna",
  email: "anna@example.com",
  pendingEmail: null,
  emailVerifiedAt: null,
  totpConfirmedAt: null,
};
const argv = process.argv;
beforeEach(() => {
  Object.assign(state, { user: undefined, invitations: [], claims: [], isConfirmed: true, done: [] });
});
afterEach(() => {
  process.argv = argv;
  vi.restoreAllMocks();
});

/** Runs `./sheaf user …`. @returns what it prints */
async function run(...words: string[]): Promise<string[]> {
  process.argv = ["node", "main-user.ts", ...words];
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
  vi.resetModules();
  await import("./main-user.ts");
  return lines;
}
const ofAnna = { practiceId: "practice", userId: null, subjectId: "anna" };

test("user link prints a link to choose a new password, and the audit log says so", async () => {
  state.user = { ...anna, pendingEmail: "new@example.com" };
  expect(await run("link", "anna")).toEqual([
    "http://sheaf/reset?token=reset-anna-anna@example.com",
    "For anna to choose a new password. Valid once, for 60 minutes.",
  ]);
  expect(state.done).toEqual([
    ["claims", "anna@example.com"],
    [
      "recorded",
      {
        practiceId: "practice",
        userId: null,
        action: "account.link-given",
        subjectId: "anna",
        detail: { kind: "reset" },
      },
    ],
  ]);
});

test.each([
  [null, "anna@example.com"],
  ["new@example.com", "new@example.com"],
])("with the pending address %s, the link that confirms an address is for %s", async (pendingEmail, address) => {
  state.user = { ...anna, pendingEmail };
  expect(await run("link", "anna", "--kind", "verify")).toEqual([
    `http://sheaf/verify?token=verify-anna-${address}`,
    `For anna to confirm ${address}. Valid for 7 days.`,
  ]);
  expect(state.done.map(([what]) => what)).toEqual(["recorded"]);
});

test("somebody invited gets the invitation, and somebody who paid a link to claim the payment", async () => {
  state.invitations = [{ token: "i", practiceName: "Hartley", expiresAt: new Date("2026-12-01T18:00:00Z") }];
  state.claims = [{ token: "c", planName: "Solo" }];
  expect(await run("link", "ben@example.com")).toEqual([
    "http://sheaf/invitation?token=i",
    "The invitation to Hartley. Valid until 1 December 2026 at 18:00.",
    "http://sheaf/claim?token=c",
    "To sign up or sign in with the payment for Solo. Valid once.",
  ]);
  expect(state.done).toEqual([
    ["invitations", "ben@example.com"],
    ["claims", "ben@example.com"],
  ]);
});

test("somebody invited who did not pay gets the invitation alone, and the other way round", async () => {
  state.invitations = [{ token: "i", practiceName: "Hartley", expiresAt: new Date(0) }];
  expect(await run("link", "ben@example.com")).toHaveLength(2);
  Object.assign(state, { invitations: [], claims: [{ token: "c", planName: "Solo" }] });
  expect(await run("link", "ben@example.com")).toHaveLength(2);
});

test("somebody with an account who paid before gets both links", async () => {
  state.user = anna;
  state.claims = [{ token: "c", planName: "Solo" }];
  const lines = await run("link", "anna");
  expect(lines[0]).toBe("http://sheaf/claim?token=c");
  expect(lines[2]).toContain("http://sheaf/reset");
});

test("there is no link for somebody unknown", async () => {
  await expect(run("link", "eve")).rejects.toThrow('There is no user, open invitation or unclaimed payment for "eve".');
});

test.each([[["link"]], [["confirm-email"]], [["two-factor-off"]], [["dance", "anna"]], [[]]])(
  "user %j prints the help",
  async (words) => {
    await expect(run(...words)).rejects.toThrow(/^\.\/sheaf user link NAME/);
  },
);

test("a link of another kind is refused, with the help", async () => {
  await expect(run("link", "anna", "--kind", "claim")).rejects.toThrow(
    /^There is no kind "claim"\.\n\.\/sheaf user link/,
  );
});

test("user confirm-email confirms the address that waits, and the audit log says so", async () => {
  state.user = anna;
  expect(await run("confirm-email", "anna")).toEqual(["anna@example.com is now confirmed."]);
  const user = { practiceId: "practice", userId: "anna", email: "anna@example.com" };
  expect(state.done).toEqual([
    ["confirmed", user],
    ["recorded", { ...ofAnna, action: "account.email-confirmed" }],
  ]);
  state.user = { ...anna, pendingEmail: "new@example.com", emailVerifiedAt: new Date() };
  expect(await run("confirm-email", "anna")).toEqual(["new@example.com is now confirmed."]);
});

test("an address that is confirmed, has just changed or is nobody's cannot be confirmed", async () => {
  await expect(run("confirm-email", "eve")).rejects.toThrow('There is no user "eve".');
  state.user = { ...anna, emailVerifiedAt: new Date() };
  await expect(run("confirm-email", "anna")).rejects.toThrow("anna@example.com is already confirmed.");
  expect(state.done).toEqual([]);
  Object.assign(state, { user: anna, isConfirmed: false });
  await expect(run("confirm-email", "anna")).rejects.toThrow("The address of anna has just been changed. Try again.");
  expect(state.done.map(([what]) => what)).toEqual(["confirmed"]);
});

test("user two-factor-off turns two-factor sign-in off, and the audit log says so", async () => {
  state.user = { ...anna, totpConfirmedAt: new Date() };
  expect(await run("two-factor-off", "anna")).toEqual(["anna now signs in with the password only."]);
  const user = { practiceId: "practice", userId: "anna", username: "anna", email: "anna@example.com" };
  expect(state.done).toEqual([
    ["second factor", { mail: true }, user],
    ["recorded", { ...ofAnna, action: "account.two-factor-off" }],
  ]);
});

test("two-factor sign-in of nobody, or that is off, cannot be turned off", async () => {
  await expect(run("two-factor-off", "eve")).rejects.toThrow('There is no user "eve".');
  state.user = anna;
  await expect(run("two-factor-off", "anna")).rejects.toThrow("Two-factor sign-in of anna is already off.");
  expect(state.done).toEqual([]);
});
