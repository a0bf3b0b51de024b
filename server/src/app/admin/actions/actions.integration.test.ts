import { paymentReference } from "@sheaf/contracts/payment-reference.ts";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { administrator, type SignedInAdmin } from "../../../../testing/admin/administrator.ts";
import { letDaysPass } from "../../../../testing/billing/time.ts";
import { newClient } from "../../../../testing/client.ts";
import { openPractice } from "../../../../testing/jobs/practice.ts";
import { join, linkOf } from "../../../../testing/members.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { accountEmails } from "../../../domain/account-emails/table.ts";
import { accountLinks, users } from "../../../domain/accounts/table.ts";
import { enter } from "../../../domain/billing/ledger/ledger.ts";
import { recordManualPayment } from "../../../domain/billing/ledger/payments.ts";
import { ukDay } from "../../../domain/billing/ledger/words.ts";
import { grantDays } from "../../../domain/billing/periods/grant.ts";
import { payments, periods } from "../../../domain/billing/table.ts";
import { practices } from "../../../domain/practices/table.ts";
import { newId } from "../../../platform/ids.ts";
import { adminActions } from "../table.ts";

let server: TestServer;
let pat: SignedInAdmin;
beforeAll(async () => {
  // Emails stay in their table, because no worker runs here.
  server = await startTestServer({ env: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_TRANSPORT: "smtp" } });
  pat = await administrator(server);
});
afterAll(() => server.close());

const reason = "They wrote to support about it";
const act = (id: string, name: string, more: object = {}) =>
  pat.post(`/api/admin/users/${id}/${name}`, { reason, ...more });
const pay = (practiceId: string, plan: string, amountPence: number, reference = `BACS ${newId()}`) =>
  pat.post(`/api/admin/practices/${practiceId}/payments`, { reason, plan, amountPence, reference });
const give = (practiceId: string, days: number, plan?: string) =>
  pat.post(`/api/admin/practices/${practiceId}/days`, { reason, days, ...(plan ? { plan } : {}) });
const login = (person: SignedIn) =>
  newClient(server.app).post("/api/login", { username: person.username, password: person.password });
const actionsOn = async (practiceId: string) =>
  (await server.services.db.select().from(adminActions).where(eq(adminActions.practiceId, practiceId))).map(
    ({ action, reason: why, adminId }) => [action, why, adminId],
  );
const mailsTo = async (person: SignedIn) =>
  (await server.services.db.select().from(accountEmails))
    .filter(({ recipient }) => recipient === `${person.username}@example.com`)
    .map(({ template }) => template);
const done = (action: string) => [action, reason, pat.adminId];

