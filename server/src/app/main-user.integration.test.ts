import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSheafRuns, neededVariables } from "../../testing/as-sheaf-runs.ts";
import { newClient } from "../../testing/client.ts";
import { insertJob } from "../../testing/jobs/job-rows.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../testing/server.ts";
import { users } from "../domain/accounts/table.ts";
import { orders, plans } from "../domain/billing/table.ts";
import { deliveries } from "../domain/delivery/table.ts";
import { newId } from "../platform/ids.ts";

const run = promisify(execFile);

let server: TestServer;
let anna: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
  anna = await signIn(server);
});
afterAll(() => server.close());

/** Runs `./sheaf user …` on this installation and returns its output. */
async function sheafUser(...words: string[]): Promise<string> {
  const { services } = server;
  const env = { ...neededVariables(), SHEAF_DATA: services.config.dataDir, DATABASE_URL: services.databaseUrl };
  const { stdout } = await run(
    process.execPath,
    [...asSheafRuns, join(import.meta.dirname, "main-user.ts"), ...words],
    { env },
  );
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
}, 120_000);

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
}, 120_000);

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
}, 120_000);
