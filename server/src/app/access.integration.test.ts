import { type InstallationKind, installationKinds } from "@sheaf/contracts/installation.ts";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { administrator } from "../../testing/admin/administrator.ts";
import { type Answer, type Client, newClient } from "../../testing/client.ts";
import { insertJob } from "../../testing/jobs/job-rows.ts";
import { openPractice, type Practice } from "../../testing/jobs/practice.ts";
import { join } from "../../testing/members.ts";
import type { TestServer } from "../../testing/server.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { deliveries } from "../domain/delivery/table.ts";
import { jobFiles, outputs } from "../domain/jobs/table.ts";
import { newId } from "../platform/ids.ts";
import { buildApp } from "./app.ts";
import { registerSlices } from "./routes.ts";

/** Who may call a route, and the parameters and body that a call needs to pass all other checks. */
interface Access {
  who: "anyone" | "signed-in" | "owner" | "administrator";
  /** The route names an object of a practice. Members of other practices get 404, or this status instead. */
  foreign?: "not there" | number;
  /** The route starts new work and is refused when the subscription has expired. */
  paid?: true;
  body?: object;
  /** The body is a form with a file. */
  form?: true;
  /** Different behaviour in an installation for its own practice. */
  inPractice?: "not there" | "sign-up-closed";
}

const anyone: Access = { who: "anyone" };
const signedIn: Access = { who: "signed-in" };
const owner: Access = { who: "owner" };
/** The portal: signed in with a token, not with a cookie. */
const admin: Access = { who: "administrator" };
const of = (access: Access, more: Partial<Access>): Access => ({ ...access, ...more });
/** Routes about payments: they do not exist in an own practice. */
const money = (access: Access) => of(access, { inPractice: "not there" });
const foreign = of(signedIn, { foreign: "not there" });
const why = { reason: "They asked for it" };
const act = of(admin, { body: why });
const wrong = { currentPassword: "not the password" };

