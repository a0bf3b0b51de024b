import { paymentReference } from "@sheaf/contracts/payment-reference.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { administrator, type SignedInAdmin } from "../../../../testing/admin/administrator.ts";
import { newClient } from "../../../../testing/client.ts";
import { insertJob } from "../../../../testing/jobs/job-rows.ts";
import { openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { join } from "../../../../testing/members.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { users } from "../../../domain/accounts/table.ts";
import { practices } from "../../../domain/practices/table.ts";

let server: TestServer;
let pat: SignedInAdmin;
beforeAll(async () => {
  server = await startTestServer();
  pat = await administrator(server);
});
afterAll(() => server.close());

/** Signs up a user and changes the name from the default of test users. */
async function signInAs(
  name: { firstName: string; lastName: string; username: string; email?: string },
  plan: string | null = null,
): Promise<SignedIn> {
  const person = await signIn(server, { plan });
  await server.services.db.update(users).set(name).where(eq(users.id, person.userId));
  return { ...person, username: name.username };
}

const find = async (typed: string): Promise<string[]> => {
  const answer = await pat.get(`/api/admin/users/search?q=${encodeURIComponent(typed)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().map(({ username }: { username: string }) => username);
};

describe("search", () => {
  beforeAll(async () => {
    await signInAs({ firstName: "Siobhán", lastName: "Mc Gowan", username: "smg", email: "sio@gowan.example" });
    await signInAs({ firstName: "Gowan", lastName: "Reid", username: "gowan", email: "reid@example.org" });
    await signInAs({ firstName: "Ann", lastName: "O'Neil", username: "oneil", email: "o'neil+x@tax&co.example" });
    await signInAs({ firstName: "Per", lastName: "Cent", username: "fifty", email: "50%@example.org" });
    await signInAs({ firstName: "Under", lastName: "Score", username: "a_b.c" });
    await signInAs({ firstName: "Axb", lastName: "Other", username: "axb.c" });
  });

  test.each([
    ["an exact match comes before names that begin with the text", "gowan", ["gowan", "smg"]],
    ["case is ignored, also with an accent", "SIOBHÁN", ["smg"]],
    ["words match in any order", "reid gowan", ["gowan"]],
    ["the middle of an email address matches", "an.exam", ["smg"]],
    ["an apostrophe and a plus match literally", "o'neil+x", ["oneil"]],
    ["an ampersand matches literally", "x&co", ["oneil"]],
    ["a percent sign matches literally", "50%", ["fifty"]],
    ["an underscore matches literally", "a_b", ["a_b.c"]],
    ["a similar name is found when there is no exact match", "siobhan mc gowen", ["smg"]],
    ["two letters are enough", "sm", ["smg"]],
    ["[S5.14] one letter finds no user", "s", []],
    ["spaces find no user", "   ", []],
    ["a text without similar names finds no user", "zzzzzzzz", []],
    ["a backslash, a quote and a NUL character find no user and cause no error", "\\'\u0000\"", []],
  ])("%s", async (_, typed, expected) => {
    expect(await find(typed)).toEqual(expected);
  });

  test("the reference of a bank transfer finds the users of its practice", async () => {
    const payer = await signInAs({ firstName: "Pay", lastName: "Ee", username: "payer.ee" });
    expect(await find(` ${paymentReference(payer.practiceId).toLowerCase()} `)).toEqual(["payer.ee"]);
    expect(await find("SHEAF-00000000")).toEqual([]);
  });

  test("[S3.15] a result shows the running plan and the practice's counts, and omits plan and last job when there are none", async () => {
    const owner = await openPractice(server, "small-firm");
    await join(server, owner, "Ben");
    const at = new Date("2026-11-20T10:00:00.000Z");
    await insertJob(server, owner, { files: [{}, {}], createdAt: new Date("2026-11-01") });
    await insertJob(server, owner, { files: [{}], createdAt: at });
    const rows = (await pat.get(`/api/admin/users/search?q=${owner.username}`)).json();

    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toMatchObject({
        subscription: { plan: { name: "Small Firm" } },
        customerCount: 1,
        documentCount: 3,
        lastJobDate: at.toISOString(),
      });
    }
    await owner.expire();
    const [expired] = (await pat.get(`/api/admin/users/search?q=${owner.username}`)).json();
    expect(expired).not.toHaveProperty("subscription");
    const [fresh] = (await pat.get("/api/admin/users/search?q=fifty")).json();
    expect(Object.keys(fresh).sort()).toEqual(
      ["createdAt", "customerCount", "documentCount", "email", "firstName", "id", "lastName", "username"].sort(),
    );
  });

  test("search in a large table uses the index, and returns at most 50 users", async () => {
    const { db } = server.services;
    await db.execute(sql`
      insert into users (practice_id, id, role, username, email, first_name, last_name, password_hash, terms_accepted_at)
      select practice_id, gen_random_uuid(), 'member', 'crowd-' || n, 'crowd-' || n || '@example.com', 'Crowd', 'Member', 'x', now()
      from generate_series(1, 5000) n, (select practice_id from users limit 1) one`);
    await db.execute(sql`analyze users`);

    expect(await find("crowd")).toHaveLength(50);
    expect(await find("crowd-4999")).toContain("crowd-4999");
    for (const condition of ["name_search like '%crowd-4999%'", "'crowd-4999' <% name_search"]) {
      const plan = await db.transaction(async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`);
        return tx.execute(sql`explain select 1 from users where ${sql.raw(condition)}`);
      });
      expect(JSON.stringify(plan.rows)).toContain("users_search");
    }
  });
});

