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
  test("[S3.1] returns all fields of the new owner, without the password", async () => {
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

  test("[S4.2] signs the owner in with a cookie that scripts cannot read", async () => {
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
  ])("without %s is refused with an error that names the field", async (field, message) => {
    for (const missing of [undefined, "", ...(field === "password" ? [] : ["   "])]) {
      const answer = await register(aPerson({ [field]: missing }));
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({ code: "bad-request", message, field });
    }
  });

  test.each([
    ["a username of two characters", { username: "ab" }, "bad-request"],
    ["a username with an @", { username: "maya@home" }, "bad-request"],
    ["an address without a domain", { email: "maya@" }, "bad-request"],
    ["a practice named like an email address", { practiceName: "service@paypal.com" }, "bad-request"],
    ["a practice named like a website", { practiceName: "HMRC www.gov.uk" }, "bad-request"],
    ["a name with a line break", { firstName: "Maya\nBcc: all" }, "bad-request"],
    ["a name with a null character", { lastName: "Oka\u0000for" }, "bad-request"],
    ["a password of nine characters", { password: "9 letters" }, "bad-request"],
    ["a common password", { password: "Password123!" }, "weak-password"],
    ["a password that is the name", { password: "MayaOkafor" }, "weak-password"],
  ])("with %s is refused", async (_, wrong, code) => {
    const answer = await register(aPerson(wrong));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe(code);
  });

  test("a username or email address that differs from an existing one only in case is refused", async () => {
    const first = aPerson();
    await register(first);

    const sameName = await register(aPerson({ username: first.username.toUpperCase() }));
    const sameEmail = await register(aPerson({ email: first.email.toUpperCase() }));

    expect([sameName.statusCode, sameName.json().code]).toEqual([409, "username-taken"]);
    expect([sameEmail.statusCode, sameEmail.json().code]).toEqual([409, "email-taken"]);
  });

  test("if five people choose the same username at once, one gets it and the others leave no practice behind", async () => {
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
  test("[S7.6] works with username or email address, ignoring case", async () => {
    const maya = aPerson();
    const registered = (await register(maya)).json();

    for (const name of [maya.username, maya.username.toUpperCase(), maya.email, ` ${maya.email.toUpperCase()} `]) {
      const answer = await tryPassword(name, maya.password);
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual(registered);
    }
  });

  test("a wrong password and an unknown username get the same response", async () => {
    const maya = aPerson();
    await register(maya);

    const wrong = await tryPassword(maya.username, "plum otter canals");
    const unknown = await tryPassword("nobody-of-this-name", "plum otter canal");

    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toEqual({ code: "wrong-credentials", message: "Username or password is wrong." });
    expect(unknown.statusCode).toBe(401);
    expect(unknown.json()).toEqual(wrong.json());
  });

  test.each([["username"], ["password"]])("without %s is refused with an error that names the field", async (field) => {
    const answer = await newClient(server.app).post("/api/login", { username: "maya", password: "x", [field]: "" });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message.toLowerCase()).toBe(`${field} is required.`);
  });

  test("a null character in the username is a bad request, and SQL in it is a wrong username", async () => {
    expect((await tryPassword("may\u0000a", "plum otter canal")).statusCode).toBe(400);
    expect((await tryPassword("' or 1=1 --", "plum otter canal")).statusCode).toBe(401);
  });

  test("ends the previous session of the same browser", async () => {
    const maya = await signIn(server);
    const before = maya.cookies();

    await maya.post("/api/login", { username: maya.username, password: maya.password });

    expect(maya.cookies()).not.toBe(before);
    expect((await newClient(server.app).get("/api/user", { cookie: before })).statusCode).toBe(401);
    expect((await maya.get("/api/user")).statusCode).toBe(200);
  });

  test("a suspended member gets that reason, but only with the right password", async () => {
    const maya = await signIn(server);
    await server.services.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, maya.userId));

    expect((await maya.get("/api/user")).statusCode).toBe(401);
    expect((await tryPassword(maya.username, maya.password)).json().message).toContain("suspended");
    expect((await tryPassword(maya.username, "a wrong password")).json().message).not.toContain("suspended");
  });

  test("with the old password is refused if the password changes during the request", async () => {
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

  test("a password hash of another cost is renewed, and the password still works", async () => {
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
  test("ends the session and clears the session cookie", async () => {
    const maya = await signIn(server);
    const cookie = maya.cookies();

    const answer = await maya.post("/api/logout");

    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe("");
    expect(answer.headers["clear-site-data"]).toBe('"cache"');
    // The cookie that makes the browser known to the account stays: sign-in/known-devices.ts.
    expect(maya.cookies()).toMatch(/^sheaf_device_[0-9a-f]{16}=[\w.-]+$/);
    expect((await newClient(server.app).get("/api/user", { cookie })).statusCode).toBe(401);
  });

  test("succeeds without a session", async () => {
    expect((await newClient(server.app).post("/api/logout")).statusCode).toBe(204);
  });
});

test("a request without a session, or with an invalid token, is not signed in", async () => {
  const visitor = newClient(server.app);

  for (const cookie of ["", "sheaf_session=made-up", "sheaf_session="]) {
    const answer = await visitor.get("/api/user", { cookie });
    expect(answer.statusCode).toBe(401);
    expect(answer.json().code).toBe("not-signed-in");
  }
});

test("the database contains neither passwords nor session tokens in plain text", async () => {
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

test("when the public address is HTTPS, the cookies have the Secure attribute", async () => {
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

test("the audit log records registration and sign-out", async () => {
  const maya = await signIn(server);
  await maya.post("/api/logout");

  const entries = await server.services.db.select().from(auditLog).where(eq(auditLog.userId, maya.userId));
  expect(entries.map((entry) => entry.action).sort()).toEqual(["account.registered", "account.signed-out"]);
});