const table: Record<string, Access> = {
  // Need the code of set-up, while set-up is open: app/set-up/set-up.integration.test.ts.
  "GET /api/set-up": anyone,
  "POST /api/set-up": anyone,
  "POST /api/set-up/check": anyone,
  "POST /api/set-up/health": anyone,
  "POST /api/set-up/test-email": anyone,
  "POST /api/register": of(anyone, { inPractice: "sign-up-closed" }),
  "POST /api/login": anyone,
  "POST /api/logout": anyone,
  "POST /api/password/forgot": anyone,
  "POST /api/password/reset": anyone,
  "POST /api/email/verify": anyone,
  "POST /api/links/check": anyone,
  "POST /api/invitations/accept": anyone,
  "GET /api/subscription-plans": money(anyone),
  // Only exists in a demonstration.
  "GET /api/demo/jobs": anyone,
  // Verified by the provider's signature instead: delivery/webhooks, delivery/inbound and
  // domain/billing/orders/orders.integration.test.ts.
  "POST /api/webhooks/:provider": anyone,
  "POST /api/webhooks/paypal": money(anyone),
  "POST /api/webhooks/postmark/inbound": anyone,
  "POST /api/webhooks/mailgun/inbound": anyone,
  "GET /api/user": signedIn,
  "PUT /api/profile": of(signedIn, { body: {} }),
  "PUT /api/password": of(signedIn, { body: { ...wrong, password: "another good password" } }),
  "PUT /api/email": of(signedIn, { body: { ...wrong, email: "new@example.com" } }),
  "POST /api/email/verification": signedIn,
  "GET /api/two-factor": signedIn,
  "POST /api/two-factor/start": of(signedIn, { body: wrong }),
  "POST /api/two-factor/confirm": of(signedIn, { body: { code: "000000" } }),
  "POST /api/two-factor/disable": of(signedIn, { body: { ...wrong, code: "000000" } }),
  "POST /api/two-factor/recovery-codes": of(signedIn, { body: wrong }),
  "GET /api/sessions": signedIn,
  "DELETE /api/sessions": signedIn,
  "DELETE /api/sessions/:id": foreign,
  "GET /api/account/export": owner,
  "POST /api/account/export": of(owner, { body: { currentPassword: "not this one" } }),
  "POST /api/account/delete": of(signedIn, { body: wrong }),
  "GET /api/audit-log": owner,
  "GET /api/subscription": signedIn,
  "GET /api/usage": signedIn,
  "GET /api/payments": money(signedIn),
  "GET /api/billing": money(signedIn),
  "GET /api/billing/quote": money(owner),
  "POST /api/billing/buy-with-credit": money(of(owner, { body: { plan: "solo" } })),
  "GET /api/payments/:id/receipt": money(of(owner, { foreign: "not there" })),
  "GET /api/refunds": money(owner),
  "GET /api/refunds/outcome": money(owner),
  "POST /api/refunds": money(of(owner, { body: { paymentId: newId(), refundAs: "money" } })),
  "DELETE /api/refunds/:id": money(of(owner, { foreign: "not there" })),
  "POST /api/guest-orders": money(anyone),
  "POST /api/guest-orders/:id/capture": money(anyone),
  "POST /api/claims/check": money(anyone),
  "POST /api/claims": money(of(owner, { body: { claimToken: "a token that was never given out" } })),
  "POST /api/orders": money(of(owner, { body: { plan: "solo" } })),
  "POST /api/orders/:id/capture": money(of(owner, { foreign: 409 })),
  "POST /api/billing/cancel": money(owner),
  "POST /api/billing/resume": money(owner),
  "POST /api/billing/start-next-period": money(owner),
  "GET /api/settings": signedIn,
  "PUT /api/settings": of(signedIn, { body: {} }),
  "GET /api/stats": signedIn,
  "GET /api/checklist": signedIn,
  "POST /api/checklist/dismiss": owner,
  "GET /api/sample-job": signedIn,
  "POST /api/sample-job": signedIn,
  "DELETE /api/sample-job": signedIn,
  "GET /api/search": signedIn,
  "GET /api/notifications": signedIn,
  "POST /api/notifications/seen": of(signedIn, { body: { until: "2026-11-20T10:00:00.000Z" } }),
  // The response stays open for members: platform/events/events.integration.test.ts.
  "GET /api/events": signedIn,
  "GET /api/changes": signedIn,
  "GET /api/members": signedIn,
  "PUT /api/members/:id": of(owner, { foreign: "not there", body: { role: "member" } }),
  "DELETE /api/members/:id": of(owner, { foreign: "not there" }),
  "GET /api/invitations": owner,
  "POST /api/invitations": of(owner, { body: { email: "new@example.com" } }),
  "POST /api/invitations/:id/resend": of(owner, { foreign: "not there" }),
  "DELETE /api/invitations/:id": of(owner, { foreign: "not there" }),
  "GET /api/customers": signedIn,
  "POST /api/customers": of(signedIn, { body: { name: "New", email: "new@example.com" } }),
  "POST /api/customers/import": of(signedIn, { body: { customers: [] } }),
  "GET /api/customers/export": signedIn,
  "GET /api/customers/last-jobs": signedIn,
  "PUT /api/customers/:id": of(foreign, { body: { name: "Other", email: "other@example.com" } }),
  "POST /api/customers/:id/archive": foreign,
  "POST /api/customers/:id/restore": foreign,
  "DELETE /api/customers/:id": foreign,
  "GET /api/jobs": signedIn,
  "POST /api/jobs": of(signedIn, { paid: true, form: true, foreign: "not there" }),
  "GET /api/jobs/recent": signedIn,
  "GET /api/jobs/counts": signedIn,
  "GET /api/jobs/export": signedIn,
  "POST /api/jobs/duplicates": of(signedIn, { body: { customerId: newId(), sha256: [] } }),
  "GET /api/jobs/download": signedIn,
  "GET /api/jobs/:id": foreign,
  "GET /api/jobs/:id/download": foreign,
  "GET /api/jobs/:id/timeline": foreign,
  "GET /api/jobs/:id/outputs/:outputId": foreign,
  "GET /api/jobs/:id/outputs/:outputId/pages/:page.webp": foreign,
  "POST /api/jobs/:id/retry": of(foreign, { paid: true }),
  // For a member of another practice there is nothing to undo, so the response is 409 instead of 404.
  "POST /api/jobs/:id/undo": of(signedIn, { foreign: 409 }),
  "POST /api/jobs/:id/deliveries/:deliveryId/send-again": of(foreign, { paid: true, body: {} }),
  "POST /api/jobs/:id/deliveries/:deliveryId/arrived": foreign,
  "POST /api/jobs/:id/deliveries/:deliveryId/try-now": of(foreign, { paid: true }),
  "POST /api/jobs/:id/deliveries/:deliveryId/stop": foreign,
  "POST /api/jobs/:id/files/:fileId/password": of(foreign, { paid: true, body: { password: "x" } }),
  "POST /api/jobs/:id/files/:fileId/leave-out": of(foreign, { paid: true }),
  "PUT /api/jobs/:id/files/:fileId": of(foreign, { paid: true, form: true }),
  "GET /api/suppressions": signedIn,
  "DELETE /api/suppressions/:id": foreign,
  "GET /api/outbox": signedIn,
  "GET /api/test-email": signedIn,
  "POST /api/test-email": of(signedIn, { paid: true, body: { email: "me@example.com" } }),
  "POST /api/admin/login": anyone,
  "GET /api/admin/me": admin,
  "GET /api/admin/sessions": admin,
  "GET /api/admin/actions": admin,
  "GET /api/admin/metrics/overview": admin,
  "GET /api/admin/money": money(admin),
  "GET /api/admin/operations": admin,
  "GET /api/admin/checklist": admin,
  "POST /api/admin/checklist/dismiss": admin,
  "GET /api/admin/failed-tasks": admin,
  "GET /api/admin/health": admin,
  "GET /api/admin/settings": admin,
  "PUT /api/admin/settings/kind": of(admin, { body: { kind: "service" } }),
  "PUT /api/admin/settings/company": of(admin, { body: {} }),
  "PUT /api/admin/settings/mail": of(admin, { body: {} }),
  "POST /api/admin/settings/test-email": of(admin, { body: { to: "me@example.com" } }),
  "POST /api/admin/failed-tasks/:id/retry": of(admin, { body: { reason: "try again" } }),
  "POST /api/admin/failed-tasks/:id/discard": of(admin, { body: { reason: "not needed" } }),
  "GET /api/admin/users/search": admin,
  "GET /api/admin/users/:id": admin,
  "POST /api/admin/users/:id/end-sessions": act,
  "POST /api/admin/users/:id/resend-verification": act,
  "POST /api/admin/users/:id/send-reset-link": act,
  "POST /api/admin/users/:id/suspend": act,
  "POST /api/admin/users/:id/restore": act,
  "POST /api/admin/users/:id/delete": of(admin, { body: { ...why, username: "anna" } }),
  "GET /api/admin/practices": admin,
  "POST /api/admin/differences/:id/close": money(of(admin, { body: why })),
  "GET /api/admin/practices/:id/quote": money(admin),
  "POST /api/admin/practices/:id/payments": money(
    of(admin, {
      body: { ...why, plan: "solo", amountPence: 900, reference: "BACS 1" },
    }),
  ),
  "POST /api/admin/practices/:id/end-unlimited": money(act),
  "POST /api/admin/practices/:id/days": money(of(admin, { body: { ...why, days: 7 } })),
  "POST /api/admin/refunds/:id/decide": money(of(admin, { body: { ...why, decision: "deny" } })),
  "POST /api/admin/two-factor/start": of(admin, { body: wrong }),
  "POST /api/admin/two-factor/confirm": of(admin, { body: { code: "000000" } }),
  "POST /api/admin/two-factor/off": of(admin, { body: wrong }),
  "DELETE /api/admin/sessions/:id": admin,
  // Must be the last, because it ends the session that the other calls use.
  "POST /api/admin/logout": admin,
};

