import { MB } from "@sheaf/contracts/limits.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { administrator, type SignedInAdmin } from "../../../../testing/admin/administrator.ts";
import { letDaysPass, periodsOf } from "../../../../testing/billing/time.ts";
import { openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { join } from "../../../../testing/members.ts";
import { signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { practices } from "../../practices/table.ts";
import { sendBillingEmails } from "../emails/send.task.ts";
import { billingEmails } from "../emails/table.ts";
import { recordManualPayment } from "../ledger/payments.ts";
import { reconcile } from "../reconcile/reconcile.task.ts";
import { remindOwners } from "../reminders/remind.task.ts";
import { fitMembersToPlans } from "../seats/fit-members.task.ts";
import { reserveDocuments } from "../service.ts";
import { grantDays } from "./grant.ts";
import { endUnlimitedUse, giveUnlimitedUse } from "./own-practice.ts";

let server: TestServer;
let admin: SignedInAdmin;
beforeAll(async () => {
  const ofPayPal = { PAYPAL_CLIENT_ID: "id", PAYPAL_CLIENT_SECRET: "secret", PAYPAL_WEBHOOK_ID: "webhook" };
  // Nothing listens on this port.
  server = await startTestServer({ env: { ...ofPayPal, PAYPAL_URL: "http://127.0.0.1:9" } });
  admin = await administrator(server);
});
afterAll(() => server.close());

const db = () => server.services.db;
const context = { signal: new AbortController().signal };

async function unlimitedPractice(plan = "solo"): Promise<Practice> {
  const anna = await openPractice(server, plan);
  await db().transaction((tx) => giveUnlimitedUse(tx, anna.practiceId));
  return anna;
}
const pay = ({ practiceId }: Practice, planSlug: string, reference: string) =>
  db().transaction((tx) => recordManualPayment(tx, { practiceId, planSlug, reference: `${reference} ${practiceId}` }));
const own = async ({ practiceId }: Practice) =>
  (await periodsOf(db(), practiceId)).filter(({ plan }) => plan === "own-practice");
const bought = async ({ practiceId }: Practice) =>
  (await periodsOf(db(), practiceId)).filter(({ plan }) => plan !== "own-practice");

test("purchases, grants and refunds beside unlimited use have the same effect as without it", async () => {
  const [anna, other] = [await unlimitedPractice(), await openPractice(server, "solo")];
  const before = await own(anna);
  const days: number[][] = [];
  for (const who of [anna, other]) {
    const { practiceId } = who;
    const quote = (await who.get("/api/billing/quote?plan=growth")).json();
    expect(quote).toMatchObject({ buys: "upgrade", pricePence: 4100 });
    const second = await pay(who, "solo", "Second");
    await db().transaction((tx) => grantDays(tx, { practiceId, days: 10 }));
    await pay(who, "solo", "Third");
    const asked = await who.post("/api/refunds", {
      paymentId: second.paymentId,
      refundAs: "credit",
      reason: "One too many",
    });
    const decision = { decision: "credit", reason: "One too many" };
    expect((await admin.post(`/api/admin/refunds/${asked.json().id}/decide`, decision)).statusCode).toBe(204);
    const first = (await bought(who))[0]?.startsAt.getTime() ?? 0;
    days.push(
      (await bought(who)).flatMap(({ startsAt, endsAt }) =>
        [startsAt, endsAt].map((at) => Math.round((at.getTime() - first) / 86_400_000)),
      ),
    );
  }
  expect(days[0]).toEqual(days[1]);
  expect(days[0]?.at(-1)).toBe(70);
  expect(await own(anna)).toEqual(before);
});

test("the owner's billing page lists bought periods only, and the next period can still be started early", async () => {
  const anna = await unlimitedPractice();
  await pay(anna, "solo", "Next");
  expect((await anna.get("/api/billing")).json()).toMatchObject({ periods: [{}, {}], canStartNext: false });
  await db().transaction(async (tx) => {
    await endUnlimitedUse(tx, anna.practiceId);
    await reserveDocuments(tx, anna.practiceId, 150);
    await giveUnlimitedUse(tx, anna.practiceId);
  });
  expect((await anna.post("/api/billing/start-next-period")).json().periods).toHaveLength(1);
});

test("a plan with fewer seats suspends nobody during unlimited use", async () => {
  const anna = await unlimitedPractice();
  await join(server, anna, "Ben");
  await pay(anna, "solo", "Next");
  expect((await anna.get("/api/billing/quote?plan=solo")).json().suspends).toEqual([]);
  expect(await fitMembersToPlans.run({}, server.services, context)).toEqual({ practices: 0 });
  const members: { suspendedAt: string | null }[] = (await anna.get("/api/members")).json();
  expect(members.map(({ suspendedAt }) => suspendedAt)).toEqual([null, null]);
});

test("more documents than any plan allows can be reserved", async () => {
  const anna = await unlimitedPractice();
  await db().transaction((tx) => reserveDocuments(tx, anna.practiceId, 1_000_000));
  expect((await bought(anna)).map(({ documentsUsed }) => documentsUsed)).toEqual([0]);
});

test("the plan of unlimited use is neither listed nor sold nor granted", async () => {
  const anna = await openPractice(server);
  const plans: { slug: string }[] = (await anna.get("/api/subscription-plans")).json();
  expect(plans.map(({ slug }) => slug)).not.toContain("own-practice");
  expect((await anna.get("/api/billing/quote?plan=own-practice")).statusCode).toBe(404);
  await anna.expire();
  const path = `/api/admin/practices/${anna.practiceId}`;
  const reason = "They asked for it";
  const days = { days: 30, plan: "own-practice", reason };
  expect((await admin.post(`${path}/days`, days)).statusCode).toBe(404);
  const payment = { plan: "own-practice", amountPence: 0, reference: "BACS 1", reason };
  expect((await admin.post(`${path}/payments`, payment)).statusCode).toBe(404);
});

test("the portal shows unlimited use by its name, and does not count it as revenue", async () => {
  const numbers = async () => (await admin.get("/api/admin/metrics/overview")).json().subscriptions;
  const anna = await openPractice(server, "growth");
  const before = await numbers();
  await db().transaction((tx) => giveUnlimitedUse(tx, anna.practiceId));
  expect(await numbers()).toEqual(before);
  const listed = async () =>
    (await admin.get("/api/admin/practices?limit=50")).json().find(({ id }: { id: string }) => id === anna.practiceId);
  const expected = { planName: "Own practice", status: "active", unlimited: true };
  expect((await listed()).subscription).toMatchObject(expected);
  expect((await admin.get(`/api/admin/users/${anna.userId}`)).json().subscription).toMatchObject(expected);
  const [found] = (await admin.get(`/api/admin/users/search?q=${anna.username}`)).json();
  expect(found.subscription.plan.name).toBe("Own practice");

  await db().transaction((tx) => endUnlimitedUse(tx, anna.practiceId));
  expect(await numbers()).toEqual(before);
  const { currentPeriodEnd } = (await anna.get("/api/subscription")).json();
  expect((await listed()).subscription).toEqual({
    planName: "Growth Practice",
    status: "active",
    currentPeriodEnd,
    unlimited: false,
  });
});

test("a practice whose unlimited use ended and whose paid plan is over is reported as expired", async () => {
  const anna = await unlimitedPractice();
  await db().transaction((tx) => endUnlimitedUse(tx, anna.practiceId));
  await letDaysPass(db(), anna.practiceId, 31);
  expect((await anna.get("/api/subscription")).json()).toMatchObject({ status: "expired", plan: { slug: "solo" } });
  expect((await anna.send([["a.txt", "a"]])).json().code).toBe("subscription-expired");
});

test("deleting a practice that had unlimited use and never paid leaves no rows behind", async () => {
  const anna = await signIn(server, { plan: null });
  await db().transaction((tx) => giveUnlimitedUse(tx, anna.practiceId));
  await anna.post("/api/account/delete", { currentPassword: anna.password, practiceName: "Okafor & Co" });
  expect(await periodsOf(db(), anna.practiceId)).toEqual([]);
  expect(await db().$count(practices, eq(practices.id, anna.practiceId))).toBe(0);
});

test("an own practice has no reminders, emails about money or comparison with PayPal", async () => {
  const { config } = server.services;
  const anna = await openPractice(server, "solo");
  await letDaysPass(db(), anna.practiceId, 25);
  const waiting = () => db().$count(billingEmails);
  const before = await waiting();
  config.installation = "practice";
  expect(await remindOwners.run({}, server.services, context)).toBeUndefined();
  expect(await sendBillingEmails.run({}, server.services, context)).toBeUndefined();
  expect(await reconcile.run({}, server.services, context)).toBeUndefined();
  expect((await anna.get("/api/installation")).json()).toMatchObject({ kind: "practice", payPal: null });
  expect(await waiting()).toBe(before);
  config.installation = "service";
  await expect(reconcile.run({}, server.services, context)).rejects.toThrow();
  await remindOwners.run({}, server.services, context);
  expect(await waiting()).toBe(before + 1);
});

test("a practice with unlimited use can upload files of 50 MB, and 25 at once", async () => {
  const anna = await unlimitedPractice();
  const file = (bytes: number) => new Uint8Array(bytes).fill(97);
  const refusal = async (files: [string, string | Uint8Array<ArrayBuffer>][]) => (await anna.send(files)).json();
  expect((await anna.send([["large.txt", file(50 * MB)]])).statusCode).toBe(201);
  expect(await refusal([["large.txt", file(50 * MB + 1)]])).toEqual({
    code: "file-too-large",
    message: "“large.txt” is larger than 50 MB, the limit for one file.",
  });
  const many = (count: number) => Array.from({ length: count }, (_, at): [string, string] => [`${at}.txt`, `${at}`]);
  expect((await anna.send(many(25))).statusCode).toBe(201);
  expect((await refusal(many(26))).code).toBe("too-many-files");
  const third = file(34 * MB);
  expect((await refusal([1, 2, 3].map((at) => [`${at}.txt`, third]))).code).toBe("upload-too-large");
});
