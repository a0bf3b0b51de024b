import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newClient } from "../../../../testing/client.ts";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { linkIn, type MailServer, startMailServer } from "../../../../testing/mail/mail-server.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { accountLinks, loginFailures, sessions, users } from "../table.ts";
import { hashPassword } from "./password-hash.ts";

let inbox: MailServer;
let server: TestServer;
beforeAll(async () => {
  inbox = await startMailServer();
  server = await startTestServer({
    worker: fakeEngine(),
    env: { SMTP_URL: inbox.url, PUBLIC_URL: "https://sheaf.example" },
  });
});
afterAll(async () => {
  await server.close();
  await inbox.close();
});
beforeEach(async () => {
  await server.services.db.delete(loginFailures);
});

const visitor = () => newClient(server.app);
const emailOf = (person: SignedIn) => `${person.username}@example.com`;
const forgot = (username: string) => visitor().post("/api/password/forgot", { username });
const reset = (token: string, password: string) => visitor().post("/api/password/reset", { token, password });
const signInWith = (person: SignedIn, password: string) =>
  visitor().post("/api/login", { username: person.username, password });

/** Waits for the next email with that subject and returns the token of its link. */
async function tokenFor(address: string, subject: string): Promise<string> {
  return linkIn(await inbox.to(address, subject)).searchParams.get("token") ?? "";
}
const resetToken = async (person: SignedIn) => {
  await forgot(emailOf(person));
  return tokenFor(emailOf(person), "Choose a new password");
};

