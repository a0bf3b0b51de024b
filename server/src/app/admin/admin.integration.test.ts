import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { administrator, adminPassword } from "../../../testing/admin/administrator.ts";
import { codeOf } from "../../../testing/authenticator.ts";
import { newClient } from "../../../testing/client.ts";
import { signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { testConfig } from "../../../testing/services.ts";
import { loginFailures } from "../../domain/accounts/table.ts";
import { buildApp } from "../app.ts";
import { createAdmin } from "./service.ts";
import { adminActions, adminSessions, admins } from "./table.ts";
import { resetAdminFactor } from "./two-factor.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => void vi.useRealTimers());
beforeEach(async () => {
  await server.services.db.delete(loginFailures);
});

const pat = { name: "Pat Lindqvist", email: "pat@operator.example", password: "plum otter canal" };
const create = (input: typeof pat) => createAdmin(server.services.db, server.services.config, input);

test("createAdmin stores an administrator with the role Administrator and a hashed password", async () => {
  const made = await create(pat);

  expect(made).toEqual({ id: expect.any(String), name: pat.name, email: pat.email, role: "Administrator" });
  const [row] = await server.services.db.select().from(admins).where(eq(admins.id, made.id));
  expect(row?.passwordHash).toMatch(/^\$scrypt\$ln=4,r=8,p=3\$/);
});

test("a second administrator with the same email address in another case is refused", async () => {
  await create({ ...pat, email: "ines@operator.example" });

  await expect(create({ ...pat, email: "INES@operator.example" })).rejects.toMatchObject({ code: "email-taken" });
});

test.each([
  ["without a name", { name: " " }, "bad-request"],
  ["with half an address", { email: "pat@" }, "bad-request"],
  ["with a short password", { password: "short" }, "weak-password"],
  ["with a well-known password", { password: "Administrator1" }, "weak-password"],
  ["with the address as password", { password: "pat@operator.example" }, "weak-password"],
])("an administrator %s is refused", async (_, wrong, code) => {
  await expect(create({ ...pat, ...wrong })).rejects.toMatchObject({ code });
});

test("an administrator cannot sign in as a user of a practice", async () => {
  const who = { ...pat, email: "omar@operator.example" };
  await create(who);

  const answer = await newClient(server.app).post("/api/login", { username: who.email, password: who.password });

  expect(answer.statusCode).toBe(401);
});

const login = (email: string, password: string, code?: string) =>
  newClient(server.app).post("/api/admin/login", { email, password, ...(code ? { code } : {}) });

describe("signing in", () => {
  test("[S3.14] returns a token for 8 hours, with name and role; the database stores only its hash", async () => {
    const who = await administrator(server, { secondFactor: false });

    const answer = await login(who.email.toUpperCase(), adminPassword);

    expect(answer.json()).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      admin: { name: "Pat Lindqvist", role: "Administrator" },
    });
    const rows = await server.services.db
      .select({ row: adminSessions, hours: sql`extract(epoch from expires_at - created_at) / 3600`.mapWith(Number) })
      .from(adminSessions)
      .where(eq(adminSessions.adminId, who.adminId));
    expect(rows.map(({ hours }) => hours)).toEqual([8, 8]);
    expect(JSON.stringify(rows)).not.toContain(answer.json().token);
  });

  test("a wrong password and an unknown address get the same response", async () => {
    const { email } = await administrator(server);
    const answers = [await login(email, "wrong password"), await login("nobody@operator.example", adminPassword)];

    for (const answer of answers) {
      expect([answer.statusCode, answer.json()]).toEqual([
        401,
        { code: "wrong-credentials", message: "Email or password is wrong." },
      ]);
    }
  });

  test("[S9.23] the sixth try is refused even with the right password, and the response states the remaining wait", async () => {
    const { email } = await administrator(server);
    for (let tries = 0; tries < 5; tries++) await login(email, "wrong password");

    const sixth = await login(email, adminPassword);

    expect([sixth.statusCode, sixth.json().message]).toEqual([429, "Too many attempts. Try again in 15 minutes."]);
    expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(880);
  });

  test("[S7.23] a token becomes invalid after 8 hours, on signing out, and when its session is ended elsewhere", async () => {
    const { db } = server.services;
    const who = await administrator(server);
    expect((await who.get("/api/admin/me")).json()).toEqual({
      id: who.adminId,
      name: "Pat Lindqvist",
      email: who.email,
      role: "Administrator",
      twoFactor: true,
      twoFactorRequired: true,
      recoveryCodesLeft: 10,
    });
    const second = (await login(who.email, adminPassword, codeOf(who.secret, 1))).json().token;
    const other = newClient(server.app, { authorization: `Bearer ${second}` });

    const [mine, foreign] = (await other.get("/api/admin/sessions")).json();
    expect([mine.current, foreign.current]).toEqual([true, false]);
    expect((await other.delete(`/api/admin/sessions/${foreign.id}`)).statusCode).toBe(204);
    const ended = await who.get("/api/admin/me");
    expect([ended.statusCode, ended.json().code]).toEqual([401, "admin-needed"]);
    expect((await other.delete(`/api/admin/sessions/${foreign.id}`)).json().code).toBe("admin-session-not-found");

    expect((await other.post("/api/admin/logout")).statusCode).toBe(204);
    expect((await other.get("/api/admin/me")).statusCode).toBe(401);

    const third = await administrator(server);
    await db.update(adminSessions).set({ expiresAt: sql`now()` }).where(eq(adminSessions.adminId, third.adminId));
    expect((await third.get("/api/admin/me")).json().message).toBe("Admin authentication expired. Sign in again.");
  });

  test("an administrator cannot end another administrator's session", async () => {
    const [one, two] = [await administrator(server), await administrator(server)];
    const [{ id }] = (await one.get("/api/admin/sessions")).json();

    expect((await two.delete(`/api/admin/sessions/${id}`)).statusCode).toBe(404);
    expect((await one.get("/api/admin/me")).statusCode).toBe(200);
  });
});

