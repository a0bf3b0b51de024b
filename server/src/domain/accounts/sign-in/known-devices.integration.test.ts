import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { codeOf } from "../../../../testing/authenticator.ts";
import { type Client, newClient } from "../../../../testing/client.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { testConfig } from "../../../../testing/services.ts";
import { createAdmin } from "../../../app/admin/service.ts";
import { buildApp } from "../../../app/app.ts";
import { makeLink } from "../links.ts";
import { loginFailures } from "../table.ts";
import { deviceCookie, knownDevice } from "./known-devices.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.services.db.delete(loginFailures);
});

const wrong = "a wrong password";

/**
 * Tries to lock an account: sends more wrong passwords than the limits allow, from many addresses including the user's
 * own.
 */
async function attack(name: string, path = "/api/login"): Promise<void> {
  for (let number = 0; number < 60; number++) {
    const remoteAddress = number < 5 ? "127.0.0.1" : `198.51.100.${Math.floor(number / 5)}`;
    const payload = { username: name, email: name, password: wrong };
    await server.app.inject({ method: "POST", url: path, payload, remoteAddress });
  }
}

const signInFrom = async (browser: Client, { username, password }: { username: string; password: string }) =>
  (await browser.post("/api/login", { username, password })).statusCode;

const withSecondFactor = async (person: SignedIn) => {
  const { secret } = (await person.post("/api/two-factor/start", { currentPassword: person.password })).json();
  const { recoveryCodes } = (await person.post("/api/two-factor/confirm", { code: codeOf(secret) })).json();
  return { secret, recoveryCodes };
};

test("[S9.20] failed attempts of others do not lock a user out of a browser in which they signed in before, even after signing out", async () => {
  const maya = await signIn(server);
  await maya.post("/api/logout");
  await attack(maya.username);

  expect(await signInFrom(newClient(server.app), maya)).toBe(429);
  expect(await signInFrom(maya, maya)).toBe(200);
});

test("all processes share the counts, and recognise a browser that signed in at another process", async () => {
  const second = await buildApp(server.services);
  onTestFinished(() => second.close());
  const maya = await signIn(server);
  await attack(maya.username);

  expect(await signInFrom(newClient(second), maya)).toBe(429);
  expect(await signInFrom(newClient(second, { cookie: maya.cookies() }), maya)).toBe(200);
});

test("failed attempts of others do not lock an administrator out of a known browser", async () => {
  const { db, config } = server.services;
  const who = { name: "Pat Lindqvist", email: "pat@operator.example", password: "plum otter canal" };
  await createAdmin(db, config, who);
  const browser = newClient(server.app);
  const login = async (client: Client) => (await client.post("/api/admin/login", who)).statusCode;
  expect(await login(browser)).toBe(200);
  await attack(who.email, "/api/admin/login");

  expect(await login(newClient(server.app))).toBe(429);
  expect(await login(browser)).toBe(200);
});

test("a known browser has five attempts of its own, which count for no other browser", async () => {
  const maya = await signIn(server);
  const tries: number[] = [];
  for (let number = 0; number < 6; number++) {
    tries.push(await signInFrom(maya, { username: maya.username, password: wrong }));
  }

  expect(tries).toEqual([401, 401, 401, 401, 401, 429]);
  expect(await signInFrom(maya, maya)).toBe(429);
  expect(await signInFrom(newClient(server.app), maya)).toBe(200);
});

test("a browser is known only to the account that signed in there", async () => {
  const [maya, stranger] = [await signIn(server), await signIn(server)];
  await attack(maya.username);

  expect(await signInFrom(stranger, maya)).toBe(429);
});

describe("a browser is no longer known", () => {
  const other = async (person: SignedIn) => {
    const browser = newClient(server.app);
    await signInFrom(browser, person);
    return browser;
  };

  test.each<[string, (maya: SignedIn) => Promise<{ statusCode: number }>]>([
    ["once every other session was ended", (maya) => maya.delete("/api/sessions")],
    [
      "once its session was ended",
      async (maya) => {
        const sessions: { id: string; current: boolean }[] = (await maya.get("/api/sessions")).json();
        return maya.delete(`/api/sessions/${sessions.find(({ current }) => !current)?.id}`);
      },
    ],
    [
      "once the password was changed",
      (maya) => maya.put("/api/password", { currentPassword: maya.password, password: maya.password }),
    ],
  ])("%s; the browser that did it is still known", async (_, act) => {
    const maya = await signIn(server);
    const browser = await other(maya);
    expect((await act(maya)).statusCode).toBe(204);
    await attack(maya.username);

    expect(await signInFrom(browser, maya)).toBe(429);
    expect(await signInFrom(maya, maya)).toBe(200);
  });

  test("after 90 days by the database's clock, or with a forged cookie", async () => {
    const { db, key } = server.services;
    const account = { kind: "user" as const, id: "u-1", devicesKey: "k-1" };
    const { name, value, maxAgeSeconds } = await deviceCookie({ db, key }, account);
    const known = (cookie: string) => knownDevice({ db, key }, account, { [name]: cookie });
    const at = (days: number) =>
      vi.spyOn(db, "execute").mockResolvedValueOnce({
        rows: [{ now: new Date(Date.now() + days * 86_400_000).toISOString() }],
      } as never);

    expect(maxAgeSeconds).toBe(90 * 86_400);
    const [device, expires, signature] = value.split(".");
    expect(await known(value)).toBe(device);
    at(89);
    expect(await known(value)).toBe(device);
    at(91);
    expect(await known(value)).toBeUndefined();
    vi.restoreAllMocks();

    expect(await known(`${device}.${Number(expires) + 1}.${signature}`)).toBeUndefined();
    expect(await known(`${"A".repeat(22)}.${expires}.${signature}`)).toBeUndefined();
    expect(await known("nonsense")).toBeUndefined();
    const others = [{ id: "u-2" }, { kind: "admin" as const }, { devicesKey: "k-2" }];
    for (const other of others) {
      expect(await knownDevice({ db, key }, { ...account, ...other }, { [name]: value })).toBeUndefined();
    }
  });
});