describe("a forgotten password", () => {
  test("is replaced with the link from the email, which works once", async () => {
    const maya = await signIn(server);

    expect((await forgot(emailOf(maya).toUpperCase())).statusCode).toBe(204);
    const mail = await inbox.to(emailOf(maya), "Choose a new password");
    const link = linkIn(mail);
    expect(link.origin + link.pathname).toBe("https://sheaf.example/auth/reset");
    const token = link.searchParams.get("token") ?? "";
    const check = await visitor().post("/api/links/check", { token });
    expect(check.json()).toEqual({ kind: "reset", email: emailOf(maya), practiceName: "Okafor & Co" });

    expect((await reset(token, "quiet amber ladder")).statusCode).toBe(204);

    expect((await signInWith(maya, maya.password)).statusCode).toBe(401);
    expect((await signInWith(maya, "quiet amber ladder")).statusCode).toBe(200);
    const again = await reset(token, "another amber ladder");
    expect([again.statusCode, again.json().code]).toEqual([410, "link-invalid"]);
    expect((await visitor().post("/api/links/check", { token })).statusCode).toBe(410);
    await inbox.to(emailOf(maya), "Your password was changed");
  });

  test("can also be reset by username, and the link goes to the account's email address", async () => {
    const maya = await signIn(server);
    expect((await forgot(maya.username)).statusCode).toBe(204);
    const token = await tokenFor(emailOf(maya), "Choose a new password");
    expect((await reset(token, "quiet amber ladder")).statusCode).toBe(204);
  });

  test("ends every session and closes its event streams", async () => {
    const maya = await signIn(server);
    const { db, events } = server.services;
    await vi.waitFor(() => events.check(), 30_000);
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, maya.userId));
    const closed = new Promise<void>((end) => {
      events.listen({
        practiceId: maya.practiceId,
        sessionId: session?.id ?? "",
        onEvent() {},
        onInterruption() {},
        onEnd: end,
      });
    });

    await reset(await resetToken(maya), "quiet amber ladder");

    expect((await maya.get("/api/user")).statusCode).toBe(401);
    await closed;
  });

  test("can be reset after too many failed sign-ins, and the new password then works", async () => {
    const maya = await signIn(server);
    for (let tries = 0; tries < 5; tries++) await signInWith(maya, "a wrong password");
    expect((await signInWith(maya, maya.password)).statusCode).toBe(429);

    await reset(await resetToken(maya), "quiet amber ladder");

    expect((await signInWith(maya, "quiet amber ladder")).statusCode).toBe(200);
  });

  test("cannot be replaced by one that is easy to guess, and the refusal does not use up the link", async () => {
    const maya = await signIn(server);
    const token = await resetToken(maya);

    const weak = await reset(token, "Password123!");

    expect([weak.statusCode, weak.json().code]).toEqual([400, "weak-password"]);
    expect((await reset(token, "quiet amber ladder")).statusCode).toBe(204);
  });

  test("is set by only one of two requests that use the link at once", async () => {
    const maya = await signIn(server);
    const token = await resetToken(maya);

    const answers = await Promise.all(["quiet amber ladder", "loud amber ladder"].map((word) => reset(token, word)));

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 410]);
  });

  test("a newer link replaces the earlier one, and a link expires after an hour", async () => {
    const maya = await signIn(server);
    const { db } = server.services;
    const earlier = (minutes: number) => ({
      createdAt: sql`${accountLinks.createdAt} - make_interval(mins => ${minutes})`,
      expiresAt: sql`${accountLinks.expiresAt} - make_interval(mins => ${minutes})`,
    });
    const first = await resetToken(maya);
    await db.update(accountLinks).set(earlier(2)).where(eq(accountLinks.userId, maya.userId));
    const second = await resetToken(maya);

    expect((await reset(first, "quiet amber ladder")).statusCode).toBe(410);
    await db.update(accountLinks).set(earlier(61)).where(eq(accountLinks.userId, maya.userId));
    expect((await reset(second, "quiet amber ladder")).statusCode).toBe(410);
  });

  test("resetting it cancels a pending change of the email address", async () => {
    const maya = await signIn(server);
    const thief = `thief-${maya.username}@example.com`;
    await maya.put("/api/email", { currentPassword: maya.password, email: thief });
    const token = await tokenFor(thief, "Confirm your email address");

    await reset(await resetToken(maya), "quiet amber ladder");

    expect((await visitor().post("/api/email/verify", { token })).statusCode).toBe(410);
    const back = await signInWith(maya, "quiet amber ladder");
    expect(back.json()).toMatchObject({ email: emailOf(maya), pendingEmail: null });
  });

  const old = (maya: SignedIn) => ({ currentPassword: maya.password });
  test.each<[string, (maya: SignedIn) => Promise<{ statusCode: number }>]>([
    ["a new password", (maya) => maya.put("/api/password", { ...old(maya), password: "thief amber ladder" })],
    ["a new address", (maya) => maya.put("/api/email", { ...old(maya), email: `thief-${emailOf(maya)}` })],
    ["turning two-factor sign-in off", (maya) => maya.post("/api/two-factor/disable", old(maya))],
    ["deleting the account", (maya) => maya.post("/api/account/delete", { ...old(maya), practiceName: "Okafor & Co" })],
  ])("after a reset, a request with the old one that was already under way is refused: %s", async (_, change) => {
    const maya = await signIn(server);
    const { db, config } = server.services;
    let answer: Promise<{ statusCode: number }> | undefined;
    await db.transaction(async (tx) => {
      const passwordHash = await hashPassword("quiet amber ladder", config);
      await tx.update(users).set({ passwordHash }).where(eq(users.id, maya.userId));
      answer = change(maya);
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitFor(async () => expect((await db.execute(waiting)).rowCount).toBeGreaterThan(0), 20_000);
    });

    expect((await answer)?.statusCode).toBe(403);
    const back = await signInWith(maya, "quiet amber ladder");
    expect(back.json()).toMatchObject({ email: emailOf(maya), pendingEmail: null });
  });

  test("for an unknown address the response is the same, and no email is sent", async () => {
    const before = inbox.received.length;

    const unknown = await forgot("nobody@example.com");

    expect([unknown.statusCode, unknown.body]).toEqual([204, ""]);
    const maya = await signIn(server);
    await resetToken(maya);
    const recipients = inbox.received.slice(before).map((mail) => mail.to?.[0]?.address);
    expect(recipients).not.toContain("nobody@example.com");
  });

  test("can be reset five times in 15 minutes, whether or not the account exists", async () => {
    const maya = await signIn(server);
    for (const email of [emailOf(maya), "nobody-else@example.com"]) {
      for (let tries = 0; tries < 5; tries++) expect((await forgot(email)).statusCode).toBe(204);
      const sixth = await forgot(email);
      expect([sixth.statusCode, sixth.json().code]).toEqual([429, "too-many-attempts"]);
      expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(800);
    }
  });
});

