import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { administrator, adminPassword, type SignedInAdmin } from "../../../testing/admin/administrator.ts";
import { codeOf } from "../../../testing/authenticator.ts";
import { newClient } from "../../../testing/client.ts";
import { join } from "../../../testing/members.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { accountEmails } from "../../domain/account-emails/table.ts";
import { hashPassword } from "../../domain/accounts/index.ts";
import { loginFailures, users } from "../../domain/accounts/table.ts";
import { auditLog } from "../../domain/audit/table.ts";
import { buildApp } from "../app.ts";
import { adminActions, adminSessions, admins } from "./table.ts";

let server: TestServer;
let pat: SignedInAdmin;
beforeAll(async () => {
  // Emails stay in their table, because no worker runs here.
  server = await startTestServer({ env: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_TRANSPORT: "smtp" } });
  pat = await administrator(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.services.db.delete(loginFailures);
});

const reason = "They wrote to support about it";
const act = (id: string, name: string, more: object = {}) =>
  pat.post(`/api/admin/users/${id}/${name}`, { reason, ...more });
const emailsTo = async (recipient: string) =>
  (await server.services.db.select().from(accountEmails).where(eq(accountEmails.recipient, recipient))).map(
    ({ template }) => template,
  );
const mailsTo = ({ username }: SignedIn) => emailsTo(`${username}@example.com`);
const actionsOf = async (adminId: string) =>
  (await server.services.db.select().from(adminActions).where(eq(adminActions.adminId, adminId))).map(
    ({ action }) => action,
  );
const actionsOn = async ({ practiceId }: SignedIn) =>
  (await server.services.db.select().from(adminActions).where(eq(adminActions.practiceId, practiceId))).map(
    ({ action }) => action,
  );
const auditOf = async ({ practiceId }: SignedIn) =>
  (await server.services.db.select().from(auditLog).where(eq(auditLog.practiceId, practiceId)))
    .map(({ action }) => action)
    .filter((action) => action.startsWith("operator."));
const logIn = (email: string, code?: string) =>
  newClient(server.app).post("/api/admin/login", { email, password: adminPassword, ...(code ? { code } : {}) });

