import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newClient } from "../../../../testing/client.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { sessions, users } from "../table.ts";
import { forgetEndedSessions } from "./sessions.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Changes the database as if the user's last action was this many minutes ago. */
async function stayIdle(person: SignedIn, minutes: number): Promise<void> {
  const earlier = sql.raw(`interval '${minutes} minutes'`);
  await server.services.db
    .update(sessions)
    .set({ lastSeenAt: sql`${sessions.lastSeenAt} - ${earlier}`, expiresAt: sql`${sessions.expiresAt} - ${earlier}` })
    .where(eq(sessions.userId, person.userId));
}

async function minutesLeft(person: SignedIn): Promise<number | undefined> {
  const [row] = await server.services.db
    .select({ minutes: sql<number>`round(extract(epoch from ${sessions.expiresAt} - now()) / 60)::int` })
    .from(sessions)
    .where(eq(sessions.userId, person.userId));
  return row?.minutes;
}

test("[S9.6] a session expires after the time since the last action that its user has set", async () => {
  const maya = await signIn(server);
  expect(await minutesLeft(maya)).toBe(480);

  await stayIdle(maya, 479);
  expect((await maya.get("/api/user")).statusCode).toBe(200);
  expect(await minutesLeft(maya)).toBe(480);

  await stayIdle(maya, 481);
  expect((await maya.get("/api/user")).statusCode).toBe(401);
});

test("a changed timeout applies from the next action on", async () => {
  const maya = await signIn(server);
  await server.services.db.update(users).set({ sessionTimeoutMinutes: 30 }).where(eq(users.id, maya.userId));

  await stayIdle(maya, 2);
  await maya.get("/api/user");

  expect(await minutesLeft(maya)).toBe(30);
});

test("the expiry is extended at most once a minute", async () => {
  const maya = await signIn(server);
  await server.services.db
    .update(sessions)
    .set({ expiresAt: sql`now() + interval '100 minutes'` })
    .where(eq(sessions.userId, maya.userId));

  await maya.get("/api/user");
  expect(await minutesLeft(maya)).toBe(100);
});

test("background requests do not extend a session", async () => {
  const maya = await signIn(server);
  await stayIdle(maya, 400);

  const answer = await maya.get("/api/user", { "x-sheaf-background": "1" });

  expect(answer.statusCode).toBe(200);
  expect(await minutesLeft(maya)).toBe(80);
});

test("signing out closes the event streams of that session only", async () => {
  const { events, db } = server.services;
  await vi.waitFor(() => events.check(), 30_000);
  const office = await signIn(server);
  const home = newClient(server.app);
  await home.post("/api/login", { username: office.username, password: office.password });
  const [officeSession, homeSession] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, office.userId))
    .orderBy(sessions.id);
  const ended: string[] = [];
  const closed = Promise.withResolvers<void>();
  for (const [name, session] of Object.entries({ homeSession, officeSession })) {
    const end = () => {
      ended.push(name);
      closed.resolve();
    };
    events.listen({
      practiceId: office.practiceId,
      sessionId: session?.id ?? "",
      onEvent() {},
      onInterruption() {},
      onEnd: end,
    });
  }

  await office.post("/api/logout");
  await closed.promise;

  expect(ended).toEqual(["officeSession"]);
});

test("each browser has a session of its own", async () => {
  const office = await signIn(server);
  const home = newClient(server.app);
  await home.post("/api/login", { username: office.username, password: office.password });

  await office.post("/api/logout");

  expect((await home.get("/api/user")).statusCode).toBe(200);
});

test("expired sessions are deleted, others stay", async () => {
  const gone = await signIn(server);
  const here = await signIn(server);
  await stayIdle(gone, 481);

  await Promise.all([forgetEndedSessions(server.services.db), forgetEndedSessions(server.services.db)]);

  expect(await minutesLeft(gone)).toBeUndefined();
  expect((await here.get("/api/user")).statusCode).toBe(200);
});