const routes: string[] = [];
let services: TestServices;
let app: FastifyInstance;
/** The owner of all objects in the paths. */
let anna: Practice;
let ids: Record<string, string>;
/**
 * In a service, "stranger" and "expired" belong to other practices; in an own practice they are members of the only
 * one.
 */
let people: Record<"visitor" | "administrator" | "stranger" | "member" | "expired", Client>;

async function open(kind: InstallationKind): Promise<void> {
  routes.length = 0;
  services = await openTestServices({ env: { INSTALLATION: kind } });
  app = await buildApp(services, {
    slices: async (inner, all) => {
      inner.addHook("onRoute", ({ method, url }) => {
        if (method !== "HEAD") routes.push(`${method} ${url.replace(/\/$/, "")}`);
      });
      await registerSlices(inner, all);
    },
  });
  const server = { app, services, close: async () => {} };
  anna = await openPractice(server, "small-firm");
  ids = await thingsOf(anna);
  people = {
    visitor: newClient(app),
    administrator: await administrator(server),
    member: await join(server, anna, "Ben"),
    ...(await (kind === "service" ? openOthers(server) : joinOthers(server))),
  };
}

async function openOthers(server: TestServer) {
  const expired = await openPractice(server);
  await expired.expire();
  return { stranger: await openPractice(server), expired };
}

