import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newClient } from "../../../../testing/client.ts";
import { join } from "../../../../testing/members.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { sessions } from "../table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Requests the signed-in user twice and returns the errors. */
async function refusedTwice(browser: Pick<SignedIn, "get">) {
  const first = await browser.get("/api/user");
  const second = await browser.get("/api/user");
  expect([first.statusCode, second.statusCode]).toEqual([401, 401]);
  return [first.json().code, first.json().message, second.json().code];
}

async function secondBrowserOf(person: SignedIn) {
  const browser = newClient(server.app);
  await browser.post("/api/login", { username: person.username, password: person.password });
  return browser;
}

const newPassword = "quiet amber ladder";

test.each([
  [
    "signed out from another browser",
    "You were signed out here from another browser. Sign in to continue.",
    (anna: SignedIn) => anna.delete("/api/sessions"),
  ],
  [
    "signed out by a new password",
    "The password of your account was changed. Sign in with the new password.",
    (anna: SignedIn) => anna.put("/api/password", { currentPassword: anna.password, password: newPassword }),
  ],
  [
    "of a practice that was deleted",
    "The practice was deleted, with every account and document in it.",
    (anna: SignedIn) =>
      anna.post("/api/account/delete", { currentPassword: anna.password, practiceName: "Okafor & Co" }),
  ],
])("a browser that was %s gets the reason once", async (_who, words, end) => {
  const anna = await signIn(server);
  const elsewhere = await secondBrowserOf(anna);

  expect((await end(anna)).statusCode).toBeLessThan(300);

  expect(await refusedTwice(elsewhere)).toEqual(["session-ended", words, "not-signed-in"]);
  expect(elsewhere.cookies()).not.toContain("sheaf_session");
});

test("a removed member gets the reason that the owner removed their account", async () => {
  const anna = await signIn(server);
  const ben = await join(server, anna, "Ben");
  expect((await anna.delete(`/api/members/${ben.userId}`)).statusCode).toBeLessThan(300);
  const [code, words] = await refusedTwice(ben);
  expect(code).toBe("session-ended");
  expect(words).toMatch(/^The owner of the practice removed your account\./);
});

test("no reason is given for a session that expired or was signed out", async () => {
  const anna = await signIn(server);
  const ben = await join(server, anna, "Ben");
  const past = sql`now() - interval '1 minute'`;
  await server.services.db.update(sessions).set({ expiresAt: past }).where(eq(sessions.userId, anna.userId));
  expect((await anna.get("/api/user")).json().code).toBe("not-signed-in");
  await ben.post("/api/logout");
  expect((await ben.get("/api/user")).json().code).toBe("not-signed-in");
});