describe("a payment by bank transfer", () => {
  test("[S9.24] activates the subscription at once, and is recorded with its reason", async () => {
    const owner = await signIn(server, { plan: null });
    expect((await owner.get("/api/subscription")).statusCode).toBe(404);

    expect((await pay(owner.practiceId, "small-firm", 2400)).statusCode).toBe(204);

    expect((await owner.get("/api/subscription")).json()).toMatchObject({
      status: "active",
      plan: { slug: "small-firm" },
    });
    expect(await actionsOn(owner.practiceId)).toEqual([done("practice.payment-recorded")]);
    const [action] = (await pat.get("/api/admin/actions?limit=1")).json();
    expect(action).toMatchObject({ what: "Recorded a payment of £24.00 by Okafor & Co for Small Firm", reason });
  });

  test.each([
    ["another amount", { amountPence: 2399 }, 409, "amount-differs", "Small Firm costs £24.00 for 30 days; £23.99"],
    ["an unknown plan", { plan: "platinum" }, 404, "not-found", "platinum"],
    ["no reason", { reason: "  " }, 400, "bad-request", "Enter a reason."],
    ["no reference", { reference: " " }, 400, "bad-request", "Reference is required."],
  ])("with %s is refused, and nothing is recorded", async (_, wrong, status, code, words) => {
    const { practiceId } = await signIn(server, { plan: null });
    const input = { reason, plan: "small-firm", amountPence: 2400, reference: newId(), ...wrong };
    const answer = await pat.post(`/api/admin/practices/${practiceId}/payments`, input);

    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.json().message).toContain(words);
    expect(await server.services.db.$count(payments, eq(payments.practiceId, practiceId))).toBe(0);
    expect(await actionsOn(practiceId)).toEqual([]);
  });

  test("is recorded once when the same request is sent several times at once", async () => {
    const { practiceId } = await signIn(server, { plan: null });
    const reference = newId();
    const answers = await Promise.all([1, 2, 3].map(() => pay(practiceId, "solo", 900, reference)));

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe("reference-entered");
    expect(await actionsOn(practiceId)).toHaveLength(1);
  });

  test("with the reference of an earlier payment is refused with that payment's date and amount, and accepted with the suggested reference", async () => {
    const { practiceId } = await signIn(server, { plan: null });
    const reference = paymentReference(practiceId);
    await pay(practiceId, "small-firm", 2400, reference);

    const { message } = (await pay(practiceId, "small-firm", 2400, reference)).json();
    expect(message).toContain(`“${reference}” is recorded already, on ${ukDay(new Date())} for £24.00.`);
    const [, another = ""] = /as in “(.+)”/.exec(message) ?? [];
    expect(another).toMatch(/^SHEAF-[0-9A-F]{8} \d\d\.\d\d\.\d{4}$/);
    expect((await pay(practiceId, "small-firm", 2400, another)).statusCode).toBe(204);
  });

  test("upgrades the plan when the amount is the price of an upgrade today or on the day of the transfer; the difference becomes credit", async () => {
    const { db } = server.services;
    const owner = await signIn(server, { plan: "solo" });
    const { practiceId } = owner;
    const quote = (await owner.get("/api/billing/quote?plan=small-firm")).json();
    const earlier = { startsAt: new Date(Date.now() - 3 * 86_400_000), endsAt: new Date(Date.now() + 27 * 86_400_000) };
    await db.update(periods).set(earlier).where(eq(periods.practiceId, practiceId));
    const now = (await owner.get("/api/billing/quote?plan=small-firm")).json();
    expect(now.pricePence).toBeLessThan(quote.pricePence);

    expect((await pay(practiceId, "small-firm", quote.pricePence - 1)).json().message).toContain("as an upgrade today");
    expect((await pay(practiceId, "small-firm", quote.pricePence)).statusCode).toBe(204);

    const billing = (await owner.get("/api/billing")).json();
    expect(billing.periods).toMatchObject([{ plan: { slug: "small-firm" }, documentsAllowed: 500 }]);
    expect(billing.creditPence).toBe(quote.pricePence - now.pricePence);

    const { duePence } = (await owner.get("/api/billing/quote?plan=solo")).json();
    expect(duePence).toBe(900 - billing.creditPence);
    expect((await pay(practiceId, "solo", duePence)).statusCode).toBe(204);
    expect((await owner.get("/api/billing")).json()).toMatchObject({ creditPence: 0, periods: [{}, {}] });
  });

  test("upgrades at the price on the day of the transfer, less credit, also when a period has ended since", async () => {
    const { db } = server.services;
    const due = async (owner: SignedIn): Promise<number> =>
      (await owner.get("/api/billing/quote?plan=small-firm")).json().duePence;
    const withCredit = await signIn(server, { plan: "solo" });
    const credit = { kind: "credit", amountPence: 0, creditPence: 500, method: "credit" } as const;
    await db.transaction((tx) => enter(tx, { ...credit, practiceId: withCredit.practiceId, reference: newId() }));
    const lessCredit = await due(withCredit);
    const paidAhead = await signIn(server, { plan: "solo" });
    await pay(paidAhead.practiceId, "solo", 900);
    await letDaysPass(db, paidAhead.practiceId, 28);
    const ofBothPeriods = await due(paidAhead);
    expect([lessCredit, ofBothPeriods]).toEqual([1000, 1600]);
    for (const { practiceId } of [withCredit, paidAhead]) await letDaysPass(db, practiceId, 3);

    expect((await pay(withCredit.practiceId, "small-firm", lessCredit)).statusCode).toBe(204);
    expect((await pay(paidAhead.practiceId, "small-firm", ofBothPeriods)).statusCode).toBe(204);

    const upgraded = [{ plan: { slug: "small-firm" } }];
    expect((await withCredit.get("/api/billing")).json()).toMatchObject({ creditPence: 150, periods: upgraded });
    expect((await paidAhead.get("/api/billing")).json()).toMatchObject({ creditPence: 150, periods: upgraded });
  });

  test("is refused for a practice that does not exist", async () => {
    expect((await pay(newId(), "solo", 900)).json().code).toBe("practice-not-found");
  });
});

