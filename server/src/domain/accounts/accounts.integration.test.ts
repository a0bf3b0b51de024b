import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newClient } from "../../../testing/client.ts";
import { signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { auditLog } from "../audit/table.ts";
import { practices } from "../practices/table.ts";
import { login } from "./sign-in/sign-in.ts";
import { sessions, users } from "./table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let people = 0;
const aPerson = (more: object = {}) => {
  people += 1;
  return {
    username: `person${people}`,
    email: `person${people}@example.com`,
    password: "plum otter canal",
    firstName: "Maya",
    lastName: "Okafor",
    ...more,
  };
};
const register = (body: object) => newClient(server.app).post("/api/register", body);
const tryPassword = (username: string, password: string) =>
  newClient(server.app).post("/api/login", { username, password });

describe("registering", () => {
  test("[S3.1] answers the new owner, field by field, and nothing of the password", async () => {
    const maya = aPerson();
    const answer = await register(maya);

    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      id: expect.any(String),
      username: maya.username,
      email: maya.email,
      firstName: "Maya",
      lastName: "Okafor",
      role: "owner",
      theme: "system",
      emailVerified: false,
      pendingEmail: null,
      twoFactor: false,
      practice: { id: expect.any(String), name: "Maya Okafor" },
    });
  });

  test("[S4.2] signs in at once, with a cookie that no script can read", async () => {
    const maya = newClient(server.app);
    const answer = await maya.post("/api/register", aPerson({ practiceName: "Okafor & Co" }));

    expect(answer.headers["set-cookie"]).toContainEqual(
      expect.stringMatching(/^sheaf_session=[\w-]{43}; .*HttpOnly; SameSite=Lax$/),
    );
    expect((await maya.get("/api/user")).json().practice.name).toBe("Okafor & Co");
  });

  test.each([
    ["username", "Username is required."],
    ["email", "Email is required."],
    ["password", "Password is required."],
    ["firstName", "First name is required."],
    ["lastName", "Last name is required."],
  ])("without %s is refused by name", async (field, message) => {
    for (const missing of [undefined, "", ...(field === "password" ? [] : ["   "])]) {
      const answer = await register(aPerson({ [field]: missing }));
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({ code: "bad-request", message, field });
    }
  });

  test.each([
    ["a username of two letters", { username: "ab" }, "bad-request"],
    ["a username with an @", { username: "maya@home" }, "bad-request"],
    ["an address without a domain", { email: "maya@" }, "bad-request"],
    ["a practice named like an address", { practiceName: "service@paypal.com" }, "bad-request"],
    ["a practice named like a website", { practiceName: "HMRC www.gov.uk" }, "bad-request"],
    ["a name with a line break", { firstName: "Maya\nBcc: all" }, "bad-request"],
    ["a name that no database takes", { lastName: "Oka\u0000for" }, "bad-request"],
    ["nine characters of password", { password: "9 letters" }, "bad-request"],
    ["a password that everybody knows", { password: "Password123!" }, "weak-password"],
    ["a password that is the name", { password: "MayaOkafor" }, "weak-password"],
  ])("with %s is refused", async (_, wrong, code) => {
    const answer = await register(aPerson(wrong));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe(code);
  });

  test("a name or an address that differs only in case is taken", async () => {
    const first = aPerson();
    await register(first);

    const sameName = await register(aPerson({ username: first.username.toUpperCase() }));
    const sameEmail = await register(aPerson({ email: first.email.toUpperCase() }));

    expect([sameName.statusCode, sameName.json().code]).toEqual([409, "username-taken"]);
    expect([sameEmail.statusCode, sameEmail.json().code]).toEqual([409, "email-taken"]);
  });

  test("of five who choose the same name at the same moment one gets it, and the others leave nothing behind", async () => {
    const practicesBefore = await server.services.db.$count(practices);
    const name = aPerson().username;

    const answers = await Promise.all(
      ["a", "b", "c", "d", "e"].map((letter) => register(aPerson({ username: name, email: `${letter}@race.example` }))),
    );

    const codes = answers.map((answer) => answer.json().code ?? "registered").sort();
    expect(codes).toEqual(["registered", ...Array(4).fill("username-taken")]);
    expect(await server.services.db.$count(practices)).toBe(practicesBefore + 1);
  });
});