describe("an administrator's own account", () => {
  test("every step of the second factor is recorded and told by email", async () => {
    const who = await administrator(server, { secondFactor: false });
    const start = () => who.post("/api/admin/two-factor/start", { currentPassword: adminPassword });
    const confirm = (code: string) => who.post("/api/admin/two-factor/confirm", { code });
    const off = () => who.post("/api/admin/two-factor/off", { currentPassword: adminPassword });
    const { secret } = (await start()).json();
    const [recoveryCode] = (await confirm(codeOf(secret))).json().recoveryCodes;
    expect([(await start()).json().code, (await confirm("123456")).json().code]).toEqual([
      ...["two-factor-on", "two-factor-on"],
    ]);

    expect((await logIn(who.email, "000000")).json().code).toBe("wrong-code");
    expect((await logIn(who.email, recoveryCode)).statusCode).toBe(200);
    expect((await who.get("/api/admin/me")).json()).toMatchObject({ twoFactor: true, recoveryCodesLeft: 9 });

    expect((await off()).statusCode).toBe(204);
    expect((await who.get("/api/admin/me")).json()).toMatchObject({ twoFactor: false, recoveryCodesLeft: 0 });
    // Without a second factor this part of the portal is closed.
    expect((await off()).statusCode).toBe(403);
    expect((await who.post("/api/admin/logout")).statusCode).toBe(204);

    expect(await actionsOf(who.adminId)).toEqual([
      ...["admin.signed-in", "admin.two-factor-on", "admin.code-refused", "admin.signed-in"],
      ...["admin.two-factor-off", "admin.signed-out"],
    ]);
    expect((await emailsTo(who.email)).toSorted()).toEqual(["recovery-code-used", "two-factor-off", "two-factor-on"]);
  });

  test("setting the second factor up again ends the recovery codes of before", async () => {
    const who = await administrator(server, { secondFactor: false });
    const { secret } = (await who.post("/api/admin/two-factor/start", { currentPassword: adminPassword })).json();
    const first = await who.post("/api/admin/two-factor/confirm", { code: codeOf(secret) });
    expect(first.json().recoveryCodes).toHaveLength(10);
    await who.post("/api/admin/two-factor/off", { currentPassword: adminPassword });
    const again = (await who.post("/api/admin/two-factor/start", { currentPassword: adminPassword })).json();
    expect(again.secret).not.toBe(secret);
    expect((await who.post("/api/admin/two-factor/confirm", { code: codeOf(again.secret) })).statusCode).toBe(200);
    expect((await logIn(who.email, first.json().recoveryCodes[1])).json().code).toBe("wrong-code");
  });

  test("wrong passwords for a change are counted by session, and refuse the right one after five", async () => {
    const who = await administrator(server, { secondFactor: false });
    const start = (currentPassword: string) => who.post("/api/admin/two-factor/start", { currentPassword });
    for (let tries = 0; tries < 5; tries++) expect((await start("wrong password")).json().code).toBe("wrong-password");
    expect((await start(adminPassword)).json().code).toBe("too-many-attempts");
    const { token } = (await logIn(who.email)).json();
    const other = newClient(server.app, { authorization: `Bearer ${token}` });
    expect((await other.post("/api/admin/two-factor/start", { currentPassword: adminPassword })).statusCode).toBe(200);
  });

  test("a password that was stored at another cost is stored anew at the next sign-in, and only then", async () => {
    const { db } = server.services;
    const who = await administrator(server, { secondFactor: false });
    const hash = async () => (await db.select().from(admins).where(eq(admins.id, who.adminId)))[0]?.passwordHash ?? "";
    await db
      .update(admins)
      .set({ passwordHash: await hashPassword(adminPassword, { scryptLn: 3 }) })
      .where(eq(admins.id, who.adminId));
    expect((await logIn(who.email)).statusCode).toBe(200);
    const renewed = await hash();
    expect(renewed).toContain("$ln=4,");
    expect((await logIn(who.email)).statusCode).toBe(200);
    expect(await hash()).toBe(renewed);
  });

  test("a session shows when it was used last, to the minute, and keeps 400 characters of the browser's name", async () => {
    const { db } = server.services;
    const userAgent = "x".repeat(500);
    const login = await newClient(server.app, { "user-agent": userAgent }).post("/api/admin/login", {
      email: (await administrator(server, { secondFactor: false })).email,
      password: adminPassword,
    });
    const who = newClient(server.app, { authorization: `Bearer ${login.json().token}` });
    const own = eq(adminSessions.userAgent, "x".repeat(400));
    const seconds = async () => {
      const ago = sql<number>`extract(epoch from now() - ${adminSessions.lastSeenAt})::int`;
      return (await db.select({ ago }).from(adminSessions).where(own))[0]?.ago ?? Number.NaN;
    };
    const seen = (interval: string) =>
      db
        .update(adminSessions)
        .set({ lastSeenAt: sql`now() - ${interval}::interval` })
        .where(own);
    await seen("40 seconds");
    await who.get("/api/admin/me");
    expect(await seconds()).toBeGreaterThanOrEqual(40);
    await seen("2 hours");
    await who.get("/api/admin/me");
    expect(await seconds()).toBeLessThan(3600);
  });

  test("ending another session is recorded", async () => {
    const who = await administrator(server);
    await logIn(who.email, codeOf(who.secret, 1));
    const sessions = (await who.get("/api/admin/sessions")).json() as { id: string; current: boolean }[];
    const other = sessions.find(({ current }) => !current)?.id;
    expect((await who.delete(`/api/admin/sessions/${other}`)).statusCode).toBe(204);
    expect((await actionsOf(who.adminId)).at(-1)).toBe("admin.session-ended");
  });

  test("forgotten sessions are deleted at the next sign-in", async () => {
    const { db } = server.services;
    const who = await administrator(server, { secondFactor: false });
    const own = eq(adminSessions.adminId, who.adminId);
    await db.update(adminSessions).set({ expiresAt: sql`now() - interval '1 second'` }).where(own);
    await logIn(who.email);
    expect(await db.$count(adminSessions, own)).toBe(1);
  });
});

