import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { testConfig } from "../../../../testing/services.ts";
import { buildApp } from "../../../app/app.ts";
import { loginFailures } from "../table.ts";
import { attemptOf, forgetOldFailures, settleAttempt } from "./sign-in-limits.ts";

let server: TestServer;
let maya: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
  maya = await signIn(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.services.db.delete(loginFailures);
});

const guess = (username: string, password: string, remoteAddress = "192.0.2.1") =>
  server.app.inject({ method: "POST", url: "/api/login", payload: { username, password }, remoteAddress });

const statuses = async (tries: number, one: (number: number) => ReturnType<typeof guess>) => {
  const seen: number[] = [];
  for (let number = 0; number < tries; number++) seen.push((await one(number)).statusCode);
  return seen;
};

const movePast = async (minutes: number) =>
  server.services.db
    .update(loginFailures)
    .set({ at: sql`${loginFailures.at} - ${sql.raw(`interval '${minutes} minutes'`)}` });

test("[S8.11] the sixth attempt is refused even with the right password, and the response states the remaining wait", async () => {
  expect(await statuses(5, () => guess(maya.username, "wrong password"))).toEqual([401, 401, 401, 401, 401]);

  const sixth = await guess(maya.username, maya.password);

  expect(sixth.statusCode).toBe(429);
  expect(sixth.json()).toEqual({
    code: "too-many-attempts",
    message: "Too many attempts. Try again in 15 minutes.",
  });
  expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(880);
  expect(Number(sixth.headers["retry-after"])).toBeLessThanOrEqual(900);
});

test("further attempts do not prolong the wait, and the password works once it is over", async () => {
  await statuses(5, () => guess(maya.username, "wrong password"));

  await movePast(13);
  expect((await guess(maya.username, maya.password)).json().message).toContain("in 2 minutes");
  await movePast(1.5);
  expect((await guess(maya.username, maya.password)).json().message).toMatch(/in \d\d seconds/);
  await movePast(0.5);
  expect((await guess(maya.username, maya.password)).statusCode).toBe(200);
});

test("an unknown username is limited with the same message", async () => {
  await statuses(5, () => guess(maya.username, "wrong password"));
  await statuses(5, () => guess("nobody", "wrong password"));

  const known = await guess(maya.username, "wrong password");
  const unknown = await guess("nobody", "wrong password");

  expect(unknown.statusCode).toBe(429);
  expect(unknown.json()).toEqual(known.json());
});

test("username and email address of one account are counted together, ignoring case", async () => {
  const names = [maya.username, `${maya.username}@example.com`, maya.username.toUpperCase()];
  expect(await statuses(5, (number) => guess(names[number % 3] ?? "", "wrong password"))).not.toContain(429);

  for (const name of names) expect((await guess(name, maya.password)).statusCode).toBe(429);
});

test("signing in before the limit is reached works, and does not clear the failures", async () => {
  await statuses(4, () => guess(maya.username, "wrong password"));
  expect((await guess(maya.username, maya.password)).statusCode).toBe(200);
  expect(await statuses(2, () => guess(maya.username, "wrong password"))).toEqual([401, 429]);
});

test("failed attempts from one address do not lock out the user at another address", async () => {
  await statuses(6, () => guess(maya.username, "wrong password", "198.51.100.9"));

  expect((await guess(maya.username, maya.password, "192.0.2.1")).statusCode).toBe(200);
});

test("one address may fail 30 times over all usernames", async () => {
  const seen = await statuses(31, (number) => guess(`name-${number}`, "wrong password"));

  expect(seen.slice(0, 30)).toEqual(Array(30).fill(401));
  expect(seen[30]).toBe(429);
  expect((await guess(maya.username, maya.password)).statusCode).toBe(429);
  expect((await guess(maya.username, maya.password, "192.0.2.2")).statusCode).toBe(200);
});

