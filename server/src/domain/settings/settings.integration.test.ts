import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newClient } from "../../../testing/client.ts";
import { join } from "../../../testing/members.ts";
import { signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { sessions } from "../accounts/table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("[S3.9] a new practice has the settings that the specification requires", async () => {
  const anna = await signIn(server);

  expect((await anna.get("/api/settings")).json()).toEqual({
    defaultEmailSubject: "Documents for {customer}",
    autoSendEmail: false,
    preferSeparateEmails: false,
    preferSeparatePdfs: false,
    defaultFileOrder: "as-added",
    undoSeconds: 20,
    theme: "system",
    fileRetentionDays: 30,
    readPages: true,
    waitForReading: false,
    namePdfsByFacts: false,
    readingLanguage: null,
    searchableDestinations: [],
    sessionTimeoutMinutes: 480,
  });
});

test("[S7.10] a change keeps the settings that it does not mention, and is returned by the next read", async () => {
  const anna = await signIn(server);

  const answer = await anna.put("/api/settings", { autoSendEmail: true, defaultEmailSubject: " {files} of {date} " });

  expect(answer.json()).toMatchObject({ autoSendEmail: true, defaultEmailSubject: "{files} of {date}" });
  expect((await anna.get("/api/settings")).json()).toEqual(answer.json());
  expect(answer.json()).toMatchObject({ preferSeparateEmails: false, fileRetentionDays: 30 });
});

test.each([
  [{ fileRetentionDays: 0 }, "Retention must be a whole number from 1 to 365."],
  [{ fileRetentionDays: 366 }, "Retention must be a whole number from 1 to 365."],
  [{ sessionTimeoutMinutes: 29 }, "The sign-in timeout must be a whole number from 30 to 1440."],
  [{ sessionTimeoutMinutes: 1441 }, "The sign-in timeout must be a whole number from 30 to 1440."],
  [{ defaultEmailSubject: " " }, "The default subject must not be empty."],
  [
    { defaultEmailSubject: "For {client}" },
    "{client} is not known in a subject. Use {customer}, {date} or {files}, or leave out the braces.",
  ],
])("[S5.11] %o is refused with a message that says what to do", async (wrong, sentence) => {
  const anna = await signIn(server);

  const answer = await anna.put("/api/settings", wrong);

  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toContain(sentence);
});

test.each([1, 365])("a retention period of %i days is accepted", async (fileRetentionDays) => {
  const anna = await signIn(server);
  expect((await anna.put("/api/settings", { fileRetentionDays })).json()).toMatchObject({ fileRetentionDays });
});

test("a member changes the practice's email defaults and their own theme, but not the retention", async () => {
  const anna = await signIn(server);
  const ben = await join(server, anna, "ben");

  expect((await ben.put("/api/settings", { fileRetentionDays: 60 })).json()).toMatchObject({ code: "owner-only" });
  const stored = await ben.put("/api/settings", { fileRetentionDays: 30, theme: "dark", autoSendEmail: true });

  expect(stored.statusCode).toBe(200);
  expect((await ben.get("/api/user")).json().theme).toBe("dark");
  expect((await anna.get("/api/settings")).json()).toMatchObject({ theme: "system", autoSendEmail: true });
});

test("a new timeout applies to the current session, and ends another one that has been idle for longer", async () => {
  const anna = await signIn(server);
  const elsewhere = newClient(server.app);
  await elsewhere.post("/api/login", { username: anna.username, password: anna.password });
  const { db } = server.services;
  const idleSince = sql`now() - interval '40 minutes'`;
  await db.update(sessions).set({ lastSeenAt: idleSince }).where(eq(sessions.userId, anna.userId));

  await anna.put("/api/settings", { sessionTimeoutMinutes: 30 });

  expect((await elsewhere.get("/api/user")).statusCode).toBe(401);
  const rows = await db
    .select({ minutes: sql<number>`round(extract(epoch from ${sessions.expiresAt} - now()) / 60)::int` })
    .from(sessions)
    .where(eq(sessions.userId, anna.userId));
  expect(rows.map(({ minutes }) => minutes).sort((a, b) => a - b)).toEqual([-10, 30]);
});

test("a longer timeout does not revive an expired session", async () => {
  const anna = await signIn(server);
  const { db } = server.services;
  const [first] = await db.select().from(sessions).where(eq(sessions.userId, anna.userId));
  const back = newClient(server.app);
  await back.post("/api/login", { username: anna.username, password: anna.password });
  const expired = { lastSeenAt: sql`now() - interval '9 hours'`, expiresAt: sql`now() - interval '1 hour'` };
  await db
    .update(sessions)
    .set(expired)
    .where(eq(sessions.id, first?.id ?? ""));

  await back.put("/api/settings", { sessionTimeoutMinutes: 1440 });

  expect((await anna.get("/api/user")).statusCode).toBe(401);
  expect((await back.get("/api/user")).statusCode).toBe(200);
});

test("settings without a session return 401", async () => {
  expect((await newClient(server.app).get("/api/settings")).statusCode).toBe(401);
  expect((await newClient(server.app).put("/api/settings", { theme: "dark" })).statusCode).toBe(401);
});