describe("signing in", () => {
  test("[S7.6] works with username or address, whatever their case", async () => {
    const maya = aPerson();
    const registered = (await register(maya)).json();

    for (const name of [maya.username, maya.username.toUpperCase(), maya.email, ` ${maya.email.toUpperCase()} `]) {
      const answer = await tryPassword(name, maya.password);
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual(registered);
    }
  });

  test("a wrong password and an unknown name get the same answer", async () => {
    const maya = aPerson();
    await register(maya);

    const wrong = await tryPassword(maya.username, "plum otter canals");
    const unknown = await tryPassword("nobody-of-this-name", "plum otter canal");

    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toEqual({ code: "wrong-credentials", message: "Username or password is wrong." });
    expect(unknown.statusCode).toBe(401);
    expect(unknown.json()).toEqual(wrong.json());
  });

  test.each([["username"], ["password"]])("without %s is refused by name", async (field) => {
    const answer = await newClient(server.app).post("/api/login", { username: "maya", password: "x", [field]: "" });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message.toLowerCase()).toBe(`${field} is required.`);
  });

  test("a name with signs that no database takes is just wrong", async () => {
    expect((await tryPassword("may\u0000a", "plum otter canal")).statusCode).toBe(400);
    expect((await tryPassword("' or 1=1 --", "plum otter canal")).statusCode).toBe(401);
  });

  test("ends the session that this browser had before", async () => {
    const maya = await signIn(server);
    const before = maya.cookies();

    await maya.post("/api/login", { username: maya.username, password: maya.password });

    expect(maya.cookies()).not.toBe(before);
    expect((await newClient(server.app).get("/api/user", { cookie: before })).statusCode).toBe(401);
    expect((await maya.get("/api/user")).statusCode).toBe(200);
  });

  test("a suspended member is told so, but only with the right password", async () => {
    const maya = await signIn(server);
    await server.services.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, maya.userId));

    expect((await maya.get("/api/user")).statusCode).toBe(401);
    expect((await tryPassword(maya.username, maya.password)).json().message).toContain("suspended");
    expect((await tryPassword(maya.username, "a wrong password")).json().message).not.toContain("suspended");
  });

  test("with the old password does not begin behind the back of a new one", async () => {
    const maya = await signIn(server);
    const { db } = server.services;
    let old: Promise<{ statusCode: number }> | undefined;
    await db.transaction(async (tx) => {
      await tx.update(users).set({ passwordHash: "$scrypt$another" }).where(eq(users.id, maya.userId));
      old = newClient(server.app).post("/api/login", { username: maya.username, password: maya.password });
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitFor(async () => expect((await db.execute(waiting)).rowCount).toBeGreaterThan(0), 20_000);
    });
    expect((await old)?.statusCode).toBe(401);
  });

  test("a hash of an older cost is made anew, and the password goes on working", async () => {
    const maya = await signIn(server);
    const place = { address: "192.0.2.1", userAgent: "", cookies: {} };
    const input = { username: maya.username, password: maya.password };

    await login({ ...server.services, config: { ...server.services.config, scryptLn: 5 } }, input, place);

    const [row] = await server.services.db.select().from(users).where(eq(users.id, maya.userId));
    expect(row?.passwordHash).toMatch(/^\$scrypt\$ln=5,r=8,p=3\$/);
    expect((await tryPassword(maya.username, maya.password)).statusCode).toBe(200);
  });
});

describe("signing out", () => {
  test("ends the session for good and takes the cookie away", async () => {
    const maya = await signIn(server);
    const cookie = maya.cookies();

    const answer = await maya.post("/api/logout");

    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe("");
    expect(answer.headers["clear-site-data"]).toBe('"cache"');
    // The browser stays known to the account: sign-in/known-devices.ts.
    expect(maya.cookies()).toMatch(/^sheaf_device_[0-9a-f]{16}=[\w.-]+$/);
    expect((await newClient(server.app).get("/api/user", { cookie })).statusCode).toBe(401);
  });

  test("is fine without a session", async () => {
    expect((await newClient(server.app).post("/api/logout")).statusCode).toBe(204);
  });
});

test("nobody is signed in without a session, or with a made-up one", async () => {
  const visitor = newClient(server.app);

  for (const cookie of ["", "sheaf_session=made-up", "sheaf_session="]) {
    const answer = await visitor.get("/api/user", { cookie });
    expect(answer.statusCode).toBe(401);
    expect(answer.json().code).toBe("not-signed-in");
  }
});

test("the database holds neither passwords nor tokens as they are", async () => {
  const maya = await signIn(server);
  const token = /sheaf_session=([^;]+)/.exec(maya.cookies())?.[1] ?? "";

  const rows = JSON.stringify([
    await server.services.db.select().from(users).where(eq(users.id, maya.userId)),
    await server.services.db.select().from(sessions).where(eq(sessions.userId, maya.userId)),
  ]);

  expect(token).toHaveLength(43);
  expect(rows).not.toContain(token);
  expect(rows).not.toContain(maya.password);
});

test("behind TLS the cookie travels over TLS alone", async () => {
  const secure = await startTestServer({ env: { PUBLIC_URL: "https://sheaf.example" } });
  try {
    const answer = await newClient(secure.app).post("/api/register", aPerson());
    const set = [answer.headers["set-cookie"]].flat();
    expect(set).toHaveLength(2);
    for (const cookie of set) expect(cookie).toContain("; Secure");
  } finally {
    await secure.close();
  }
});

test("the log says who signed in and out", async () => {
  const maya = await signIn(server);
  await maya.post("/api/logout");

  const entries = await server.services.db.select().from(auditLog).where(eq(auditLog.userId, maya.userId));
  expect(entries.map((entry) => entry.action).sort()).toEqual(["account.registered", "account.signed-out"]);
});