describe("beyond 50 failures at one account, over all addresses,", () => {
  const attack = (username: string) =>
    statuses(50, (number) => guess(username, "wrong password", `198.51.100.${Math.floor(number / 5)}`));

  test("each address may still make one attempt a minute", async () => {
    expect(await attack(maya.username)).toEqual(Array(50).fill(401));

    expect((await guess(maya.username, "wrong password", "203.0.113.5")).statusCode).toBe(401);
    const second = await guess(maya.username, maya.password, "203.0.113.5");
    expect([second.statusCode, second.json().message]).toEqual([
      429,
      expect.stringMatching(/^Too many attempts. Try again in (1 minute|\d\d seconds)\.$/),
    ]);
    expect(Number(second.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect((await guess(maya.username, maya.password, "203.0.113.6")).statusCode).toBe(200);

    await movePast(1);
    expect((await guess(maya.username, maya.password, "203.0.113.5")).statusCode).toBe(200);
  });

  test("an unknown username gets the same responses", async () => {
    await attack("nobody-at-all");

    const answers = [
      await guess("nobody-at-all", "wrong password", "203.0.113.5"),
      await guess("nobody-at-all", "wrong password", "203.0.113.5"),
    ];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 429]);
    expect(answers[1]?.json().message).toMatch(/^Too many attempts. Try again in (1 minute|\d\d seconds)\.$/);
  });

  test("two addresses of one IPv6 network share the attempt", async () => {
    await attack(maya.username);

    const seen = [
      await guess(maya.username, "wrong password", "2001:db8:1:2::1"),
      await guess(maya.username, maya.password, "2001:db8:1:2::2"),
      await guess(maya.username, maya.password, "2001:db8:1:3::1"),
    ];

    expect(seen.map(({ statusCode }) => statusCode)).toEqual([401, 429, 200]);
  });

  test("a signed-in user can still confirm actions with the password", async () => {
    await attack(maya.username);
    await statuses(30, (number) => guess(`name-${number}`, "wrong password", "127.0.0.1"));

    const started = await maya.post("/api/two-factor/start", { currentPassword: maya.password });

    expect(started.statusCode).toBe(200);
  });
});

test("the addresses of one IPv6 network count as one address", async () => {
  const seen = await statuses(6, (number) => guess(maya.username, "wrong password", `2001:db8:1:2::${number + 1}`));

  expect(seen).toEqual([401, 401, 401, 401, 401, 429]);
});

describe("guesses sent all at once", () => {
  test("get no more than five results, the others are refused", async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => guess(maya.username, "wrong password")));

    const seen = answers.map((answer) => answer.statusCode).sort();
    expect(seen).toEqual([...Array(5).fill(401), ...Array(20).fill(429)]);
  });

  test("are counted one after the other even when their passwords are checked at the same moment", async () => {
    const { db } = server.services;
    const attempts = Array.from({ length: 25 }, (_, number) =>
      settleAttempt(
        db,
        attemptOf("user", { id: maya.userId }, { address: number % 2 ? "192.0.2.1" : "::ffff:192.0.2.1" }),
        false,
      ),
    );

    const settled = await Promise.allSettled(attempts);

    expect(settled.filter((one) => one.status === "fulfilled")).toHaveLength(5);
    expect(await db.$count(loginFailures)).toBe(5);
  });

  test("from one address at many accounts are subject to the limit for the address", async () => {
    const attempts = Array.from({ length: 60 }, (_, number) =>
      settleAttempt(
        server.services.db,
        attemptOf("user", { typed: `name-${number}` }, { address: "192.0.2.1" }),
        false,
      ),
    );

    const settled = await Promise.allSettled(attempts);

    expect(settled.filter((one) => one.status === "fulfilled")).toHaveLength(30);
  });

  test("all succeed for one user with the right password", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => guess(maya.username, maya.password)));

    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(12).fill(200));
  });
});

test("failures are deleted once they no longer count, and the entered text is not stored", async () => {
  await statuses(2, () => guess("my secret password", "oops"));
  expect(JSON.stringify(await server.services.db.select().from(loginFailures))).not.toContain("secret");

  await movePast(16);
  await Promise.all([forgetOldFailures(server.services.db), forgetOldFailures(server.services.db)]);
  expect(await server.services.db.$count(loginFailures)).toBe(0);
});

test("the number of sign-ups per address is limited, and with it the search for taken usernames; another address can still sign up", async () => {
  const config = testConfig(server.services.config.dataDir, { SIGN_UPS_PER_ADDRESS: "2" });
  const app = await buildApp({ ...server.services, config });
  onTestFinished(() => app.close());
  const signUp = async (username: string, remoteAddress: string) => {
    const names = { firstName: "Ben", lastName: "Ode", email: `${username}@example.com` };
    const payload = { ...names, username, password: "correct horse battery staple" };
    return (await app.inject({ method: "POST", url: "/api/register", payload, remoteAddress })).statusCode;
  };

  expect(await signUp("ben.one", "192.0.2.9")).toBe(201);
  expect(await signUp(maya.username, "192.0.2.9")).toBe(409);
  expect(await signUp(maya.username, "192.0.2.9")).toBe(429);
  expect(await signUp("ben.two", "192.0.2.10")).toBe(201);
});
