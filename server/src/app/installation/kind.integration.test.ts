import { jobStatuses } from "@sheaf/contracts/jobs.ts";
import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import { asc, eq, sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { administrator } from "../../../testing/admin/administrator.ts";
import { periodsOf } from "../../../testing/billing/time.ts";
import { newClient } from "../../../testing/client.ts";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { insertJobs } from "../../../testing/jobs/job-rows.ts";
import { openPractice, type Practice } from "../../../testing/jobs/practice.ts";
import { join } from "../../../testing/members.ts";
import { signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { testConfig } from "../../../testing/services.ts";
import { users } from "../../domain/accounts/table.ts";
import { recordManualPayment } from "../../domain/billing/ledger/payments.ts";
import { grantDays } from "../../domain/billing/periods/grant.ts";
import { refundRequests } from "../../domain/billing/refunds/table.ts";
import { payments, periods } from "../../domain/billing/table.ts";
import { deliveries } from "../../domain/delivery/table.ts";
import { jobFiles, jobs } from "../../domain/jobs/table.ts";
import { installationSettings } from "../../platform/config/table.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { changeInstallationKind } from "./kind.ts";
import { requireFittingKind } from "./require-kind.ts";

let server: TestServer;
/** Has bought the plan Solo: one user and 150 documents. */
let anna: Practice;
beforeAll(async () => {
  server = await startTestServer({ worker: fakeEngine() });
});
afterAll(() => server.close());

/** Gives each test an installation with one practice. */
beforeEach(async () => {
  const { db, config } = server.services;
  await db.update(users).set({ role: "member" });
  await db.delete(installationSettings);
  await server.services.liveConfig.refresh();
  config.installation = "service";
  anna = await openPractice(server, "solo");
});

const changeKind = async (kind: "practice" | "service") => {
  await server.services.db.transaction((tx) => changeInstallationKind(tx, server.services.key, kind));
  await server.services.liveConfig.refresh();
};

const endUnlimited = async () => {
  const admin = await administrator(server);
  const path = `/api/admin/practices/${anna.practiceId}/end-unlimited`;
  return admin.post(path, { reason: "They pay from now on" });
};

const subscription = async () => (await anna.get("/api/subscription")).json();

/** Reads all data of the practice that must not change with the kind. */
async function kept() {
  const { db } = server.services;
  const { practiceId } = anna;
  return {
    jobs: await db.select().from(jobs).where(eq(jobs.practiceId, practiceId)).orderBy(asc(jobs.id)),
    files: await db.select().from(jobFiles).where(eq(jobFiles.practiceId, practiceId)).orderBy(asc(jobFiles.id)),
    emails: await db.select().from(deliveries).where(eq(deliveries.practiceId, practiceId)).orderBy(asc(deliveries.id)),
    payments: await db.select().from(payments).where(eq(payments.practiceId, practiceId)).orderBy(asc(payments.id)),
    refunds: await db.select().from(refundRequests).where(eq(refundRequests.practiceId, practiceId)),
    periods: (await periodsOf(db, practiceId)).filter(({ plan }) => plan !== "own-practice"),
  };
}

test("jobs in every state, payments, credit and refund requests stay unchanged when the kind changes and changes back", async () => {
  const { db } = server.services;
  const { practiceId } = anna;
  await insertJobs(
    server,
    anna,
    jobStatuses.map((status) => ({ status, emails: [{ state: "failed" }] })),
  );
  await db.transaction((tx) =>
    recordManualPayment(tx, { practiceId, planSlug: "solo", reference: `Next ${practiceId}` }),
  );
  await db.transaction((tx) => grantDays(tx, { practiceId, days: 7 }));
  const [paid] = (await anna.get("/api/payments")).json().slice(-1);
  const asked = await anna.post("/api/refunds", { paymentId: paid.id, refundAs: "money", reason: "No need" });
  expect(asked.statusCode, asked.body).toBe(201);
  const before = await kept();
  expect([before.jobs.length, before.payments.length, before.refunds.length, before.periods.length]).toEqual([
    4, 3, 1, 3,
  ]);
  const [billing, paidSubscription] = [(await anna.get("/api/billing")).json(), await subscription()];

  await changeKind("practice");
  expect(await kept()).toEqual(before);
  expect((await anna.get("/api/jobs")).json()).toHaveLength(jobStatuses.length);
  await changeKind("service");
  expect(await kept()).toEqual(before);
  expect((await anna.get("/api/billing")).json()).toEqual(billing);

  await endUnlimited();
  expect(await kept()).toEqual(before);
  expect(await subscription()).toEqual(paidSubscription);
});

test("a practice without documents left can upload while its use is unlimited, and is refused again afterwards", async () => {
  const { db } = server.services;
  await db
    .update(periods)
    .set({ documentsUsed: periods.documentsAllowed })
    .where(eq(periods.practiceId, anna.practiceId));
  const upload = async () => (await anna.send([["statement.txt", "August"]])).statusCode;
  const paidDocumentsUsed = async () => (await kept()).periods.map(({ documentsUsed }) => documentsUsed);
  expect(await upload()).toBe(402);

  await changeKind("practice");
  expect(await upload()).toBe(201);
  await changeKind("service");
  expect(await upload()).toBe(201);
  expect(await paidDocumentsUsed()).toEqual([150]);

  await endUnlimited();
  expect(await upload()).toBe(402);
  await changeKind("practice");
  expect(await upload()).toBe(201);
});

test("leaving out a file of a job from unlimited use returns no document to a paid period", async () => {
  await changeKind("practice");
  const { id, files } = await anna.ended(
    (
      await anna.job([
        ["good.txt", "good"],
        ["bad.txt", "bad"],
      ])
    ).id,
  );
  await changeKind("service");
  await endUnlimited();
  const bad = files.find(({ state }) => state === "refused");
  expect((await anna.post(`/api/jobs/${id}/files/${bad?.id}/leave-out`)).statusCode).toBeLessThan(300);
  const used = await periodsOf(server.services.db, anna.practiceId);
  expect(used.map(({ plan, documentsUsed }) => [plan, documentsUsed])).toEqual([
    ["solo", 0],
    ["own-practice", 1],
  ]);
});

test("members whom a plan has suspended can sign in while use is unlimited", async () => {
  await changeKind("practice");
  const ben = await join(server, anna, "Ben");
  await changeKind("service");
  const signsIn = async () => {
    const { username, password } = ben;
    return (await newClient(server.app).post("/api/login", { username, password })).statusCode === 200;
  };
  expect(await signsIn()).toBe(true);
  await endUnlimited();
  expect(await signsIn()).toBe(false);
  await changeKind("practice");
  expect(await signsIn()).toBe(true);
});

test("an administrator ends unlimited use once, with a reason, and both logs record it", async () => {
  await changeKind("practice");
  await changeKind("service");
  const admin = await administrator(server);
  const path = `/api/admin/practices/${anna.practiceId}/end-unlimited`;
  expect((await admin.post(path, {})).json().code).toBe("bad-request");
  expect((await admin.post(path, { reason: "They pay from now on" })).statusCode).toBe(204);
  expect((await admin.post(path, { reason: "They pay from now on" })).json().code).toBe("not-unlimited");

  const [action] = (await admin.get("/api/admin/actions")).json();
  expect(action).toMatchObject({
    what: "Ended the free, unlimited subscription of Okafor & Co",
    reason: "They pay from now on",
  });
  const told = (await anna.get("/api/audit-log")).json().map(({ what }: { what: string }) => what);
  expect(told.slice(0, 2)).toEqual([
    "Ended the practice’s free, unlimited use, by the operator",
    "Gave the practice free, unlimited use, by the operator",
  ]);
});

test("an installation with two practices stays a service, and can become an own practice after one was deleted", async () => {
  const other = await signIn(server);
  await expect(changeKind("practice")).rejects.toMatchObject({ code: "several-practices" });
  expect((await subscription()).plan.slug).toBe("solo");
  await other.post("/api/account/delete", { currentPassword: other.password, practiceName: "Okafor & Co" });
  await changeKind("practice");
  expect((await subscription()).plan.slug).toBe("own-practice");
});

test("sign-up is refused even by a process that has not applied the change of kind yet", async () => {
  await server.services.db.transaction((tx) => changeInstallationKind(tx, server.services.key, "practice"));
  expect(server.services.config.installation).toBe("service");
  await expect(signIn(server)).rejects.toThrow("sign-up-closed");
});

test("a sign-up during a change of kind waits for the change and is refused", async () => {
  const { db } = server.services;
  const signedUp: Promise<unknown>[] = [];
  await db.transaction(async (tx) => {
    await changeInstallationKind(tx, server.services.key, "practice");
    signedUp.push(signIn(server).catch((error: Error) => error.message));
    await vi.waitFor(async () => {
      const { rows } = await db.execute(sql`
        select from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and not granted and datname = current_database()`);
      expect(rows).toHaveLength(1);
    });
  });
  expect(await Promise.all(signedUp)).toEqual([expect.stringContaining("sign-up-closed")]);
});

test("a practice created in an installation for its own practice has unlimited use at once", async () => {
  const { db, config } = server.services;
  await db.update(users).set({ role: "member" });
  await changeKind("practice");
  const own = await signIn(server);
  expect(config.installation).toBe("practice");
  const usage = (await own.get("/api/usage")).json();
  expect(usage).toMatchObject({ canCreateDocument: true, documentsUsedThisMonth: 0 });
  expect([usage.documentsAllowed, usage.documentsRemaining].every(isUnlimited)).toBe(true);
});

const log = pino({ level: "silent" });
const begin = (env: Record<string, string>) =>
  requireFittingKind(testConfig("/nowhere", env), server.services.databaseUrl, log);

test("a start with INSTALLATION=practice gives the one practice unlimited use, once", async () => {
  await begin({ INSTALLATION: "practice" });
  await begin({ INSTALLATION: "practice" });
  const own = (await periodsOf(server.services.db, anna.practiceId)).filter(({ plan }) => plan === "own-practice");
  expect(own).toHaveLength(1);
});

test("a start with INSTALLATION=practice and two practices is refused with a remedy, and changes nothing", async () => {
  await signIn(server);
  const refusal = await begin({ INSTALLATION: "practice" }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(String(refusal)).toContain("INSTALLATION=service");
  await begin({ INSTALLATION: "service" });
  expect((await subscription()).plan.slug).toBe("solo");
});

test("the environment takes precedence over the stored kind", async () => {
  await signIn(server);
  await server.services.db.insert(installationSettings).values({ name: "INSTALLATION", value: "practice" });
  await expect(begin({})).rejects.toBeInstanceOf(StartError);
  await begin({ INSTALLATION: "service" });
  await begin({ SHEAF_DEMO: "1" });
});

test("with unlimited use, usage shows the documents of this month", async () => {
  await changeKind("practice");
  await anna.job([
    ["one.txt", "one"],
    ["two.txt", "two"],
  ]);
  const { id } = await anna.job([["old.txt", "old"]]);
  await server.services.db.update(jobs).set({ createdAt: sql`now() - interval '32 days'` }).where(eq(jobs.id, id));
  expect((await anna.get("/api/usage")).json().documentsUsedThisMonth).toBe(2);
});