describe("free days", () => {
  test("follow the paid time without a gap, with a proportional allowance, and are shown in the ledger", async () => {
    const owner = await signIn(server, { plan: "solo" });
    expect((await give(owner.practiceId, 7)).statusCode).toBe(204);
    expect((await give(owner.practiceId, 1)).statusCode).toBe(204);

    const [paid, week, day] = (await owner.get("/api/billing")).json().periods;
    expect([week.startsAt, day.startsAt]).toEqual([paid.endsAt, week.endsAt]);
    expect(Date.parse(week.endsAt) - Date.parse(week.startsAt)).toBe(7 * 86_400_000);
    expect([paid, week, day].map(({ documentsAllowed }) => documentsAllowed)).toEqual([150, 35, 5]);
    const [row] = (await owner.get("/api/payments")).json();
    expect(row).toMatchObject({
      kind: "adjustment",
      what: "Solo Practitioner, days granted",
      amountPence: 0,
      creditPence: 0,
      period: { startsAt: day.startsAt, endsAt: day.endsAt },
    });
    expect(await actionsOn(owner.practiceId)).toEqual([done("practice.days-granted"), done("practice.days-granted")]);
  });

  test("begin at once with the chosen plan when no plan is running", async () => {
    const owner = await signIn(server, { plan: null });
    expect((await give(owner.practiceId, 14)).json().message).toContain("Choose the plan");

    expect((await give(owner.practiceId, 14, "small-firm")).statusCode).toBe(204);

    expect((await owner.get("/api/subscription")).json()).toMatchObject({
      status: "active",
      plan: { slug: "small-firm" },
    });
    expect((await give(owner.practiceId, 14, "solo")).json().message).toContain("Small Firm is already paid");
  });

  test("have a proportional allowance of the more expensive plan after an upgrade", async () => {
    const { db } = server.services;
    const owner = await signIn(server, { plan: "solo" });
    const { practiceId } = owner;
    await db.transaction((tx) => grantDays(tx, { practiceId, days: 6 }));
    await db.transaction((tx) =>
      recordManualPayment(tx, { practiceId, planSlug: "small-firm", reference: newId(), buys: "upgrade" }),
    );
    const { periods: open } = (await owner.get("/api/billing")).json();
    expect(open.map(({ documentsAllowed }: { documentsAllowed: number }) => documentsAllowed)).toEqual([500, 100]);
  });

  test("cost the plan's whole price when they buy 30 days, although an upgrade would cost less", async () => {
    const { practiceId } = await signIn(server, { plan: "solo" });
    const days = { practiceId, planSlug: "small-firm", reference: newId() };
    const recorded = await server.services.db.transaction((tx) => recordManualPayment(tx, days));
    expect(recorded.amountPence).toBe(2400);
  });

  test("are refused by the database without a plan and a purpose", async () => {
    const { db } = server.services;
    const { practiceId } = await signIn(server);
    const empty = { practiceId, id: newId(), kind: "adjustment" as const, buys: null, amountPence: 0 };
    await expect(db.insert(payments).values({ ...empty, method: "credit", reference: newId() })).rejects.toMatchObject({
      cause: { constraint: "payments_signs" },
    });
  });
});