const joinOthers = async (server: TestServer) => ({
  stranger: await join(server, anna, "Cleo"),
  expired: await join(server, anna, "Dora"),
});

async function close(): Promise<void> {
  await app.close();
  await services.close();
}

async function thingsOf(practice: Practice): Promise<Record<string, string>> {
  const { db } = services;
  const { practiceId, customerId } = practice;
  const jobId = await insertJob({ app, services, close: async () => {} }, practice, {
    status: "failed",
    customerId,
    files: [{ state: "refused" }],
    emails: [{ state: "failed" }],
  });
  const outputId = newId();
  await db.insert(outputs).values({
    practiceId,
    jobId,
    id: outputId,
    position: 0,
    name: "a.pdf",
    pages: 1,
    sizeBytes: 1,
    sha256: "0",
  });
  const [file] = await db.select().from(jobFiles).where(eq(jobFiles.jobId, jobId));
  const [email] = await db.select().from(deliveries).where(eq(deliveries.jobId, jobId));
  const [session] = (await practice.get("/api/sessions")).json();
  return {
    jobId,
    outputId,
    customerId,
    fileId: file?.id ?? "",
    deliveryId: email?.id ?? "",
    sessionId: session.id,
    userId: practice.userId,
  };
}

/** Returns the path with the ids of Anna's objects. */
function pathOf(route: string): string {
  const own = route.includes("/jobs/")
    ? ids.jobId
    : route.includes("/customers/")
      ? ids.customerId
      : route.includes("/sessions/")
        ? ids.sessionId
        : route.includes("/members/")
          ? ids.userId
          : newId();
  return (route.split(" ")[1] ?? "")
    .replace(":fileId", ids.fileId ?? "")
    .replace(":deliveryId", ids.deliveryId ?? "")
    .replace(":outputId", ids.outputId ?? "")
    .replace(":page", "1")
    .replace(":provider", "sendgrid")
    .replace(":id", own ?? "");
}

async function call(who: Client, route: string): Promise<Answer> {
  const { body, form } = table[route] ?? {};
  const url = route === "GET /api/search" ? "/api/search?q=a" : pathOf(route);
  const method = route.split(" ")[0];
  if (form) return method === "PUT" ? who.replace(url, aForm()) : who.upload(url, aForm());
  if (method === "GET") return who.get(url);
  if (method === "POST") return who.post(url, body);
  return method === "PUT" ? who.put(url, body ?? {}) : who.delete(url);
}

function aForm(): FormData {
  const form = new FormData();
  form.append("customerId", ids.customerId ?? "");
  form.append("files", new Blob(["a"]), "a.txt");
  return form;
}

const codeOf = (answer: Answer) => (answer.statusCode < 400 ? answer.statusCode : answer.json().code);

/** Returns whether the response is the one for an address without a route. */
const isNothing = (answer: Answer) =>
  answer.statusCode === 404 && answer.json().message === "There is nothing at this address.";

const rows = Object.entries(table).map(([route, access]) => ({ route, ...access }));