test("a link to choose a new password works during an attack, and the browser that used it can sign in", async () => {
  const { db } = server.services;
  const maya = await signIn(server);
  const address = `${maya.username}@example.com`;
  const token = await db.transaction((tx) =>
    makeLink(tx, { practiceId: maya.practiceId, id: maya.userId }, "reset", address),
  );
  await attack(maya.username);
  const browser = newClient(server.app);

  const reset = await browser.post("/api/password/reset", { token, password: "quiet amber ladder" });
  await attack(maya.username);

  expect(reset.statusCode).toBe(204);
  expect(await signInFrom(newClient(server.app), { ...maya, password: "quiet amber ladder" })).toBe(429);
  expect(await signInFrom(browser, { ...maya, password: "quiet amber ladder" })).toBe(200);
});

describe("codes", () => {
  const code = (person: SignedIn, given: string, remoteAddress: string, password = person.password) =>
    server.app.inject({
      method: "POST",
      url: "/api/login",
      payload: { username: person.username, password, code: given },
      remoteAddress,
    });

  test("are counted separately from passwords", async () => {
    const maya = await signIn(server);
    const { secret } = await withSecondFactor(maya);
    for (let tries = 0; tries < 4; tries++) await code(maya, "000000", "192.0.2.1", wrong);
    for (let tries = 0; tries < 4; tries++) {
      expect((await code(maya, "000000", "192.0.2.1")).json().code).toBe("wrong-code");
    }

    expect((await code(maya, codeOf(secret, 1), "192.0.2.1")).statusCode).toBe(200);
  });

  test("do not reset the count of wrong passwords: a valid recovery code does not allow more guesses", async () => {
    const maya = await signIn(server);
    const { recoveryCodes } = await withSecondFactor(maya);
    for (let tries = 0; tries < 5; tries++) await code(maya, recoveryCodes[0], "192.0.2.1", wrong);

    expect((await code(maya, recoveryCodes[0], "192.0.2.1")).statusCode).toBe(429);
    expect((await code(maya, recoveryCodes[0], "192.0.2.2")).statusCode).toBe(200);
  });

  test("of six digits are refused after 50 wrong ones, even with the right password; a recovery code and a known browser still sign in", async () => {
    const maya = await signIn(server);
    const { secret, recoveryCodes } = await withSecondFactor(maya);
    for (let number = 0; number < 50; number++) {
      expect((await code(maya, "000000", `198.51.100.${Math.floor(number / 5)}`)).json().code).toBe("wrong-code");
    }

    expect((await code(maya, codeOf(secret, 1), "203.0.113.1")).statusCode).toBe(429);
    expect((await code(maya, recoveryCodes[0], "203.0.113.1")).statusCode).toBe(200);
    const { username, password } = maya;
    const known = await maya.post("/api/login", { username, password, code: codeOf(secret, 1) });
    expect(known.statusCode).toBe(200);
  });

  test("that are refused because of too many attempts are not used up", async () => {
    const maya = await signIn(server);
    const { recoveryCodes } = await withSecondFactor(maya);
    for (let tries = 0; tries < 5; tries++) await code(maya, "000000", "192.0.2.1");

    expect((await code(maya, recoveryCodes[0], "192.0.2.1")).statusCode).toBe(429);
    await server.services.db.update(loginFailures).set({ at: sql`at - interval '15 minutes'` });
    expect((await code(maya, recoveryCodes[0], "192.0.2.1")).statusCode).toBe(200);
  });
});

test("when the public address is HTTPS, cookies have the __Host- prefix, and cookies without it are ignored", async () => {
  const env = { PUBLIC_URL: "https://sheaf.example" };
  const app = await buildApp({ ...server.services, config: testConfig(server.services.config.dataDir, env) });
  const maya = await signIn({ app, services: server.services });

  const names = maya
    .cookies()
    .split("; ")
    .map((cookie) => cookie.split("=")[0]);
  expect(names).toEqual(["__Host-sheaf_session", expect.stringMatching(/^__Host-sheaf_device_[0-9a-f]{16}$/)]);
  expect((await maya.get("/api/user")).statusCode).toBe(200);
  const planted = newClient(app, { cookie: maya.cookies().replaceAll("__Host-", "") });
  expect((await planted.get("/api/user")).statusCode).toBe(401);
  await app.close();
});
