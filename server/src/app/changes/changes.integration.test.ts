import { answerKeys, answerNames } from "@sheaf/contracts/answers.ts";
import type { Changes } from "@sheaf/contracts/changes.ts";
import { selectedItems } from "@sheaf/contracts/limits.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { insertJob } from "../../../testing/jobs/job-rows.ts";
import { join } from "../../../testing/members.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { newId } from "../../platform/ids.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function changes(who: Pick<SignedIn, "get">, query: string): Promise<Changes> {
  const answer = await who.get(`/api/changes?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

test("the practice's jobs come as from their own route, in the requested order; deleted ones are reported as gone", async () => {
  const anna = await signIn(server);
  const [first, second] = [await insertJob(server, anna), await insertJob(server, anna, { status: "processing" })];
  const deleted = newId();
  const read = await changes(anna, `jobs=${second},${deleted},${first},${second}`);
  expect(read).toEqual({
    jobs: [(await anna.get(`/api/jobs/${second}`)).json(), (await anna.get(`/api/jobs/${first}`)).json()],
    gone: [deleted],
    answers: {},
  });
});

test("another practice's job is not answered", async () => {
  const [anna, stranger] = [await signIn(server), await signIn(server)];
  const theirs = await insertJob(server, stranger);
  expect(await changes(anna, `jobs=${theirs}`)).toEqual({ jobs: [], gone: [theirs], answers: {} });
});

test("answers are those of their own routes, of the practice alone", async () => {
  const [anna, stranger] = [await signIn(server), await signIn(server)];
  await anna.post("/api/customers", { name: "Bright Bakery", email: "b@bakery.example" });
  const [{ id: customerId }] = (await anna.get("/api/customers")).json();
  await insertJob(server, anna, { customerId, emails: [{ state: "bounced" }] });
  await insertJob(server, anna, { customerId, status: "processing" });
  await insertJob(server, stranger, { status: "failed" });

  const { answers } = await changes(anna, `answers=${answerNames}`);
  expect(Object.keys(answers).toSorted()).toEqual(answerNames.toSorted());
  const { notifications, ...others } = answers;
  const bell = await anna.get("/api/notifications");
  expect(notifications).toEqual({ told: bell.json(), unseen: Number(bell.headers["x-unseen-count"]) });
  for (const [name, answer] of Object.entries(others)) {
    const path = answerKeys[name as keyof typeof others].filter((part) => typeof part === "string").join("/");
    expect(answer, name).toEqual((await anna.get(path)).json());
  }
});

test("an answer that its own route would refuse is left out, and others still come", async () => {
  const unpaid = await signIn(server, { plan: null });
  expect((await unpaid.get("/api/usage")).statusCode).toBe(404);
  expect(Object.keys((await changes(unpaid, "answers=usage,stats")).answers)).toEqual(["stats"]);
});

test("an own practice gets no answer about money", async () => {
  const anna = await signIn(server);
  server.services.config.installation = "practice";
  const { answers } = await changes(anna, "answers=billing,counts");
  server.services.config.installation = "service";
  expect(Object.keys(answers)).toEqual(["counts"]);
});

test("only the owner gets the first steps, and reading them when all are done dismisses them", async () => {
  const anna = await signIn(server);
  const ben = await join(server, anna, "Ben");
  const stepsOf = async (who: Pick<SignedIn, "get">) =>
    (await changes(who, "answers=checklist")).answers.checklist?.steps;
  expect((await stepsOf(anna))?.map(({ name, done }) => [name, done])).toEqual([
    ["customer", false],
    ["upload", false],
    ["colleague", true],
  ]);
  expect(await stepsOf(ben)).toEqual([]);

  await anna.post("/api/customers", { name: "Bright Bakery", email: "b@bakery.example" });
  await insertJob(server, anna);
  expect(await stepsOf(anna)).toEqual([]);
  const { rows } = await server.services.pool.query("select checklist_dismissed_at from users where id = $1", [
    anna.userId,
  ]);
  expect(rows[0].checklist_dismissed_at).not.toBeNull();
});

test("a request without a session is refused, and so are too many jobs and unknown answers", async () => {
  expect((await server.app.inject("/api/changes?jobs=x")).statusCode).toBe(401);
  const anna = await signIn(server);
  const ids = Array.from({ length: selectedItems + 1 }, newId);
  for (const query of [`jobs=${ids}`, "jobs=x", "answers=money"]) {
    expect((await anna.get(`/api/changes?${query}`)).statusCode, query).toBe(400);
  }
});

/** Returns the statements that are executed during `work`, without those of the queue and of new connections. */
async function statementsOf(work: () => Promise<unknown>): Promise<{ text: string; connection: unknown }[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const statements = query.mock.calls.map(([asked]: unknown[], index) => ({
    text: (typeof asked === "string" ? asked : String((asked as { text?: string }).text)).trim(),
    connection: query.mock.contexts[index],
  }));
  query.mockRestore();
  return statements.filter(({ text }) => !/pgboss|^set /.test(text));
}

test("jobs alone are one statement after the session's, and answers are read in one snapshot", async () => {
  const anna = await signIn(server);
  const id = await insertJob(server, anna);
  const [session, ...alone] = await statementsOf(() => changes(anna, `jobs=${id}`));
  expect(session?.text).toContain('from "sessions"');
  expect(alone).toHaveLength(1);

  const all = await statementsOf(() => changes(anna, `jobs=${id}&answers=stats,counts,usage,notifications`));
  const begun = all.find(({ text }) => text === "begin isolation level repeatable read read only");
  const ofSnapshot = all
    .slice(begun && all.indexOf(begun))
    .filter(({ connection }) => connection === begun?.connection);
  expect(ofSnapshot.at(-1)?.text).toBe("commit");
  // The jobs, the tally for stats and counts, two more for stats, the lights, the period, and two for the bell.
  expect(ofSnapshot.slice(1, -1)).toHaveLength(8);
});