test("with two-factor sign-in, signing in needs a code of the app or a recovery code, each usable once", async () => {
  const who = await administrator(server, { secondFactor: false });
  const start = (currentPassword: string) => who.post("/api/admin/two-factor/start", { currentPassword });
  expect((await start("wrong password")).json().code).toBe("wrong-password");
  expect((await who.post("/api/admin/two-factor/confirm", { code: "123456" })).json().code).toBe("two-factor-off");
  const { secret, uri } = (await start(adminPassword)).json();
  expect(uri).toContain("otpauth://totp/Sheaf:");
  // The status is not 401, which the portal would take for the end of the session.
  expect((await who.post("/api/admin/two-factor/confirm", { code: "000000" })).statusCode).toBe(400);
  const confirmed = await who.post("/api/admin/two-factor/confirm", { code: codeOf(secret) });
  const [recoveryCode] = confirmed.json().recoveryCodes;
  expect((await who.get("/api/admin/me")).json().twoFactor).toBe(true);

  const outcome = async (code?: string) => {
    const answer = await login(who.email, adminPassword, code);
    return answer.statusCode === 200 ? "signed in" : answer.json().code;
  };
  expect(await outcome()).toBe("two-factor-needed");
  expect(await outcome("000000")).toBe("wrong-code");
  const next = codeOf(secret, 1);
  // Only the database's clock counts, so changing this process's clock has no effect.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 });
  expect([await outcome(next), await outcome(next)]).toEqual(["signed in", "wrong-code"]);
  expect([await outcome(recoveryCode), await outcome(recoveryCode)]).toEqual(["signed in", "wrong-code"]);

  await server.services.db.delete(loginFailures);
  expect((await who.post("/api/admin/two-factor/off", { currentPassword: adminPassword })).statusCode).toBe(204);
  expect(await outcome()).toBe("signed in");
});

test("without a second factor, the portal only allows setting one up and signing out", async () => {
  const who = await administrator(server, { secondFactor: false });

  const closed = ["/metrics/overview", "/users/search?q=anna", "/money", "/operations", "/sessions", "/actions"];
  for (const path of closed) {
    const answer = await who.get(`/api/admin${path}`);
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 403, "second-factor-required"]);
  }
  expect((await who.get("/api/admin/me")).json()).toMatchObject({ twoFactor: false, twoFactorRequired: true });
  const { secret } = (await who.post("/api/admin/two-factor/start", { currentPassword: adminPassword })).json();
  await who.post("/api/admin/two-factor/confirm", { code: codeOf(secret) });
  expect((await who.get("/api/admin/actions")).statusCode).toBe(200);

  await who.post("/api/admin/two-factor/off", { currentPassword: adminPassword });
  expect((await who.get("/api/admin/actions")).statusCode).toBe(403);
  expect((await who.post("/api/admin/logout")).statusCode).toBe(204);
});