test("an address that reached the limit for password resets can still sign in", async () => {
  const maya = await signIn(server);
  const asked = await Promise.all(Array.from({ length: 30 }, (_, number) => forgot(`n${number}@example.com`)));
  expect(new Set(asked.map(({ statusCode }) => statusCode))).toEqual(new Set([204]));

  expect((await forgot("one-more@example.com")).statusCode).toBe(429);
  expect((await signInWith(maya, maya.password)).statusCode).toBe(200);
});

describe("an email address", () => {
  test("is confirmed with the link sent at registration", async () => {
    const maya = await signIn(server, { confirmed: false });
    expect((await maya.get("/api/user")).json().emailVerified).toBe(false);

    const token = await tokenFor(emailOf(maya), "Confirm your email address");
    expect((await visitor().post("/api/links/check", { token })).json().kind).toBe("verify");
    expect((await visitor().post("/api/email/verify", { token })).statusCode).toBe(204);

    expect((await maya.get("/api/user")).json().emailVerified).toBe(true);
    expect((await visitor().post("/api/email/verify", { token })).statusCode).toBe(410);
  });

  test("gets another link on request, but not within a minute of the first", async () => {
    const maya = await signIn(server, { confirmed: false });
    const first = await tokenFor(emailOf(maya), "Confirm your email address");

    const atOnce = await maya.post("/api/email/verification");
    expect([atOnce.statusCode, atOnce.json().code]).toEqual([429, "too-many-requests"]);
    await server.services.db
      .update(accountLinks)
      .set({ createdAt: sql`${accountLinks.createdAt} - interval '2 minutes'` })
      .where(eq(accountLinks.userId, maya.userId));
    expect((await maya.post("/api/email/verification")).statusCode).toBe(204);

    const second = await tokenFor(emailOf(maya), "Confirm your email address");
    expect((await visitor().post("/api/email/verify", { token: first })).statusCode).toBe(410);
    expect((await visitor().post("/api/email/verify", { token: second })).statusCode).toBe(204);
  });

  test("changes once the new one is confirmed; until then the old one still signs in and gets a notice", async () => {
    const maya = await signIn(server);
    const fresh = `new-${maya.username}@example.com`;

    const asked = await maya.put("/api/email", { currentPassword: maya.password, email: fresh });

    expect(asked.json()).toMatchObject({ email: emailOf(maya), pendingEmail: fresh });
    expect((await inbox.to(emailOf(maya), "Your email address is about to change")).text).toContain(fresh);
    const signInAs = (username: string) => visitor().post("/api/login", { username, password: maya.password });
    expect((await signInAs(fresh)).statusCode).toBe(401);
    expect((await signInAs(emailOf(maya))).statusCode).toBe(200);

    const token = await tokenFor(fresh, "Confirm your email address");
    await visitor().post("/api/email/verify", { token });

    expect((await maya.get("/api/user")).json()).toMatchObject({
      email: fresh,
      pendingEmail: null,
      emailVerified: true,
    });
    expect((await signInAs(fresh)).statusCode).toBe(200);
  });

  test("after the change, a link to choose a new password sent to the old address no longer works", async () => {
    const maya = await signIn(server);
    const fresh = `moved-${maya.username}@example.com`;
    await maya.put("/api/email", { currentPassword: maya.password, email: fresh });
    const old = await resetToken(maya);

    await visitor().post("/api/email/verify", { token: await tokenFor(fresh, "Confirm your email address") });

    expect((await reset(old, "quiet amber ladder")).statusCode).toBe(410);
  });

  test("changing the password cancels a pending change of address and links to choose a new password", async () => {
    const maya = await signIn(server);
    const fresh = `later-${maya.username}@example.com`;
    await maya.put("/api/email", { currentPassword: maya.password, email: fresh });
    const [verify, old] = [await tokenFor(fresh, "Confirm your email address"), await resetToken(maya)];

    await maya.put("/api/password", { currentPassword: maya.password, password: "quiet amber ladder" });

    expect((await maya.get("/api/user")).json().pendingEmail).toBeNull();
    expect((await visitor().post("/api/email/verify", { token: verify })).statusCode).toBe(410);
    expect((await reset(old, "loud amber ladder")).statusCode).toBe(410);
  });

  test("entering the current address again cancels a pending change, and its link no longer works", async () => {
    const maya = await signIn(server);
    const fresh = `back-${maya.username}@example.com`;
    const change = (email: string) => maya.put("/api/email", { currentPassword: maya.password, email });
    await change(fresh);
    const token = await tokenFor(fresh, "Confirm your email address");

    expect((await change(emailOf(maya))).json().pendingEmail).toBeNull();

    expect((await visitor().post("/api/email/verify", { token })).statusCode).toBe(410);
    expect((await maya.get("/api/user")).json().email).toBe(emailOf(maya));
  });

  test("that belongs to another account is refused, even if it was taken after the change was requested", async () => {
    const [maya, stranger] = [await signIn(server), await signIn(server)];
    const change = (email: string) => maya.put("/api/email", { currentPassword: maya.password, email });

    const taken = await change(emailOf(stranger).toUpperCase());
    expect([taken.statusCode, taken.json().code]).toEqual([409, "email-taken"]);

    const fresh = `race-${maya.username}@example.com`;
    await change(fresh);
    const token = await tokenFor(fresh, "Confirm your email address");
    await server.services.db.update(users).set({ email: fresh }).where(eq(users.id, stranger.userId));
    const late = await visitor().post("/api/email/verify", { token });
    expect([late.statusCode, late.json().code]).toEqual([409, "email-taken"]);
  });

  test("can be changed ten times an hour, because every change sends an email to the entered address", async () => {
    const maya = await signIn(server);
    const change = (number: number) =>
      maya.put("/api/email", { currentPassword: maya.password, email: `n${number}-${maya.username}@example.com` });
    for (let number = 1; number <= 10; number++) expect((await change(number)).statusCode).toBe(200);

    const eleventh = await change(11);

    expect([eleventh.statusCode, eleventh.json().code]).toEqual([429, "too-many-requests"]);
    const stranger = await signIn(server);
    const taken = await maya.put("/api/email", { currentPassword: maya.password, email: emailOf(stranger) });
    expect(taken.json().code).toBe("too-many-requests");
    expect((await maya.get("/api/user")).json().pendingEmail).toBe(`n10-${maya.username}@example.com`);
  });

  test("cannot be changed without the current password", async () => {
    const maya = await signIn(server);
    const answer = await maya.put("/api/email", { currentPassword: "a wrong password", email: "x@example.com" });
    expect([answer.statusCode, answer.json().code]).toEqual([403, "wrong-password"]);
  });
});

test("if the installation sends no email, no link is made, and a resend refers the user to the operator", async () => {
  const silent = await startTestServer();
  try {
    const maya = await signIn(silent, { confirmed: false });
    const answer = await newClient(silent.app).post("/api/password/forgot", { username: emailOf(maya) });

    expect(answer.statusCode).toBe(204);
    expect(await silent.services.db.$count(accountLinks)).toBe(0);
    expect((await maya.post("/api/email/verification")).json()).toEqual({
      code: "email-not-sent",
      message: "This installation sends no email. Ask its operator for a link.",
    });
  } finally {
    await silent.close();
  }
});
