import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { codeOf } from "../../../../testing/authenticator.ts";
import { newClient } from "../../../../testing/client.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { loginFailures, recoveryCodes, users } from "../table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => void vi.useRealTimers());
beforeEach(async () => {
  await server.services.db.delete(loginFailures);
});

const login = (person: SignedIn, code?: string, password = person.password) =>
  newClient(server.app).post("/api/login", { username: person.username, password, ...(code ? { code } : {}) });
const outcome = (answer: Awaited<ReturnType<typeof login>>) =>
  answer.statusCode === 200 ? "signed in" : answer.json().code;

async function withTwoFactor() {
  const maya = await signIn(server);
  const started = (await maya.post("/api/two-factor/start", { currentPassword: maya.password })).json();
  const secret: string = started.secret;
  const confirmedWith = codeOf(secret);
  const confirmed = await maya.post("/api/two-factor/confirm", { code: confirmedWith });
  return { maya, secret, confirmedWith, codes: confirmed.json().recoveryCodes as string[] };
}

describe("turning two-factor sign-in on", () => {
  test("has no effect before a code of the app is confirmed", async () => {
    const maya = await signIn(server);
    const started = await maya.post("/api/two-factor/start", { currentPassword: maya.password });
    expect(started.json().uri).toMatch(/^otpauth:\/\/totp\/Sheaf:/);
    expect(outcome(await login(maya))).toBe("signed in");

    const wrong = await maya.post("/api/two-factor/confirm", { code: "000000" });
    expect(wrong.json().code).toBe("wrong-code");
    expect((await maya.get("/api/user")).json().twoFactor).toBe(false);

    const confirmed = await maya.post("/api/two-factor/confirm", { code: codeOf(started.json().secret) });
    expect(confirmed.json().recoveryCodes).toHaveLength(10);
    expect((await maya.get("/api/user")).json().twoFactor).toBe(true);
    expect(outcome(await login(maya))).toBe("two-factor-needed");
  });

  test("needs the current password, and a set-up that was started", async () => {
    const maya = await signIn(server);
    expect((await maya.post("/api/two-factor/start", { currentPassword: "wrong" })).statusCode).toBe(403);
    const early = await maya.post("/api/two-factor/confirm", { code: "123456" });
    expect([early.statusCode, early.json().code]).toEqual([409, "two-factor-off"]);
  });

  test("is refused when it is already on", async () => {
    const { maya, secret } = await withTwoFactor();
    const again = await maya.post("/api/two-factor/start", { currentPassword: maya.password });
    expect([again.statusCode, again.json().code]).toEqual([409, "two-factor-on"]);
    expect((await maya.post("/api/two-factor/confirm", { code: codeOf(secret) })).json().code).toBe("two-factor-on");
  });

  test("the database contains neither the secret nor the recovery codes in plain text", async () => {
    const { maya, secret, codes } = await withTwoFactor();
    const { db } = server.services;
    const [row] = await db.select().from(users).where(eq(users.id, maya.userId));
    const stored = JSON.stringify(await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, maya.userId)));
    expect(row?.totpSecret?.toString("latin1")).not.toContain(secret);
    for (const code of codes) expect(stored).not.toContain(code);
  });
});

describe("signing in with two-factor sign-in", () => {
  test("only a request with the right password finds out that a code is needed", async () => {
    const { maya } = await withTwoFactor();
    expect(outcome(await login(maya, undefined, "a wrong password"))).toBe("wrong-credentials");
    expect(outcome(await login(maya, "123456", "a wrong password"))).toBe("wrong-credentials");
    const needed = await login(maya);
    expect([needed.statusCode, needed.json().code]).toEqual([401, "two-factor-needed"]);
    expect(needed.headers["set-cookie"]).toBeUndefined();
  });

  test("a code can be used once", async () => {
    const { maya, secret, confirmedWith } = await withTwoFactor();
    expect(outcome(await login(maya, confirmedWith))).toBe("wrong-code");
    const next = codeOf(secret, 1);
    expect(outcome(await login(maya, next))).toBe("signed in");
    expect(outcome(await login(maya, next))).toBe("wrong-code");
  });

  test("codes are checked with the database's clock, not the machine's", async () => {
    const { maya, secret } = await withTwoFactor();
    const code = codeOf(secret, 1);

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 });

    expect(outcome(await login(maya, codeOf(secret, 1)))).toBe("wrong-code");
    expect(outcome(await login(maya, code))).toBe("signed in");
  });

  test("if several requests use the same code at once, one signs in", async () => {
    const { maya, secret } = await withTwoFactor();
    const code = codeOf(secret, 1);
    const answers = await Promise.all([1, 2, 3, 4].map(() => login(maya, code)));
    expect(answers.map(outcome).sort()).toEqual(["signed in", "wrong-code", "wrong-code", "wrong-code"]);
  });

  test("wrong codes count as failed sign-ins, and the sixth attempt is refused even with the right code", async () => {
    const { maya, secret } = await withTwoFactor();
    for (let tries = 0; tries < 5; tries++) expect(outcome(await login(maya, "000000"))).toBe("wrong-code");

    const sixth = await login(maya, codeOf(secret, 1));

    expect(outcome(sixth)).toBe("too-many-attempts");
    expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(0);
    expect(sixth.json().message).toMatch(/^Too many attempts. Try again in \d+ minutes\.$/);
  });

  test("a sign-in without a code does not count as failed", async () => {
    const { maya, secret } = await withTwoFactor();
    for (let tries = 0; tries < 8; tries++) expect(outcome(await login(maya))).toBe("two-factor-needed");
    expect(outcome(await login(maya, codeOf(secret, 1)))).toBe("signed in");
  });

  test("a recovery code signs in once instead of a code, regardless of capitals and separators", async () => {
    const { maya, codes } = await withTwoFactor();
    const [first = "", second = ""] = codes;
    expect(first).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    expect(outcome(await login(maya, first))).toBe("signed in");
    expect(outcome(await login(maya, first))).toBe("wrong-code");
    expect(outcome(await login(maya, second.toUpperCase().replaceAll("-", " ")))).toBe("signed in");
  });

  test("another user's recovery code is refused", async () => {
    const [one, other] = [await withTwoFactor(), await withTwoFactor()];
    expect(outcome(await login(one.maya, other.codes[0]))).toBe("wrong-code");
    expect(outcome(await login(other.maya, other.codes[0]))).toBe("signed in");
  });
});

describe("with two-factor sign-in on", () => {
  test("turning it off needs the password, and then no code is needed", async () => {
    const { maya, codes } = await withTwoFactor();
    expect((await maya.post("/api/two-factor/disable", { currentPassword: "wrong" })).statusCode).toBe(403);
    expect(outcome(await login(maya))).toBe("two-factor-needed");

    expect((await maya.post("/api/two-factor/disable", { currentPassword: maya.password })).statusCode).toBe(204);

    expect(outcome(await login(maya))).toBe("signed in");
    expect(codes).toHaveLength(10);
    const again = await maya.post("/api/two-factor/disable", { currentPassword: maya.password });
    expect([again.statusCode, again.json().code]).toEqual([409, "two-factor-off"]);
  });

  test("new recovery codes replace the old ones", async () => {
    const { maya, codes } = await withTwoFactor();
    const renewed = (await maya.post("/api/two-factor/recovery-codes", { currentPassword: maya.password })).json()
      .recoveryCodes;
    expect(new Set([...codes, ...renewed]).size).toBe(20);
    expect(outcome(await login(maya, codes[0]))).toBe("wrong-code");
    expect(outcome(await login(maya, renewed[0]))).toBe("signed in");
  });
});
