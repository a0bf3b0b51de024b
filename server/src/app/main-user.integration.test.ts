import { hash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newClient } from "../../testing/client.ts";
import { insertJob } from "../../testing/jobs/job-rows.ts";
import { runProgram } from "../../testing/run-program.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../testing/server.ts";
import { users } from "../domain/accounts/table.ts";
import { orders, plans } from "../domain/billing/table.ts";
import { deliveries } from "../domain/delivery/table.ts";
import { newId } from "../platform/ids.ts";

let server: TestServer;
let anna: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
  anna = await signIn(server);
});
afterAll(() => server.close());

const run = (...words: string[]) => runProgram(server, ["main-user.ts", ...words]);

/** Runs `./sheaf user …` on this installation and returns its output. */
async function sheafUser(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...words);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

test("user link prints an invitation link with which the invited person joins", async () => {
  await anna.post("/api/invitations", { email: "ben@example.com" });

  const printed = await sheafUser("link", "ben@example.com");

  expect(printed).toMatch(/^The invitation to Okafor & Co\. Valid until \d+ \w+ \d{4}/m);
  const joined = await newClient(server.app).post("/api/invitations/accept", {
    token: /token=([\w-]+)/.exec(printed)?.[1],
    username: "ben",
    password: "correct horse battery staple",
    firstName: "Ben",
    lastName: "Ode",
  });
  expect(joined.statusCode).toBe(201);
});

test("user link prints a claim link for a payment made before signing up, also when the payer has an account", async () => {
  const { db } = server.services;
  const payer = await signIn(server, { plan: null });
  const [plan] = await db.select().from(plans).where(eq(plans.slug, "small-firm"));
  const [{ email } = { email: "" }] = await db.select().from(users).where(eq(users.id, payer.userId));
  await db.insert(orders).values({
    id: newId(),
    planId: plan?.id ?? "",
    buys: "period",
    creditPence: 0,
    duePence: 2400,
    state: "completed",
    paidUntil: new Date(),
    payPalId: "paid-on-the-phone",
    guestEmail: email,
    claimHash: "of a link that is lost",
  });

  const printed = await sheafUser("link", payer.username);

  expect(printed).toContain("To sign up or sign in with the payment for Small Firm. Valid once.");
  expect(printed).toContain(`For ${payer.username} to choose a new password`);
  const token = /claim=([\w-]+)/.exec(printed)?.[1] ?? "";
  const [order] = await db.select().from(orders).where(eq(orders.guestEmail, email));
  expect(order?.claimHash).toBe(hash("sha256", token));
});

test("user confirm-email confirms an address and releases the emails that waited for it", async () => {
  const { db } = server.services;
  const nora = await signIn(server, { confirmed: false });
  await insertJob(server, nora, { emails: [{ state: "failed" }] });
  const ofNora = eq(deliveries.practiceId, nora.practiceId);
  await db.update(deliveries).set({ awaitsSender: true, confirmedById: nora.userId }).where(ofNora);

  expect(await sheafUser("confirm-email", nora.username)).toContain(`${nora.username}@example.com is now confirmed.`);

  expect((await nora.get("/api/user")).json().emailVerified).toBe(true);
  expect(await db.select().from(deliveries).where(ofNora)).toMatchObject([{ state: "waiting", awaitsSender: false }]);
  await expect(sheafUser("confirm-email", nora.username)).rejects.toThrow("already confirmed");
});

test("user confirm-email confirms a new address before the present one", async () => {
  const { db } = server.services;
  const olga = await signIn(server);
  const pendingEmail = `new-${olga.username}@example.com`;
  await db.update(users).set({ pendingEmail }).where(eq(users.id, olga.userId));
  const printed = await sheafUser("link", olga.username, "--kind", "verify");
  expect(printed).toMatch(/\/auth\/verify\?token=[\w-]+$/m);
  expect(printed).toContain(`For ${olga.username} to confirm ${pendingEmail}. Valid for 7 days.`);
  expect(await sheafUser("confirm-email", olga.username)).toBe(`${pendingEmail} is now confirmed.\n`);
  expect((await olga.get("/api/user")).json()).toMatchObject({ email: pendingEmail, pendingEmail: null });
  const log = (await olga.get("/api/audit-log")).json() as { action: string }[];
  expect(log.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["account.link-given", "account.email-confirmed"]),
  );
});

test("user link prints a link to a new password that works once, and says so", async () => {
  const petra = await signIn(server);
  const printed = await sheafUser("link", petra.username.toUpperCase());
  expect(printed).toContain(`For ${petra.username} to choose a new password. Valid once, for 60 minutes.`);
  const token = /token=([\w-]+)/.exec(printed)?.[1];
  const input = { token, password: "another battery staple" };
  expect((await newClient(server.app).post("/api/password/reset", input)).statusCode).toBe(204);
  expect((await newClient(server.app).post("/api/password/reset", input)).statusCode).toBe(410);
});

test("user two-factor-off takes the second factor away once, and records it", async () => {
  const { db } = server.services;
  const quinn = await signIn(server);
  const off = await run("two-factor-off", quinn.username);
  expect([off.code, off.stderr]).toEqual([1, `Two-factor sign-in of ${quinn.username} is already off.\n`]);
  await db.update(users).set({ totpConfirmedAt: new Date() }).where(eq(users.id, quinn.userId));
  expect(await sheafUser("two-factor-off", quinn.username)).toBe(
    `${quinn.username} now signs in with the password only.\n`,
  );
  const [user] = await db.select().from(users).where(eq(users.id, quinn.userId));
  expect(user?.totpConfirmedAt).toBeNull();
  const log = (await quinn.get("/api/audit-log")).json() as { action: string }[];
  expect(log.map(({ action }) => action)).toContain("account.two-factor-off");
});

test.each([["confirm-email"], ["two-factor-off"]])(
  "user %s for somebody unknown fails in one sentence",
  async (command) => {
    expect(await run(command, "nobody")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: 'There is no user "nobody".\n',
    });
  },
);

test.each([["link"], ["link anna --kind open"]])("user %s prints the help and fails", async (words) => {
  const { code, stderr } = await run(...words.split(" "));
  expect([code, stderr]).toEqual([1, expect.stringContaining("./sheaf user link NAME [--kind reset|verify]")]);
});
