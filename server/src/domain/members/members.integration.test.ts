import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Client, newClient } from "../../../testing/client.ts";
import { join, linkOf } from "../../../testing/members.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { users } from "../accounts/table.ts";
import { auditLog } from "../audit/table.ts";
import { findInvitation, renewInvitationTokens } from "./invitations.ts";
import { invitations } from "./table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const password = "correct horse battery staple";
const ben = (token: string, more: object = {}) => ({
  token,
  username: `ben-${token.slice(-12)}`,
  password,
  firstName: "Ben",
  lastName: "Miller",
  ...more,
});
const invite = async (owner: SignedIn, email: string) => (await owner.post("/api/invitations", { email })).json();
const open = async (owner: SignedIn) => (await owner.get("/api/invitations")).json();
const accept = (client: Client, body: object) => client.post("/api/invitations/accept", body);

test("an invited person chooses username and password, is signed in, and sees the practice's customers", async () => {
  const anna = await signIn(server, { practiceName: "Okafor & Co" });
  await anna.post("/api/customers", { name: "Bright Bakery", email: "b@example.com" });
  const invitation = await invite(anna, "Ben@Example.com");
  expect(invitation).toMatchObject({ email: "Ben@Example.com", invitedBy: "Anna Okafor" });

  const visitor = newClient(server.app);
  const answer = await accept(visitor, ben(await linkOf(server, invitation.id)));

  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toMatchObject({
    role: "member",
    email: "Ben@Example.com",
    emailVerified: true,
    practice: { id: anna.practiceId, name: "Okafor & Co" },
  });
  expect((await visitor.get("/api/customers")).json()).toMatchObject([{ name: "Bright Bakery" }]);
  expect((await anna.get("/api/members")).json()).toMatchObject([
    { role: "owner" },
    { role: "member", firstName: "Ben" },
  ]);
  expect(await open(anna)).toEqual([]);
});

test("a link works once, and not after it was revoked or replaced or has expired", async () => {
  const anna = await signIn(server, { plan: "growth" });
  const refused = async (token: string) => {
    const answer = await accept(newClient(server.app), ben(token, { username: `x-${anna.username}`.slice(0, 32) }));
    expect(answer.statusCode).toBe(410);
    expect(answer.json().code).toBe("link-invalid");
  };
  const used = await linkOf(server, (await invite(anna, `used-${anna.username}@example.com`)).id);
  expect((await accept(newClient(server.app), ben(used))).statusCode).toBe(201);
  await refused(used);

  const takenBack = await invite(anna, "back@example.com");
  const backToken = await linkOf(server, takenBack.id);
  expect((await anna.delete(`/api/invitations/${takenBack.id}`)).statusCode).toBe(204);
  await refused(backToken);

  const again = await invite(anna, "again@example.com");
  const replaced = await linkOf(server, again.id);
  expect((await anna.post(`/api/invitations/${again.id}/resend`)).statusCode).toBe(200);
  await refused(replaced);
  const invitedTwice = await linkOf(server, again.id);
  await invite(anna, "AGAIN@example.com");
  await refused(invitedTwice);

  const old = await invite(anna, "old@example.com");
  const oldToken = await linkOf(server, old.id);
  const { db } = server.services;
  await db.update(invitations).set({ expiresAt: sql`now()` }).where(eq(invitations.id, old.id));
  await refused(oldToken);
  expect((await open(anna)).map(({ email }: { email: string }) => email)).toEqual([
    "AGAIN@example.com",
    "old@example.com",
  ]);
});

test("an invitation is valid for a week, and the token in its email is not stored", async () => {
  const anna = await signIn(server);
  const { id, createdAt, expiresAt } = await invite(anna, "week@example.com");
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * 24 * 3600_000);

  const token = await linkOf(server, id);
  const [row] = await server.services.db.select().from(invitations).where(eq(invitations.id, id));
  expect(row?.tokenHash).not.toContain(token);
  expect(await findInvitation(server.services.db, token)).toMatchObject({ email: "week@example.com" });
});

test("the operator's new link works, and the earlier one no longer does", async () => {
  const anna = await signIn(server);
  const { id } = await invite(anna, "operator@example.com");
  const before = await linkOf(server, id);

  const [renewed] = await renewInvitationTokens(server.services.db, "Operator@example.com");

  expect(renewed?.practiceName).toBe("Okafor & Co");
  expect(await findInvitation(server.services.db, before)).toBeNull();
  expect(await findInvitation(server.services.db, renewed?.token ?? "")).toMatchObject({ id });
});