test("a demonstration requires no second factor", async () => {
  const config = testConfig(server.services.config.dataDir, { SHEAF_DEMO: "1" });
  const app = await buildApp({ ...server.services, config });
  const who = await administrator({ app, services: server.services }, { secondFactor: false });

  expect((await who.get("/api/admin/actions")).statusCode).toBe(200);
  expect((await who.get("/api/admin/me")).json()).toMatchObject({ twoFactor: false, twoFactorRequired: false });
  await app.close();
});

test("after the operator's command, an administrator who lost the app signs in with the password and must set up a new second factor", async () => {
  const { db } = server.services;
  const who = await administrator(server);

  expect(await resetAdminFactor(db, server.services, who.email.toUpperCase())).toEqual({ name: "Pat Lindqvist" });

  expect((await who.get("/api/admin/me")).statusCode).toBe(401);
  const { token } = (await login(who.email, adminPassword)).json();
  const again = newClient(server.app, { authorization: `Bearer ${token}` });
  expect((await again.get("/api/admin/actions")).json().code).toBe("second-factor-required");
  await expect(resetAdminFactor(db, server.services, who.email)).rejects.toMatchObject({ code: "two-factor-off" });
  await expect(resetAdminFactor(db, server.services, "nobody@operator.example")).rejects.toMatchObject({
    code: "bad-request",
  });
  const actions = await db.select().from(adminActions).where(eq(adminActions.action, "admin.two-factor-reset"));
  expect(actions).toMatchObject([{ adminId: null, detail: { admin: who.adminId } }]);
});

test("a user's session gives no access to the portal, and an administrator's token none to the app", async () => {
  const [who, owner] = [await administrator(server), await signIn(server)];

  expect((await owner.get("/api/admin/me")).json().code).toBe("admin-needed");
  expect((await who.get("/api/user")).json().code).toBe("not-signed-in");
  const userToken = /sheaf_session=([^;]+)/.exec(owner.cookies())?.[1];
  const asBearer = newClient(server.app, { authorization: `Bearer ${userToken}` });
  expect((await asBearer.get("/api/admin/me")).json().code).toBe("admin-needed");
  const asCookie = newClient(server.app, { cookie: `sheaf_session=${who.token}` });
  expect((await asCookie.get("/api/user")).json().code).toBe("not-signed-in");
});

test("admin actions are listed in pages, newest first, and the database refuses to change or delete them", async () => {
  const { db } = server.services;
  const who = await administrator(server);
  await login(who.email, adminPassword, codeOf(who.secret, 1));

  const first = await who.get("/api/admin/actions?limit=1");
  expect(first.json()).toMatchObject([{ who: "Pat Lindqvist", action: "admin.signed-in", what: "Signed in" }]);
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? "";
  expect(first.headers["x-total-count"]).toBe(String(await db.$count(adminActions)));
  expect((await who.get(next)).json()[0].id).not.toBe(first.json()[0].id);

  for (const change of [db.update(adminActions).set({ reason: "other" }), db.delete(adminActions)]) {
    await expect(change).rejects.toMatchObject({ cause: { message: "Admin actions are never changed" } });
  }
  await expect(db.execute(sql`truncate admin_actions`)).rejects.toThrow();
});

test("the OpenAPI description states which calls need an administrator's token", async () => {
  const { paths } = (await newClient(server.app).get("/api/docs/json")).json();
  const calls = Object.entries<Record<string, { security?: object[] }>>(paths)
    .filter(([path]) => path.startsWith("/api/admin/"))
    .flatMap(([path, methods]) => Object.values(methods).map(({ security }) => ({ path, security })));

  expect(calls.length).toBeGreaterThan(15);
  for (const { path, security } of calls) {
    expect(security, path).toEqual(path === "/api/admin/login" ? undefined : [{ administrator: [] }]);
  }
});
