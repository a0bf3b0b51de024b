import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../testing/fake-db.ts";
import { seedDemo } from "./demo.ts";
import { demoCustomers } from "./demo-customers.ts";
import { passwordFile, requireSeparateDemoFolder } from "./demo-folder.ts";

const { state } = vi.hoisted(() => ({
  state: {
    done: [] as unknown[][],
    admins: [] as object[],
    waiting: [] as object[],
    isSubscribed: true,
    customers: [] as object[],
  },
}));
vi.mock("../../platform/db/connect.ts", () => ({
  withDb: async (url: string, _log: unknown, work: (db: unknown) => Promise<unknown>) => {
    expect(url).toBe("postgres://db");
    return work(fakeDb(({ table }) => (table === "admins" ? state.admins : state.waiting)).db);
  },
}));
vi.mock("./history.ts", () => ({ inventHistory: async () => void state.done.push(["history"]) }));
vi.mock("../admin/service.ts", () => ({
  createAdmin: async (_db: unknown, _config: unknown, admin: object) => void state.done.push(["admin", admin]),
}));
vi.mock("./demo-access.ts", () => ({
  resetDemoPasswords: async (_db: unknown, _cost: unknown, both: object) => void state.done.push(["reset", both]),
}));
vi.mock("./demo-browser.ts", () => ({
  DemoBrowser: class {
    async signIn({ username, password }: Record<string, string>) {
      state.done.push(["sign in", username, password]);
      return "practice";
    }
    isSubscribed = async () => state.isSubscribed;
    customers = async () => state.customers;
    addCustomer = async ({ name }: { name: string }) => void state.done.push(["customer", name]);
  },
}));
vi.mock("./jobs/past-periods.ts", () => ({
  inventPastPeriods: async (_db: unknown, practiceId: string) => void state.done.push(["periods", practiceId]),
  inventPastCustomers: async (_db: unknown, practiceId: string) => void state.done.push(["past customers", practiceId]),
}));
vi.mock("../sign-up/confirm-address.ts", () => ({
  confirmAddress: async (_tx: unknown, user: object) => void state.done.push(["confirmed", user]),
}));
vi.mock("../../domain/billing/index.ts", () => ({
  recordManualPayment: async (_tx: unknown, payment: object) => void state.done.push(["payment", payment]),
}));

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "sheaf-demo-"));
  requireSeparateDemoFolder(dataDir, true);
  Object.assign(state, { done: [], admins: [], waiting: [], isSubscribed: true, customers: [] });
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const seed = () =>
  seedDemo({ url: "http://sheaf", databaseUrl: "postgres://db", config: { dataDir, scryptLn: 4 }, log: {} as never });
const steps = () => state.done.map(([step]) => step);

test("a new demonstration gets history, administrator, practice, periods and customers, and its passwords are told", async () => {
  const { user, admin } = await seed();
  expect([user, admin].every((password) => /^[\w-]{12}$/.test(password))).toBe(true);
  expect(passwordFile(dataDir, "demo")).toContain("demo-password");
  expect(state.done.slice(0, 5)).toEqual([
    ["history"],
    ["admin", { name: "Robin Ashe", email: "admin@sheaf.example", password: admin }],
    ["reset", { user: { name: "demo", password: user }, admin: { name: "admin@sheaf.example", password: admin } }],
    ["sign in", "demo", user],
    ["periods", "practice"],
  ]);
  expect(state.done.slice(5)).toEqual([
    ...demoCustomers.map(({ name }) => ["customer", name]),
    ["past customers", "practice"],
  ]);
});

test("what a demonstration has already is not made again", async () => {
  Object.assign(state, { admins: [{}], customers: [{}] });
  await seed();
  expect(steps()).toEqual(["history", "reset", "sign in", "periods"]);
});

test("addresses that wait for a confirmation are confirmed", async () => {
  Object.assign(state, { customers: [{}], waiting: [{ userId: "dana", email: "demo@sheaf.example" }] });
  await seed();
  expect(state.done).toContainEqual([
    "confirmed",
    { practiceId: "practice", userId: "dana", email: "demo@sheaf.example" },
  ]);
});

test("an old demonstration whose subscription has ended is paid again", async () => {
  state.isSubscribed = false;
  await seed();
  expect(state.done).toContainEqual([
    "payment",
    { practiceId: "practice", planSlug: "small-firm", reference: expect.stringMatching(/^Demonstration 20/) },
  ]);
});