describe("what an administrator does for a practice", () => {
  test("links that were sent are recorded in both logs, and a new address is confirmed before the present one", async () => {
    const { db } = server.services;
    const anna = await signIn(server);
    const pendingEmail = `new-${anna.username}@example.com`;
    await db.update(users).set({ pendingEmail, emailVerifiedAt: new Date() }).where(eq(users.id, anna.userId));
    expect((await act(anna.userId, "resend-verification")).statusCode).toBe(204);
    expect(await emailsTo(pendingEmail)).toEqual(["verify"]);
    expect((await act(anna.userId, "send-reset-link")).statusCode).toBe(204);
    expect(await actionsOn(anna)).toEqual(["user.verification-sent", "user.reset-sent"]);
    expect(await auditOf(anna)).toEqual(["operator.verification-sent", "operator.reset-sent"]);
  });

  test("an installation without mail sends no link, and says by which command to get one", async () => {
    const { services } = server;
    const app = await buildApp({ ...services, mail: { ...services.mail, name: "outbox" } });
    const who = newClient(app, { authorization: `Bearer ${pat.token}` });
    const anna = await signIn(server, { confirmed: false });
    for (const name of ["resend-verification", "send-reset-link"]) {
      const refused = await who.post(`/api/admin/users/${anna.userId}/${name}`, { reason });
      expect([refused.statusCode, refused.json().code]).toEqual([502, "email-not-sent"]);
      expect(refused.json().message).toContain(`./sheaf user link ${anna.username}`);
    }
    expect([await actionsOn(anna), await auditOf(anna)]).toEqual([[], []]);
    await app.close();
  });

  test("a suspension of the practice ends all sessions, and is told to everybody who could sign in before", async () => {
    const { db } = server.services;
    const anna = await signIn(server);
    const [ben, cleo, dora] = [
      await join(server, anna, "Ben"),
      await join(server, anna, "Cleo"),
      await join(server, await signIn(server), "Dora"),
    ];
    await db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, ben.userId));
    expect((await act(anna.userId, "suspend")).statusCode).toBe(204);
    expect((await act(anna.userId, "suspend")).statusCode).toBe(400);
    expect((await act(anna.userId, "restore")).statusCode).toBe(204);
    for (const person of [anna, cleo]) {
      expect((await mailsTo(person)).slice(-2)).toEqual(["suspended", "restored"]);
      expect((await person.get("/api/user")).statusCode).toBe(401);
    }
    expect(await mailsTo(ben)).not.toContain("suspended");
    expect((await dora.get("/api/user")).statusCode).toBe(200);
    expect(await actionsOn(anna)).toEqual(["practice.suspended", "practice.restored"]);
    expect(await auditOf(anna)).toEqual(["operator.suspended", "operator.restored"]);
  });

  test("the owner is told what happens to a member; a member who became the owner is restored with the practice", async () => {
    const { db } = server.services;
    const anna = await signIn(server);
    const ben = await join(server, anna, "Ben");
    await act(ben.userId, "suspend");
    expect((await mailsTo(anna)).at(-1)).toBe("member-changed");
    expect(await auditOf(anna)).toEqual(["operator.suspended"]);

    await db.update(users).set({ role: "member" }).where(eq(users.id, anna.userId));
    await db.update(users).set({ role: "owner" }).where(eq(users.id, ben.userId));
    expect((await act(ben.userId, "restore")).statusCode).toBe(204);
    const [user] = await db.select().from(users).where(eq(users.id, ben.userId));
    expect(user?.suspendedByOperatorAt).toBeNull();
  });

  test("a member who is deleted on request is named to the owner, and recorded in both logs", async () => {
    const anna = await signIn(server);
    const ben = await join(server, anna, "Ben");
    expect((await act(ben.userId, "delete", { username: ` ${ben.username} ` })).statusCode).toBe(204);
    expect((await mailsTo(anna)).at(-1)).toBe("member-changed");
    expect(await actionsOn(anna)).toEqual(["user.deleted"]);
    expect(await auditOf(anna)).toEqual(["operator.deleted"]);
  });
});