describe("a user's page", () => {
  let owner: Practice;
  let ben: SignedIn;
  beforeAll(async () => {
    owner = await openPractice(server, "small-firm");
    ben = await join(server, owner, "Ben");
    await insertJob(server, owner, {
      status: "failed",
      customerName: "Secret Bakery",
      customerEmail: "secret@bakery.example",
      files: [
        { name: "secret.pdf", state: "refused", message: "secret.pdf is password-protected" },
        { state: "failed" },
      ],
      emails: [{ state: "failed", replaced: true }, { state: "delivered" }],
    });
    await newClient(server.app).post("/api/login", { username: ben.username, password: "wrong password" });
  });
  const page = async (id: string) => pat.get(`/api/admin/users/${id}`);

  test("shows the user, the practice, its payments and the results of its jobs", async () => {
    expect((await page(ben.userId)).json()).toMatchObject({
      user: { id: ben.userId, role: "member", emailVerified: true, twoFactor: false, suspended: null },
      practice: { id: owner.practiceId, name: "Okafor & Co", customerCount: 1, documentCount: 2, suspended: false },
      members: [{ username: owner.username, role: "owner" }, { username: ben.username }],
      subscription: { planName: "Small Firm", status: "active" },
      billing: { cancelled: false, creditPence: 0, periods: [{ plan: { slug: "small-firm" } }] },
      ledger: [{ kind: "payment", amountPence: 2400, method: "manual" }],
      refunds: [],
      jobs: [{ status: "failed", files: 2, bytes: 2000, emails: 1, refusals: ["failed", "refused"] }],
      signIns: [
        { ok: false, address: "127.0.0.1", device: "An unknown browser" },
        { ok: true, address: "127.0.0.1" },
      ],
      sessions: 1,
    });
  });

  test("[S6.7] shows no file, no customer, and no user of another practice", async () => {
    await signIn(server);
    const { body } = await page(owner.userId);

    expect(body).not.toMatch(/secret|bakery|invoice|inbox@books/i);
    expect(JSON.parse(body).members).toHaveLength(2);
  });

  test("has no subscription for a user who never paid, and does not exist for an unknown id", async () => {
    const visitor = await signIn(server, { plan: null });
    expect((await page(visitor.userId)).json()).toMatchObject({ subscription: null, ledger: [], jobs: [] });

    const gone = await page(owner.customerId);
    expect([gone.statusCode, gone.json().code]).toEqual([404, "user-not-found"]);
  });
});

describe("the list of practices", () => {
  const list = async (query = "") => {
    const answer = await pat.get(`/api/admin/practices${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return { rows: answer.json(), total: Number(answer.headers["x-total-count"]) };
  };

  test("shows each with its owner, plan and counts, newest first, in pages, and filters by name", async () => {
    const older = await signIn(server, { plan: null });
    const anna = await openPractice(server, "small-firm");
    await join(server, anna, "Ben");
    const job = await anna.job([["Invoice.txt", "invoice"]]);
    await server.services.db
      .update(practices)
      .set({ name: "Percent 50% Ltd" })
      .where(eq(practices.id, anna.practiceId));

    const { rows, total } = await list("?limit=1");
    expect(rows).toEqual([
      {
        id: anna.practiceId,
        name: "Percent 50% Ltd",
        createdAt: expect.any(String),
        owner: { id: anna.userId, name: "Anna Okafor", email: `${anna.username}@example.com` },
        subscription: {
          planName: "Small Firm",
          status: "active",
          currentPeriodEnd: expect.any(String),
          unlimited: false,
        },
        memberCount: 2,
        customerCount: 1,
        documentCount: 1,
        lastJobDate: job.createdAt,
        suspended: false,
      },
    ]);
    const next = await list(`?limit=1&cursor=${rows[0].id}`);
    expect(next.rows).toMatchObject([{ id: older.practiceId, subscription: null, lastJobDate: null }]);
    expect(next.total).toBe(total);
    expect(total).toBeGreaterThan(1);

    expect(await list("?q=50%25")).toMatchObject({ rows: [{ id: anna.practiceId }], total: 1 });
    expect(await list("?q=%00nobody")).toEqual({ rows: [], total: 0 });
  });

  test("omits a deleted practice whose row is kept for its payments", async () => {
    const anna = await signIn(server);
    const { total } = await list();
    await anna.post("/api/account/delete", { currentPassword: anna.password, practiceName: "Okafor & Co" });
    expect((await list()).total).toBe(total - 1);
  });
});