test("[S6.4] members and open invitations together never exceed the plan, even when invited at once", async () => {
  const anna = await signIn(server, { plan: "small-firm" });
  const emails = ["one", "two", "three"].map((name) => `${name}-${anna.username}@example.com`);

  const answers = await Promise.all(emails.map((email) => anna.post("/api/invitations", { email })));

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 402]);
  const refused = answers.find(({ statusCode }) => statusCode === 402)?.json();
  expect(refused.code).toBe("users-reached");
  expect(refused.message).toBe(
    "Small Firm is for 3 users, including invitations. Upgrade the plan, or remove a member or an invitation first.",
  );
  const [first] = await open(anna);
  await anna.delete(`/api/invitations/${first.id}`);
  expect((await anna.post("/api/invitations", { email: "four@example.com" })).statusCode).toBe(201);
});

test("an invitation can be sent again when all seats are taken, because it has its seat already", async () => {
  const anna = await signIn(server, { plan: "small-firm" });
  const first = await invite(anna, "first-of-two@example.com");
  await invite(anna, "second-of-two@example.com");

  expect((await anna.post(`/api/invitations/${first.id}/resend`)).statusCode).toBe(200);
  expect((await anna.post("/api/invitations", { email: "First-of-two@example.com" })).statusCode).toBe(201);
  expect(await open(anna)).toHaveLength(2);
});

test("invitations are limited to 40 an hour, because they send email to any address", async () => {
  const anna = await signIn(server, { plan: "growth" });
  const { id } = await invite(anna, "stranger@example.com");
  const again = () => anna.post(`/api/invitations/${id}/resend`);
  for (let number = 2; number <= 40; number++) expect((await again()).statusCode).toBe(200);

  expect((await again()).json().code).toBe("too-many-requests");
  await anna.delete(`/api/invitations/${id}`);
  const other = await signIn(server);
  for (const email of ["stranger@example.com", `${other.username}@example.com`]) {
    expect((await invite(anna, email)).code).toBe("too-many-requests");
  }
});

test("the smallest plan has a seat for the owner only, and without a plan nobody can be invited", async () => {
  const solo = await signIn(server, { plan: "solo" });
  const none = await signIn(server, { plan: null });
  expect((await solo.post("/api/invitations", { email: "a@example.com" })).json().message).toContain("one user");
  expect((await none.post("/api/invitations", { email: "a@example.com" })).json().code).toBe("subscription-needed");
});

test("an address that already has an account cannot be invited", async () => {
  const anna = await signIn(server);
  const stranger = await signIn(server);
  const own = await anna.post("/api/invitations", { email: `${anna.username.toUpperCase()}@example.com` });
  const other = await anna.post("/api/invitations", { email: `${stranger.username}@example.com` });
  expect(own.json().code).toBe("already-member");
  expect(other.json().code).toBe("email-taken");
});

test("a weak password or a taken username does not use the invitation up", async () => {
  const anna = await signIn(server);
  const token = await linkOf(server, (await invite(anna, "weak@example.com")).id);
  const visitor = newClient(server.app);
  expect((await accept(visitor, ben(token, { password: "weak@example.com" }))).json().code).toBe("weak-password");
  expect((await accept(visitor, ben(token, { username: anna.username.toUpperCase() }))).json().code).toBe(
    "username-taken",
  );
  expect((await accept(visitor, ben(token))).statusCode).toBe(201);
});

test("accepting an invitation in a browser with another user's session ends that session", async () => {
  const anna = await signIn(server);
  const other = await signIn(server);
  const before = other.cookies();
  const token = await linkOf(server, (await invite(anna, `joins-${other.username}@example.com`)).id);

  expect((await accept(other, ben(token))).statusCode).toBe(201);

  expect((await other.get("/api/user")).json().firstName).toBe("Ben");
  expect((await newClient(server.app).get("/api/user", { cookie: before })).statusCode).toBe(401);
});