describe.each(installationKinds)("an installation of the kind %s", (kind) => {
  const own = kind === "practice";
  const all = rows.filter(({ inPractice }) => !own || inPractice !== "not there");
  const closed = all.filter(({ who }) => who === "signed-in" || who === "owner");
  beforeAll(() => open(kind));
  afterAll(close);

  test("[S1.18] the table lists exactly the routes of the API", () => {
    expect(Object.keys(table).sort()).toEqual([...new Set(routes)].filter((route) => route.includes("/api/")).sort());
  });

  describe("without a session", () => {
    test.each(closed)("[S6.1] $route requires a session, and refuses an administrator's token", async ({ route }) => {
      expect(codeOf(await call(people.visitor, route))).toBe("not-signed-in");
      expect(codeOf(await call(people.administrator, route))).toBe("not-signed-in");
    });

    test.each(all.filter(({ who }) => who === "anyone"))("$route needs no session", async ({ route }) => {
      expect(codeOf(await call(people.visitor, route))).not.toBe("not-signed-in");
    });
  });

  test.each(own ? [] : all.filter((access) => access.foreign))(
    "$route does not reveal objects of another practice",
    async ({ route, foreign }) => {
      const { statusCode } = await call(people.stranger, route);
      expect(statusCode).toBe(foreign === "not there" ? 404 : foreign);
    },
  );

  test.each(all.filter(({ who }) => who === "owner"))("$route is only open to the owner", async ({ route }) => {
    expect(codeOf(await call(people.member, route))).toBe("owner-only");
    expect(codeOf(await call(anna, route))).not.toBe("owner-only");
  });

  const forMembers = all.filter(({ who, route }) => who === "signed-in" && route !== "GET /api/events");

  test.each(forMembers)("$route is open to every member", async ({ route }) => {
    // Ending sessions or deleting the customer would break the next calls, so another member makes these calls.
    const answer = await call(route.includes("DELETE") ? people.stranger : people.member, route);
    expect(["not-signed-in", "owner-only"]).not.toContain(codeOf(answer));
    expect(isNothing(answer)).toBe(false);
  });

  test.each(forMembers)(
    "$route is refused with an expired subscription only if it starts new work in a service",
    async ({ route, paid }) => {
      const code = codeOf(await call(people.expired, route));
      if (paid && !own) expect(code).toBe("subscription-expired");
      else expect(code).not.toBe("subscription-expired");
    },
  );

  test.each(rows.filter(({ inPractice }) => own && inPractice === "not there"))(
    "$route is about payments and does not exist in an own practice",
    async ({ route, who }) => {
      const portal = who === "administrator";
      for (const asking of portal ? [people.administrator] : [people.visitor, people.member, anna]) {
        const answer = await call(asking, route);
        expect(answer.statusCode).toBe(404);
        expect(isNothing(answer)).toBe(true);
      }
    },
  );

  test.each(rows.filter(({ inPractice }) => own && inPractice === "sign-up-closed"))(
    "$route is closed in an own practice, which people join by invitation",
    async ({ route }) => {
      const [, path = ""] = route.split(" ");
      const password = "correct horse battery staple";
      const person = { username: "eve", password, email: "eve@example.com", firstName: "Eve", lastName: "Hill" };
      expect(codeOf(await newClient(app).post(path, person))).toBe("sign-up-closed");
    },
  );

  describe("the admin portal", () => {
    const ofPortal = rows.filter(({ who }) => who === "administrator");
    const open = all.filter(({ who }) => who === "administrator");

    test.each(ofPortal)("[S6.6] $route is refused to everybody except administrators", async ({ route }) => {
      const broken = newClient(app, { authorization: `Bearer ${"a".repeat(43)}` });
      for (const who of [people.visitor, broken, people.stranger, people.member, anna, people.expired]) {
        expect(codeOf(await call(who, route))).toBe("admin-needed");
      }
    });

    test.each(open)("$route is open to an administrator", async ({ route }) => {
      const answer = await call(people.administrator, route);
      expect(codeOf(answer)).not.toBe("admin-needed");
      expect(isNothing(answer)).toBe(false);
    });
  });
});
