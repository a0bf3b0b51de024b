import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newClient } from "../../../testing/client.ts";
import { join } from "../../../testing/members.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { auditLog } from "../audit/table.ts";
import { users } from "./table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Signs the same user in in another browser. */
async function elsewhere(person: SignedIn, userAgent = "") {
  const browser = newClient(server.app);
  const { username, password } = person;
  await browser.post("/api/login", { username, password }, { "user-agent": userAgent });
  return browser;
}

describe("the password", () => {
  test("can be changed with the current password; this browser stays signed in, the others are signed out", async () => {
    const maya = await signIn(server);
    const home = await elsewhere(maya);

    const answer = await maya.put("/api/password", { currentPassword: maya.password, password: "quiet amber ladder" });

    expect(answer.statusCode).toBe(204);
    expect((await maya.get("/api/user")).statusCode).toBe(200);
    expect((await home.get("/api/user")).statusCode).toBe(401);
    const signInWith = (password: string) =>
      newClient(server.app).post("/api/login", { username: maya.username, password });
    expect((await signInWith(maya.password)).statusCode).toBe(401);
    expect((await signInWith("quiet amber ladder")).statusCode).toBe(200);
  });

  test("a wrong current password does not end the session, and counts as a failed attempt", async () => {
    const maya = await signIn(server);
    const change = () => maya.put("/api/password", { currentPassword: "a wrong one", password: "quiet amber ladder" });

    const first = await change();
    expect([first.statusCode, first.json().code]).toEqual([403, "wrong-password"]);
    for (let tries = 1; tries < 5; tries++) await change();

    expect((await change()).statusCode).toBe(429);
  });

  test("a new password that is easy to guess is refused", async () => {
    const maya = await signIn(server);
    const answer = await maya.put("/api/password", { currentPassword: maya.password, password: maya.username });
    expect([answer.statusCode, answer.json().code]).toEqual([400, "weak-password"]);
  });
});

describe("sessions", () => {
  const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36";

  test("are listed with a readable device name, the current session marked", async () => {
    const maya = await signIn(server);
    await elsewhere(maya, windows);

    const list = (await maya.get("/api/sessions")).json();

    expect(list).toHaveLength(2);
    expect(list).toContainEqual(expect.objectContaining({ device: "Chrome on Windows", current: false }));
    expect(list.filter((one: { current: boolean }) => one.current)).toHaveLength(1);
    expect(list[0]).toMatchObject({ address: "127.0.0.1", createdAt: expect.stringMatching(/Z$/) });
  });

  test("[D30] can be ended one by one, or all others at once", async () => {
    const maya = await signIn(server);
    const [home, phone, tablet] = [await elsewhere(maya, windows), await elsewhere(maya), await elsewhere(maya)];
    const list: { id: string; device: string }[] = (await maya.get("/api/sessions")).json();
    const atHome = list.find(({ device }) => device === "Chrome on Windows")?.id;

    expect((await maya.delete(`/api/sessions/${atHome}`)).statusCode).toBe(204);
    expect((await home.get("/api/user")).statusCode).toBe(401);
    expect((await phone.get("/api/user")).statusCode).toBe(200);
    expect((await maya.delete(`/api/sessions/${atHome}`)).statusCode).toBe(404);

    expect((await maya.delete("/api/sessions")).statusCode).toBe(204);
    expect((await phone.get("/api/user")).statusCode).toBe(401);
    expect((await tablet.get("/api/user")).statusCode).toBe(401);
    expect((await maya.get("/api/user")).statusCode).toBe(200);
  });

  test.each(["a stranger", "a colleague"])("of %s cannot be seen or ended", async (who) => {
    const maya = await signIn(server);
    const stranger = who === "a colleague" ? await join(server, maya, "Ben") : await signIn(server);
    const theirs = (await stranger.get("/api/sessions")).json()[0].id;

    expect((await maya.delete(`/api/sessions/${theirs}`)).statusCode).toBe(404);
    expect((await maya.get("/api/sessions")).json()).toHaveLength(1);
    expect((await stranger.get("/api/user")).statusCode).toBe(200);
  });
});

describe("the profile", () => {
  const aProfile = (more: object = {}) => ({
    firstName: "Maya",
    lastName: "Stone",
    username: `maya${Date.now()}`,
    ...more,
  });

  test("can be changed: name, username and practice name", async () => {
    const maya = await signIn(server);
    const profile = aProfile();

    const answer = await maya.put("/api/profile", { ...profile, practiceName: "Stone & Co" });

    expect(answer.json()).toMatchObject({ ...profile, practice: { name: "Stone & Co" } });
    const again = await newClient(server.app).post("/api/login", { ...profile, password: maya.password });
    expect(again.statusCode).toBe(200);
  });

  test("a username that is taken, ignoring case, is refused; the user's own in another case is accepted", async () => {
    const [maya, stranger] = [await signIn(server), await signIn(server)];

    const taken = await maya.put("/api/profile", aProfile({ username: stranger.username.toUpperCase() }));
    expect([taken.statusCode, taken.json().code]).toEqual([409, "username-taken"]);
    const own = await maya.put("/api/profile", aProfile({ username: maya.username.toUpperCase() }));
    expect(own.json().username).toBe(maya.username.toUpperCase());
  });

  test("only the owner can rename the practice", async () => {
    const maya = await signIn(server);
    await server.services.db.update(users).set({ role: "member" }).where(eq(users.id, maya.userId));

    const renaming = await maya.put("/api/profile", aProfile({ practiceName: "Mine now" }));

    expect([renaming.statusCode, renaming.json().code]).toEqual([403, "owner-only"]);
    expect((await maya.get("/api/user")).json().practice.name).toBe("Okafor & Co");
    expect((await maya.put("/api/profile", aProfile())).statusCode).toBe(200);
  });
});

test.each([
  ["put", "/api/profile"],
  ["put", "/api/password"],
  ["put", "/api/email"],
  ["post", "/api/email/verification"],
  ["post", "/api/two-factor/start"],
  ["post", "/api/two-factor/confirm"],
  ["post", "/api/two-factor/disable"],
  ["post", "/api/two-factor/recovery-codes"],
  ["get", "/api/sessions"],
  ["delete", "/api/sessions"],
] as const)("refuses %s %s without a session", async (method, path) => {
  expect((await newClient(server.app)[method](path, {} as never)).statusCode).toBe(401);
});

test("the audit log records changes to an account and the address they came from", async () => {
  const maya = await signIn(server);
  await maya.put("/api/password", { currentPassword: maya.password, password: "quiet amber ladder" });
  await maya.delete("/api/sessions");

  const rows = await server.services.db.select().from(auditLog).where(eq(auditLog.userId, maya.userId));

  const seen = rows.map(({ action, address }) => `${action} ${address}`);
  expect(seen).toContain("account.password-changed 127.0.0.1");
  expect(seen).toContain("account.other-sessions-ended 127.0.0.1");
});
