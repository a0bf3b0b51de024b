import { expect, test, vi } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import { listPractices } from "./practices.ts";
import { searchUsers } from "./search.ts";

vi.mock("../../../domain/jobs/index.ts", async () => {
  const { sql } = await import("drizzle-orm");
  return { isUpload: () => sql`true`, isDocument: sql`true` };
});

const day = new Date("2026-11-01T00:00:00Z");
const user = (more: object = {}) => ({ id: "anna", createdAt: day, planName: null, lastJobDate: null, ...more });

/** Searches among users, of whom only the similar ones are found by similarity. */
async function search(typed: string, exact: object[], similar: object[] = []) {
  let looks = 0;
  const { db, statements } = fakeDb(({ kind, table }) => {
    if (kind !== "select" || table !== "") return [];
    looks += 1;
    return looks === 1 ? exact : similar;
  });
  const found = await searchUsers(db, typed);
  return { found, looks, threshold: statements.find(({ kind }) => kind === "execute")?.sql?.params };
}

test("a found user has the plan that runs and the day of the last job, if there are any", async () => {
  const { found, looks } = await search("anna", [user(), user({ planName: "Solo", lastJobDate: day })]);
  expect(found).toEqual([
    { id: "anna", createdAt: day.toISOString() },
    {
      id: "anna",
      createdAt: day.toISOString(),
      subscription: { plan: { name: "Solo" } },
      lastJobDate: day.toISOString(),
    },
  ]);
  expect(looks).toBe(1);
});

test.each([
  ["", 0],
  ["a", 0],
  [" \u0000a\t", 0],
  ["ab", 1],
  ["abc", 2],
])("for %j the users are looked for %i times", async (typed, times) => {
  expect((await search(typed, [])).looks).toBe(times);
});

test("users with similar names are found when nobody has the name", async () => {
  const { found, threshold } = await search("anan", [], [user()]);
  expect([found.length, threshold]).toEqual([1, ["0.5"]]);
});

test.each(["SHEAF-7F3A91C2", "sheaf 7f3a91c2", "sheaf7f3a91c2"])(
  "the payment reference %s finds the users of its practice, and nobody similar",
  async (reference) => {
    expect((await search(reference, [], [user()])).looks).toBe(1);
  },
);

const practice = (more: object = {}) => ({
  id: "p",
  name: "Oak",
  createdAt: day,
  suspendedAt: null,
  ownerId: "anna",
  ownerName: "Anna Okafor",
  ownerEmail: "anna@example.com",
  planName: "Solo",
  planEndsAt: day,
  planRuns: true,
  planIsOwn: false,
  lastJobDate: null,
  memberCount: 2,
  customerCount: 3,
  documentCount: 4,
  ...more,
});

/** Lists practices from a database with these rows. */
async function list(rows: object[], { total = 7, ...query }: { total?: number; q?: string; cursor?: string } = {}) {
  const { db, statements } = fakeDb(({ kind, table, limit }) => {
    if (kind !== "select" || table !== "practices") return [];
    return limit === undefined ? [{ total }] : rows;
  });
  const given = { q: "", limit: 20, cursor: undefined, ...query };
  const found = await listPractices(db, given as never);
  return { ...found, params: statements.find(({ limit }) => limit === 20)?.where?.params ?? [] };
}

test("a listed practice has its owner, its numbers and its plan", async () => {
  const { practices, total } = await list([practice({ lastJobDate: day, suspendedAt: day })]);
  expect([practices, total]).toEqual([
    [
      {
        id: "p",
        name: "Oak",
        memberCount: 2,
        customerCount: 3,
        documentCount: 4,
        createdAt: day.toISOString(),
        owner: { id: "anna", name: "Anna Okafor", email: "anna@example.com" },
        subscription: { planName: "Solo", status: "active", currentPeriodEnd: day.toISOString(), unlimited: false },
        lastJobDate: day.toISOString(),
        suspended: true,
      },
    ],
    7,
  ]);
});

test.each([
  [{}, ["active", false]],
  [{ planRuns: false }, ["expired", false]],
  [{ planIsOwn: true }, ["active", true]],
  [{ planIsOwn: true, planRuns: false }, ["expired", false]],
])("a practice whose plan has %j is %j", async (more, [status, unlimited]) => {
  const [shown] = (await list([practice(more)])).practices;
  expect(shown).toMatchObject({ subscription: { status, unlimited }, lastJobDate: null, suspended: false });
});

test.each([{ planName: null }, { planEndsAt: null }])("a practice with %j has no subscription", async (more) => {
  expect((await list([practice(more)])).practices[0]?.subscription).toBeNull();
});

test("practices are found by every word of their name, after the last one of the page before", async () => {
  expect((await list([])).params).toEqual([]);
  const { params } = await list([], { q: " oak\u0000 ltd " });
  expect(params).toHaveLength(2);
  expect((await list([], { cursor: "p" })).params).toEqual(["p"]);
});
