import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { rewriteLedger } from "../../../testing/billing/rewrite-ledger.ts";
import { newClient } from "../../../testing/client.ts";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { openPractice } from "../../../testing/jobs/practice.ts";
import { join } from "../../../testing/members.ts";
import { signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { payments } from "../../domain/billing/table.ts";
import { casing } from "../../platform/db/columns.ts";
import { closePractice } from "./close.ts";
import { forgetClosedPractices } from "./forget-closed.task.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: fakeEngine() });
});
afterAll(() => server.close());

const currentPassword = "correct horse battery staple";

/** Returns the tables that still have rows of the practice. */
async function tablesWith(practiceId: string): Promise<string[]> {
  const { db } = server.services;
  const { rows } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'practice_id'
    union select 'practices' order by name`);
  const found: string[] = [];
  for (const { name } of rows) {
    const column = sql.identifier(name === "practices" ? "id" : "practice_id");
    const count = await db.execute(sql`select 1 from ${sql.identifier(name)} where ${column} = ${practiceId}`);
    if (count.rows.length > 0) found.push(name);
  }
  return found;
}

test("[D32] when the owner deletes the practice, only its payments stay, and all members are signed out", async () => {
  const anna = await openPractice(server, "growth");
  const ben = await join(server, anna, "Ben");
  await anna.post("/api/invitations", { email: "eve@example.com" });
  const job = await anna.job([["Invoice.txt", "invoice"]], { sendEmail: "true" });
  await anna.ended(job.id);
  const ended = vi.fn();
  const { rows } = await server.services.db.execute<{ id: string }>(
    sql`select id from sessions where user_id = ${ben.userId}`,
  );
  const stop = server.services.events.listen({
    practiceId: anna.practiceId,
    sessionId: rows[0]?.id ?? "",
    onEvent: () => {},
    onInterruption: () => {},
    onEnd: ended,
  });
  expect((await anna.blobs()).length).toBeGreaterThan(1);

  const answer = await anna.post("/api/account/delete", { currentPassword, practiceName: " okafor & co " });

  expect(answer.statusCode).toBe(204);
  expect(await tablesWith(anna.practiceId)).toEqual(["payments", "periods", "practices"]);
  await vi.waitFor(async () => expect(await anna.blobs()).toEqual([]), { timeout: 20_000 });
  await vi.waitFor(() => expect(ended).toHaveBeenCalled(), 30_000);
  stop();
  expect(anna.cookies()).not.toContain("sheaf_session");
  expect((await ben.get("/api/user")).statusCode).toBe(401);
  const login = await newClient(server.app).post("/api/login", { username: anna.username, password: currentPassword });
  expect(login.statusCode).toBe(401);
});

test("deleting a practice explicitly deletes from every table with a cascading reference to practices", async () => {
  const anna = await signIn(server);
  const { db, pool, queue } = server.services;
  const statements: string[] = [];
  const logger = { logQuery: (query: string) => statements.push(query) };
  await drizzle(pool, { casing, logger }).transaction((tx) => closePractice(tx, queue, anna.practiceId));

  const { rows } = await db.execute<{ name: string }>(sql`
    select conrelid::regclass::text as name from pg_constraint
    where confrelid = 'practices'::regclass and contype = 'f' and confdeltype = 'c'`);
  expect(rows.length).toBeGreaterThan(10);
  const isForgotten = (name: string) => !statements.some((statement) => statement.startsWith(`delete from "${name}" `));
  expect(rows.map(({ name }) => name).filter(isForgotten)).toEqual([]);
});

test("a deleted practice that never paid leaves no rows, and its username and email address can be used again", async () => {
  const anna = await signIn(server, { plan: null });
  await anna.post("/api/account/delete", { currentPassword, practiceName: "Okafor & Co" });

  expect(await tablesWith(anna.practiceId)).toEqual([]);
  const again = await newClient(server.app).post("/api/register", {
    username: anna.username,
    email: `${anna.username}@example.com`,
    password: currentPassword,
    firstName: "Anna",
    lastName: "Okafor",
  });
  expect(again.statusCode).toBe(201);
});

test("when a member deletes their account, the practice and their uploads stay", async () => {
  const anna = await openPractice(server, "small-firm");
  const ben = await join(server, anna, "Ben");
  const uploaded = await ben.upload("/api/jobs", anna.form([["Invoice.txt", "invoice"]]));

  expect((await ben.post("/api/account/delete", { currentPassword })).statusCode).toBe(204);

  expect((await ben.get("/api/user")).statusCode).toBe(401);
  expect((await anna.get("/api/members")).json()).toHaveLength(1);
  expect((await anna.get(`/api/jobs/${uploaded.json().id}`)).json().uploadedBy).toBe("Ben Miller");
  expect((await anna.get("/api/audit-log")).json()[0]).toMatchObject({
    who: "A former member",
    what: "Left the practice",
  });
});

test.each([
  ["the wrong password", { currentPassword: "something else", practiceName: "Okafor & Co" }, 403, "wrong-password"],
  ["no name", { currentPassword }, 400, "name-not-confirmed"],
  ["another name", { currentPassword, practiceName: "Okafor" }, 400, "name-not-confirmed"],
])("with %s nothing is deleted", async (_, body, status, code) => {
  const anna = await signIn(server);
  const answer = await anna.post("/api/account/delete", body);
  expect(answer.statusCode).toBe(status);
  expect(answer.json().code).toBe(code);
  expect((await anna.get("/api/user")).statusCode).toBe(200);
});

test("[S9.8] payments of a deleted practice are deleted after seven years, and those of an open one are kept", async () => {
  const closed = await signIn(server);
  const recent = await signIn(server);
  const open = await signIn(server);
  const { db } = server.services;
  for (const { practiceId } of [closed, open]) {
    const recordedAt = sql`now() - interval '7 years 1 day'`;
    await rewriteLedger(db, (tx) => tx.update(payments).set({ recordedAt }).where(eq(payments.practiceId, practiceId)));
  }
  for (const owner of [closed, recent]) {
    await owner.post("/api/account/delete", { currentPassword, practiceName: "Okafor & Co" });
  }

  await forgetClosedPractices.run({}, { db }, { signal: new AbortController().signal });

  expect(await tablesWith(closed.practiceId)).toEqual([]);
  expect(await tablesWith(recent.practiceId)).toEqual(["payments", "periods", "practices"]);
  expect(await tablesWith(open.practiceId)).toContain("users");
});