describe("suspending", () => {
  test("ends a member's sessions at once and refuses their sign-in with the reason, until they are restored", async () => {
    const owner = await signIn(server);
    const ben = await join(server, owner, "Ben");

    expect((await act(ben.userId, "suspend")).statusCode).toBe(204);

    expect((await ben.get("/api/user")).statusCode).toBe(401);
    const refused = await login(ben);
    expect([refused.statusCode, refused.json().code]).toEqual([403, "suspended"]);
    expect(refused.json().message).toContain("is suspended");
    expect((await owner.get("/api/user")).statusCode).toBe(200);
    const page = (await pat.get(`/api/admin/users/${ben.userId}`)).json();
    expect([page.user.suspended, page.signIns[0].ok, page.practice.suspended]).toEqual(["operator", false, false]);
    expect((await act(ben.userId, "suspend")).statusCode).toBe(400);

    expect((await act(ben.userId, "restore")).statusCode).toBe(204);
    expect((await login(ben)).statusCode).toBe(200);
    expect((await act(ben.userId, "restore")).json()).toEqual({
      code: "not-suspended",
      message: "They can sign in already.",
    });
    expect(await actionsOn(owner.practiceId)).toEqual([done("user.suspended"), done("user.restored")]);
    expect(await mailsTo(ben)).toEqual(["invitation", "suspended", "restored"]);
  });

  test("the owner suspends the whole practice: no member can sign in, and nobody can join", async () => {
    const owner = await signIn(server);
    const ben = await join(server, owner, "Ben");
    const invited = (await owner.post("/api/invitations", { email: `cleo-${owner.username}@example.com` })).json();

    expect((await act(owner.userId, "suspend")).statusCode).toBe(204);

    for (const person of [owner, ben]) {
      expect((await person.get("/api/user")).statusCode).toBe(401);
      expect((await login(person)).json().code).toBe("suspended");
    }
    const joining = await newClient(server.app).post("/api/invitations/accept", {
      token: await linkOf(server, invited.id),
      username: `cleo-${newId().slice(-12)}`,
      password: owner.password,
      firstName: "Cleo",
      lastName: "Miller",
    });
    expect(joining.json().code).toBe("suspended");
    expect((await act(ben.userId, "restore")).json().message).toContain("restore its owner");
    expect((await pat.get(`/api/admin/users/${ben.userId}`)).json().practice.suspended).toBe(true);

    expect((await act(owner.userId, "restore")).statusCode).toBe(204);
    expect((await login(ben)).statusCode).toBe(200);
  });

  test("also blocks a session that began while the practice was being suspended", async () => {
    const owner = await signIn(server);
    await server.services.db
      .update(practices)
      .set({ suspendedAt: new Date() })
      .where(eq(practices.id, owner.practiceId));
    expect((await owner.get("/api/user")).statusCode).toBe(401);
  });

  test("is distinguished from a suspension by a smaller plan", async () => {
    const owner = await signIn(server);
    const ben = await join(server, owner, "Ben");
    await server.services.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, ben.userId));

    expect((await pat.get(`/api/admin/users/${ben.userId}`)).json().user.suspended).toBe("plan");
    expect((await act(ben.userId, "restore")).json().message).toContain("larger plan");
  });
});

test("ending sessions signs a user out everywhere, and is recorded in the practice's audit log", async () => {
  const owner = await signIn(server);
  const second = newClient(server.app);
  await second.post("/api/login", { username: owner.username, password: owner.password });

  expect((await act(owner.userId, "end-sessions")).statusCode).toBe(204);

  expect([(await owner.get("/api/user")).statusCode, (await second.get("/api/user")).statusCode]).toEqual([401, 401]);
  const [action] = (await pat.get("/api/admin/actions?limit=1")).json();
  expect(action.what).toBe("Ended 2 sessions of Anna Okafor");
  const again = newClient(server.app);
  await again.post("/api/login", { username: owner.username, password: owner.password });
  const log = (await again.get("/api/audit-log")).json();
  expect(log).toContainEqual(
    expect.objectContaining({ who: "Sheaf", what: "Ended all sessions of Anna Okafor, by the operator" }),
  );
});

test("the verification email is sent again only while an address is unconfirmed", async () => {
  const owner = await signIn(server, { confirmed: false });
  expect((await act(owner.userId, "resend-verification")).statusCode).toBe(204);
  expect(await mailsTo(owner)).toEqual(["verify", "verify"]);

  await server.services.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, owner.userId));
  expect((await act(owner.userId, "resend-verification")).json().message).toContain("already confirmed");
});