test("a removed member is signed out at once, and the removal is recorded in the audit log", async () => {
  const anna = await signIn(server);
  const member = await join(server, anna, "carl");
  const ended = vi.fn();
  const stop = server.services.events.listen({
    practiceId: anna.practiceId,
    onEvent: () => {},
    onInterruption: () => {},
    onEnd: ended,
    sessionId: await sessionOf(member),
  });

  expect((await anna.delete(`/api/members/${member.userId}`)).statusCode).toBe(204);

  expect((await member.get("/api/user")).statusCode).toBe(401);
  expect((await member.post("/api/login", { username: member.username, password })).statusCode).toBe(401);
  await vi.waitFor(() => expect(ended).toHaveBeenCalled(), 30_000);
  stop();
  const actions = await server.services.db
    .select({ action: auditLog.action, subjectId: auditLog.subjectId, address: auditLog.address })
    .from(auditLog)
    .where(and(eq(auditLog.practiceId, anna.practiceId), eq(auditLog.action, "member.removed")));
  expect(actions).toEqual([{ action: "member.removed", subjectId: member.userId, address: "127.0.0.1" }]);
});

async function sessionOf(member: SignedIn): Promise<string> {
  const { rows } = await server.services.db.execute<{ id: string }>(
    sql`select id from sessions where user_id = ${member.userId}`,
  );
  return rows[0]?.id ?? "";
}

test("ownership can be transferred to a member, and the practice has exactly one owner before and after", async () => {
  const anna = await signIn(server);
  const dora = await join(server, anna, "dora");
  expect((await dora.put(`/api/members/${dora.userId}`, { role: "owner" })).statusCode).toBe(403);
  expect((await anna.put(`/api/members/${anna.userId}`, { role: "member" })).json().code).toBe("owner-stays");
  expect((await anna.delete(`/api/members/${anna.userId}`)).json().code).toBe("owner-stays");

  const answer = await anna.put(`/api/members/${dora.userId}`, { role: "owner" });

  expect(answer.json()).toMatchObject([
    { id: dora.userId, role: "owner" },
    { id: anna.userId, role: "member" },
  ]);
  expect((await anna.delete(`/api/members/${dora.userId}`)).statusCode).toBe(403);
  expect((await dora.delete(`/api/members/${anna.userId}`)).statusCode).toBe(204);
});

test.each([
  ["the plan", "suspendedAt"],
  ["the operator", "suspendedByOperatorAt"],
] as const)("a member suspended by %s cannot become the owner", async (_, column) => {
  const anna = await signIn(server);
  const dora = await join(server, anna, "dora");
  await server.services.db
    .update(users)
    .set({ [column]: new Date() })
    .where(eq(users.id, dora.userId));

  const answer = await anna.put(`/api/members/${dora.userId}`, { role: "owner" });

  expect([answer.statusCode, answer.json().code]).toEqual([409, "owner-stays"]);
  expect((await anna.get("/api/user")).json().role).toBe("owner");
});

test.each([
  ["GET", "/api/invitations"],
  ["POST", "/api/invitations"],
  ["PUT", "/api/members/00000000-0000-7000-8000-000000000000"],
  ["DELETE", "/api/members/00000000-0000-7000-8000-000000000000"],
  ["DELETE", "/api/invitations/00000000-0000-7000-8000-000000000000"],
] as const)("%s %s is refused for members other than the owner", async (method, path) => {
  const anna = await signIn(server);
  const member = await join(server, anna, "eve");
  const send = (who: Client) =>
    ({
      GET: () => who.get(path),
      POST: () => who.post(path, {}),
      PUT: () => who.put(path, {}),
      DELETE: () => who.delete(path),
    })[method]();
  expect((await send(member)).json().code).toBe("owner-only");
  expect((await send(newClient(server.app))).statusCode).toBe(401);
});

test("members and invitations of another practice return 404", async () => {
  const anna = await signIn(server);
  const stranger = await signIn(server);
  const { id } = await invite(anna, "mine@example.com");
  expect((await stranger.delete(`/api/invitations/${id}`)).statusCode).toBe(404);
  expect((await stranger.post(`/api/invitations/${id}/resend`)).statusCode).toBe(404);
  expect((await stranger.delete(`/api/members/${anna.userId}`)).statusCode).toBe(404);
  expect((await stranger.put(`/api/members/${anna.userId}`, { role: "owner" })).statusCode).toBe(404);
  expect((await stranger.get("/api/members")).json()).toHaveLength(1);
});
