import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../testing/fake-db.ts";

const { state } = vi.hoisted(() => ({
  state: { kind: "service", practices: [] as object[], asked: [] as string[], done: [] as unknown[][] },
}));
vi.mock("../platform/process/command.ts", () => ({
  runCommand: async (_help: string, work: () => Promise<void>) => work(),
}));
vi.mock("../platform/process/ask.ts", () => {
  const ask = async (question: string) => {
    state.asked.push(question);
    return `answer to ${question}`;
  };
  return { ask, askSecret: ask };
});
vi.mock("./start/with-database.ts", () => ({
  withDatabase: async (work: (...given: unknown[]) => Promise<void>) =>
    work(fakeDb(() => state.practices).db, {}, "url", {}),
}));
vi.mock("./start/with-mail.ts", () => ({
  withMail: async (_: unknown, work: (services: object) => Promise<void>) => work({ mail: true }),
}));
vi.mock("./installation/kind.ts", () => ({ sharedInstallationKind: async () => state.kind }));
vi.mock("./admin/service.ts", () => ({
  async createAdmin(_db: unknown, _config: unknown, admin: { name: string; email: string }) {
    state.done.push(["created", admin]);
    return admin;
  },
}));
vi.mock("./admin/two-factor.ts", () => ({
  async resetAdminFactor(_db: unknown, services: object, email: string) {
    state.done.push(["reset", services, email]);
    return { name: "Pat" };
  },
}));
vi.mock("./admin/admin-actions.ts", () => ({
  operatorCommand: "operator",
  recordAdminAction: async (_tx: unknown, by: string, action: object) => void state.done.push(["recorded", by, action]),
}));
vi.mock("../domain/billing/index.ts", () => ({
  async recordManualPayment(_tx: unknown, payment: object) {
    state.done.push(["paid", payment]);
    // The last hour of 31 December in UTC, which is the same day in London.
    return { endsAt: new Date("2026-12-31T23:30:00Z"), amountPence: 900, plan: { name: "Solo Practitioner" } };
  },
}));

const argv = process.argv;
beforeEach(() => {
  Object.assign(state, { kind: "service", practices: [{ id: "p", name: "Okafor & Co" }], asked: [], done: [] });
});
afterEach(() => {
  process.argv = argv;
  vi.restoreAllMocks();
});

/** Runs `./sheaf admin …`. @returns what it prints */
async function run(...words: string[]): Promise<string[]> {
  process.argv = ["node", "main-admin.ts", ...words];
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
  vi.resetModules();
  await import("./main-admin.ts");
  return lines;
}

test("admin create asks for what is not given, and always for the password", async () => {
  expect(await run("create", "--name", "Pat")).toEqual([
    "Pat is now an administrator with the address answer to Email: .",
  ]);
  expect(state.asked).toEqual(["Email: ", "Password: "]);
  await run("create", "--email", "pat@example.com");
  expect(state.asked.slice(2)).toEqual(["Name: ", "Password: "]);
  expect(state.done[1]).toEqual([
    "created",
    { name: "answer to Name: ", email: "pat@example.com", password: "answer to Password: " },
  ]);
});

test("admin reset-second-factor takes an administrator's second factor away", async () => {
  expect(await run("reset-second-factor", "pat@example.com")).toEqual([
    "Pat now signs in with the password and must then set up a new second factor.",
  ]);
  expect(state.done).toEqual([["reset", { mail: true }, "pat@example.com"]]);
});

test.each([
  [[], "period"],
  [["--upgrade"], "upgrade"],
])("admin record-payment with %j buys a %s, which is in the list of actions", async (more, buys) => {
  expect(await run("record-payment", "anna", "solo", "--reference", "BACS 1", ...more)).toEqual([
    "Okafor & Co is paid until 31 December 2026.",
  ]);
  expect(state.done).toEqual([
    ["paid", { practiceId: "p", planSlug: "solo", reference: "BACS 1", buys }],
    [
      "recorded",
      "operator",
      {
        action: "practice.payment-recorded",
        practiceId: "p",
        detail: { pence: 900, plan: "Solo Practitioner" },
      },
    ],
  ]);
});

test.each([
  [[]],
  [["dance"]],
  [["reset-second-factor"]],
  [["record-payment", "anna", "solo"]],
  [["record-payment", "anna", "--reference", "BACS 1"]],
  [["record-payment", "--reference", "BACS 1"]],
  [["record-payment", "", "solo", "--reference", "BACS 1"]],
])("admin %j prints the help", async (words) => {
  await expect(run(...words)).rejects.toThrow(/^\.\/sheaf admin create/);
  expect(state.done).toEqual([]);
});

test("a payment of somebody unknown, or in an own practice, is refused", async () => {
  state.practices = [];
  const words = ["record-payment", "eve", "solo", "--reference", "BACS 1"];
  await expect(run(...words)).rejects.toThrow('There is no user "eve".');
  state.kind = "practice";
  await expect(run(...words)).rejects.toThrow("This installation belongs to one practice, so it has no payments.");
});
