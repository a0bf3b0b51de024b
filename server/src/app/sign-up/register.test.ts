import { sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../testing/fake-db.ts";
import { readConfig } from "../../platform/config/config.ts";
import { AppError } from "../../platform/errors.ts";
import { makePractice, register } from "./register.ts";

const { done, note, kind, fault } = vi.hoisted(() => {
  /** What the other parts were asked to do, in order. */
  const done: [string, ...unknown[]][] = [];
  const note =
    (name: string) =>
    async (_db: unknown, ...given: unknown[]) =>
      void done.push([name, ...given]);
  const fault = { weakness: null as string | null, adding: null as string | null, limited: false };
  return { done, note, fault, kind: { stored: "service" } };
});

vi.mock("../../domain/accounts/index.ts", () => ({
  passwordWeakness: () => fault.weakness,
  attemptOf: (what: string, { typed }: { typed: string }, { address }: { address: string }, limits: object) => ({
    what,
    typed,
    address,
    limits,
  }),
  async settleAttempt(_db: unknown, attempt: unknown, isSuccess: boolean) {
    done.push(["attempt", attempt, isSuccess]);
    if (fault.limited) throw new Error("too many");
  },
  forgetOldFailures: note("forget failures"),
  requireAvailable: note("availability"),
  hashPassword: async (password: string) => `hash of ${password}`,
  addUser: async (_tx: unknown, user: object, verifiedAt: unknown) => {
    done.push(["user", user, verifiedAt]);
    if (fault.adding) throw new Error(fault.adding);
    return { id: "owner", ...user };
  },
  takenError: (error: Error) => (error.message === "duplicate key" ? new AppError("email-taken", "Taken.") : undefined),
  sendVerification: async (_tx: unknown, _services: unknown, { id }: { id: string }, email: string) => {
    done.push(["verification", id, email]);
  },
  startSession: async () => "session token",
  accountOf: ({ id }: { id: string }) => id,
  deviceCookie: async (_services: unknown, account: string) => `device of ${account}`,
  toUser: ({ id }: { id: string }, practice: object) => ({ id, practice }),
}));
vi.mock("../../domain/billing/index.ts", () => ({
  checkClaim: note("check claim"),
  claimIn: note("claim"),
  giveUnlimitedUse: note("unlimited use"),
}));
vi.mock("../../domain/practices/service.ts", () => ({
  createPractice: async (_tx: unknown, name: string) => {
    done.push(["practice", name]);
    return { id: "practice", name };
  },
}));
vi.mock("../../domain/audit/service.ts", () => ({ record: note("record") }));
vi.mock("../installation/kind.ts", () => ({ sharedInstallationKind: async () => kind.stored }));

beforeEach(() => {
  done.length = 0;
  kind.stored = "service";
  Object.assign(fault, { weakness: null, adding: null, limited: false });
});

const maya = {
  username: "maya",
  email: "maya@example.com",
  password: "plum otter canal",
  firstName: "Maya",
  lastName: "Okafor",
};
const place = { address: "192.0.2.1", userAgent: "", cookies: {} };
const config = readConfig({ SHEAF_DATA: "/nowhere", SIGN_UPS_PER_ADDRESS: "7" });
const signUp = (more: object = {}, installation: "service" | "practice" = "service") => {
  const services = { config: { ...config, installation }, db: fakeDb().db, key: Buffer.alloc(32) };
  return register(services as never, { ...maya, ...more } as never, place as never);
};
const names = () => done.map(([name]) => name);

test("somebody who signs up gets a practice, an email to confirm the address, a session and a known device", async () => {
  expect(await signUp({ practiceName: "Okafor & Co" })).toEqual({
    user: { id: "owner", practice: { id: "practice", name: "Okafor & Co" } },
    token: "session token",
    device: "device of owner",
  });
  const { password: _, ...person } = maya;
  expect(done).toContainEqual([
    "user",
    { ...person, passwordHash: "hash of plum otter canal", practiceId: "practice", role: "owner" },
    null,
  ]);
  expect(done).toContainEqual(["verification", "owner", "maya@example.com"]);
  expect(done).toContainEqual([
    "record",
    { practiceId: "practice", userId: "owner", address: "192.0.2.1", action: "account.registered" },
  ]);
  expect(names()).not.toContain("claim");
  expect(names()).not.toContain("check claim");
  expect(names()).not.toContain("unlimited use");
});

test.each([undefined, ""])("a practice without a name (%j) has the name of its owner", async (practiceName) => {
  await signUp({ practiceName });
  expect(done).toContainEqual(["practice", "Maya Okafor"]);
});

test("every sign-up counts against the same limit of its address, before anything is looked up", async () => {
  await signUp();
  const limits = { perAccountAndAddress: 7, perAddress: 7, perAccount: 7 };
  expect(done.slice(0, 3)).toEqual([
    ["attempt", { what: "sign-up", typed: "maya@example.com", address: "192.0.2.1", limits }, false],
    ["forget failures"],
    ["availability", expect.objectContaining({ username: "maya" })],
  ]);
  done.length = 0;
  fault.limited = true;
  await expect(signUp()).rejects.toThrow("too many");
  expect(names()).toEqual(["attempt"]);
});

test("a password that is easy to guess is refused before the sign-up is counted", async () => {
  fault.weakness = "Too common.";
  await expect(signUp()).rejects.toMatchObject({ code: "weak-password", message: "Too common." });
  expect(done).toEqual([]);
});

test("a payment made before signing up is checked first, and claimed by the new owner", async () => {
  await signUp({ claimToken: "paid" });
  expect(names().indexOf("check claim")).toBeLessThan(names().indexOf("practice"));
  expect(done).toContainEqual(["check claim", "paid"]);
  const actor = { practiceId: "practice", userId: "owner", address: "192.0.2.1" };
  expect(done).toContainEqual(["claim", actor, "paid"]);
});

test("sign-up is closed in an installation of one practice, also when it has just become one", async () => {
  await expect(signUp({}, "practice")).rejects.toMatchObject({ code: "sign-up-closed" });
  expect(done).toEqual([]);
  kind.stored = "practice";
  await expect(signUp()).rejects.toMatchObject({ code: "sign-up-closed" });
  expect(names()).not.toContain("practice");
});

test("an address that somebody else took meanwhile is taken, and another error stays what it is", async () => {
  fault.adding = "duplicate key";
  await expect(signUp()).rejects.toMatchObject({ code: "email-taken" });
  fault.adding = "connection lost";
  await expect(signUp()).rejects.toThrow("connection lost");
});

test("the own practice of an installation has unlimited use, and its owner's address may be known", async () => {
  kind.stored = "practice";
  const confirmed = sql`now()`;
  const input = { ...maya, practiceName: "Own", passwordHash: "hash", emailVerifiedAt: confirmed };
  const { practice, owner } = await makePractice(fakeDb().db, { config }, input, { address: "192.0.2.1" });
  expect([practice.id, owner.id]).toEqual(["practice", "owner"]);
  expect(done).toContainEqual(["user", expect.objectContaining({ role: "owner" }), confirmed]);
  expect(done).toContainEqual(["unlimited use", "practice"]);
});
