import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb, type Statement } from "../../../../testing/fake-db.ts";
import { AppError } from "../../../platform/errors.ts";
import { getUserPage } from "./page.ts";
import { lastJobs, storageOf } from "./page-jobs.ts";

const { state } = vi.hoisted(() => ({
  state: {
    user: {} as Record<string, unknown>,
    practice: {} as object,
    members: [] as object[],
    plan: {} as object | Error,
  },
}));
vi.mock("../../../domain/accounts/index.ts", () => ({
  describeDevice: (userAgent: string) => `device ${userAgent}`,
  lastSignIns: async (_tx: unknown, _user: unknown, limit: number) => [
    { at: new Date(0), ok: true, address: "192.0.2.1", userAgent: String(limit) },
  ],
}));
vi.mock("../../../domain/members/service.ts", () => ({ readMembers: async () => state.members }));
vi.mock("../../../domain/billing/index.ts", () => ({
  getBilling: async () => "billing",
  listPayments: async (_tx: unknown, _id: string, { limit }: { limit: number }) => limit,
  quotedRefunds: async () => "refunds",
  async getSubscription() {
    if (state.plan instanceof Error) throw state.plan;
    return state.plan;
  },
}));
vi.mock("../../../domain/jobs/index.ts", async () => {
  const { sql } = await import("drizzle-orm");
  return { isUpload: () => sql`true`, isDocument: sql`true`, isUploadOf: () => sql`true` };
});
const day = new Date("2026-11-01T00:00:00Z");
const user = (id: string, more: object = {}) => ({
  user: {
    id,
    practiceId: "p",
    role: "member",
    emailVerifiedAt: null,
    suspendedAt: null,
    suspendedByOperatorAt: null,
    ...more,
  },
  member: { id, suspendedAt: "hidden" },
});
beforeEach(() => {
  state.practice = { id: "p", name: "Oak", createdAt: day, suspendedAt: null };
  state.members = [user("anna", { role: "owner", emailVerifiedAt: day }), user("ben")];
  state.user = { id: "ben", practiceId: "p" };
  state.plan = { plan: { name: "Solo", documentsPerMonth: 100 }, status: "active", currentPeriodEnd: "later" };
});
const answer = ({ kind, table }: Statement): object[] => {
  if (kind !== "select" && kind !== "count") return [];
  if (table === "users") return [{ user: state.user, practice: state.practice }];
  if (table === "job_files") return [{ count: 4, bytes: 10, jobId: "j1", files: 2, refusals: ["password"] }];
  if (table === "outputs") return [{ bytes: 5 }];
  if (table === "jobs") return ["j1", "j2"].map((id) => ({ id, createdAt: day, completedAt: null, status: "failed" }));
  if (table === "deliveries") return [{ jobId: "j1", emails: 3 }];
  return table === "sessions" ? [{}, {}] : table === "customers" ? [{}] : [];
};
const page = (installation: "service" | "practice" = "service") =>
  getUserPage(fakeDb(answer).db, { installation }, String(state.user.id));

test("the page has user, practice, money, jobs, sign-ins and the number of sessions", async () => {
  expect(await page()).toMatchObject({
    user: { id: "ben", emailVerified: false, suspended: null },
    practice: {
      id: "p",
      createdAt: day.toISOString(),
      customerCount: 1,
      documentCount: 4,
      storedBytes: 15,
      suspended: false,
    },
    members: [
      { id: "anna", emailVerified: true },
      { id: "ben", emailVerified: false },
    ],
    subscription: { planName: "Solo", status: "active", currentPeriodEnd: "later", unlimited: false },
    billing: "billing",
    ledger: 100,
    refunds: "refunds",
    signIns: [{ at: "1970-01-01T00:00:00.000Z", ok: true, address: "192.0.2.1", device: "device 50" }],
    sessions: 2,
  });
});

test("an own practice has no money, and somebody who has just left no page", async () => {
  expect(await page("practice")).toMatchObject({ billing: null, ledger: null, refunds: null });
  state.members = [user("anna")];
  await expect(page()).rejects.toMatchObject({ code: "user-not-found" });
});

test.each([
  [{ suspendedByOperatorAt: day }, null, "operator"],
  [{ suspendedAt: day }, null, "plan"],
  [{ suspendedAt: day, suspendedByOperatorAt: day }, null, "operator"],
  [{ role: "owner" }, day, "operator"],
  [{}, day, null],
  [{ role: "owner" }, null, null],
])("a user with %j in a practice suspended at %j is suspended by: %s", async (more, suspendedAt, by) => {
  state.members = [user("ben", more)];
  state.practice = { ...state.practice, suspendedAt };
  const { user: shown, practice } = await page();
  expect([shown.suspended, practice.suspended]).toEqual([by, suspendedAt !== null]);
});

test("a practice that never paid has no subscription; a plan without a limit is unlimited while it runs", async () => {
  state.plan = new AppError("no-subscription", "None.");
  expect((await page()).subscription).toBeNull();
  state.plan = new Error("no database");
  await expect(page()).rejects.toThrow("no database");
  const unlimited = { name: "Own", documentsPerMonth: 2_147_483_647 };
  state.plan = { plan: unlimited, status: "active", currentPeriodEnd: "later" };
  expect((await page()).subscription?.unlimited).toBe(true);
  state.plan = { plan: unlimited, status: "expired", currentPeriodEnd: "later" };
  expect((await page()).subscription?.unlimited).toBe(false);
});

test("the fifty newest jobs are listed with their files, bytes, emails and refusals", async () => {
  const { db, statements } = fakeDb(answer);
  expect(await lastJobs(db, "p")).toEqual([
    {
      id: "j1",
      createdAt: day.toISOString(),
      completedAt: null,
      status: "failed",
      files: 2,
      bytes: 10,
      emails: 3,
      refusals: ["password"],
    },
    {
      id: "j2",
      createdAt: day.toISOString(),
      completedAt: null,
      status: "failed",
      files: 0,
      bytes: 0,
      emails: 0,
      refusals: [],
    },
  ]);
  expect(statements[0]?.limit).toBe(50);
});

test("a practice without jobs has none listed, and stores nothing", async () => {
  const { db, statements } = fakeDb();
  expect(await lastJobs(db, "p")).toEqual([]);
  expect(statements).toHaveLength(1);
  expect(await storageOf(db, "p")).toEqual({ documents: 0, bytes: 0 });
});