describe("a link to choose a new password", () => {
  test("is sent only to the address that the user confirmed", async () => {
    const owner = await signIn(server);
    const address = { emailVerifiedAt: new Date(), totpConfirmedAt: new Date() };
    await server.services.db.update(users).set(address).where(eq(users.id, owner.userId));

    const answer = await act(owner.userId, "send-reset-link");

    expect([answer.statusCode, answer.body]).toEqual([204, ""]);
    expect(await mailsTo(owner)).toEqual(["verify", "reset-by-operator"]);
    expect(await actionsOn(owner.practiceId)).toEqual([done("user.reset-sent")]);
    const links = await server.services.db.select().from(accountLinks).where(eq(accountLinks.userId, owner.userId));
    expect(links).toContainEqual(expect.objectContaining({ kind: "reset", email: `${owner.username}@example.com` }));
    // The second factor stays on until the link is used.
    expect((await owner.get("/api/user")).json()).toMatchObject({ twoFactor: true });
  });

  test("is not sent to an unconfirmed address, which may belong to somebody else", async () => {
    const owner = await signIn(server);
    await server.services.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, owner.userId));
    const refused = await act(owner.userId, "send-reset-link");
    expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining("is not confirmed")]);
    expect(await mailsTo(owner)).toEqual(["verify"]);
  });
});

describe("deleting on request", () => {
  test("requires typing the username, and deletes a member without the practice", async () => {
    const owner = await signIn(server);
    const ben = await join(server, owner, "Ben");
    const wrong = await act(ben.userId, "delete", { username: owner.username });
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, "name-not-typed"]);

    expect((await act(ben.userId, "delete", { username: ben.username.toUpperCase() })).statusCode).toBe(204);

    expect((await ben.get("/api/user")).statusCode).toBe(401);
    expect((await owner.get("/api/members")).json()).toHaveLength(1);
    expect((await act(ben.userId, "delete", { username: ben.username })).json().code).toBe("user-not-found");
    expect(await actionsOn(owner.practiceId)).toEqual([done("user.deleted")]);
    expect((await mailsTo(ben)).at(-1)).toBe("deleted");
  });

  test("deletes the practice with its owner, keeps the payments, and leaves no name of a deleted user in the log", async () => {
    const { db } = server.services;
    const owner = await openPractice(server, "small-firm");
    const { practiceId } = owner;
    const ben = await join(server, owner, "Ben");

    expect((await act(owner.userId, "delete", { username: owner.username })).statusCode).toBe(204);

    expect((await login(ben)).statusCode).toBe(401);
    expect(await db.$count(users, eq(users.practiceId, practiceId))).toBe(0);
    expect(await db.$count(payments, and(eq(payments.practiceId, practiceId), eq(payments.kind, "payment")))).toBe(1);
    expect((await mailsTo(owner)).at(-1)).toBe("deleted");
    const { body } = await pat.get("/api/admin/actions");
    expect(body).toContain("Deleted a practice with everybody and everything in it");
    expect(body).not.toContain(owner.username);
  });
});

test("a refund request is decided once, with a reason that the practice can read", async () => {
  const owner = await signIn(server);
  const [payment] = (await owner.get("/api/payments")).json();
  const asked = await owner.post("/api/refunds", { paymentId: payment.id, refundAs: "credit" });
  expect(asked.statusCode, asked.body).toBe(201);
  const requestId = asked.json().id;
  const decide = () => pat.post(`/api/admin/refunds/${requestId}/decide`, { reason, decision: "credit" });
  const refunds = async () => (await pat.get(`/api/admin/users/${owner.userId}`)).json().refunds;
  expect(await refunds()).toMatchObject([{ id: requestId, now: { outcome: "full", suspends: [] } }]);

  const answers = await Promise.all([decide(), decide()]);

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
  expect((await owner.get("/api/refunds")).json()).toMatchObject([{ state: "granted-credit", answer: reason }]);
  expect(await refunds()).toMatchObject([{ state: "granted-credit", now: null }]);
  expect((await owner.get("/api/billing")).json()).toMatchObject({ creditPence: 2640, periods: [] });
  expect(await actionsOn(owner.practiceId)).toEqual([done("refund.credit")]);
});
